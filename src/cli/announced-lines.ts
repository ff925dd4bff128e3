import { readFile } from 'node:fs/promises';
import type { Report } from '../migration/index.ts';
import type { Wire } from './api-connection.ts';

type Difference = Wire['ShadowReport']['differences'][number];

/** The lines of an import's report about the objects that decided a difference, or about the person it concerns. */
export type Announced = (difference: Difference) => string[];

/**
 * Finds lines of level `behaviour` about an object with the name of one that decided a difference, or of the person.
 * Throws if the file is no report, with a message for the caller.
 */
export async function readAnnounced(file: string): Promise<Announced> {
  const report = JSON.parse(await readFile(file, 'utf8')) as Partial<Report> | null;
  if (report?.format !== 'tocsin-import-report/1' || !Array.isArray(report.lines))
    throw new Error(`${file} is no report.json of \`tocsin import\`.`);
  const byName = Map.groupBy(
    report.lines.filter(({ level }) => level === 'behaviour'),
    ({ name }) => name.trim().toLowerCase(),
  );
  return ({ decidedBy, user }) => {
    const names = [...decidedBy.map((one) => one.displayName), user?.displayName, user?.email];
    const known = new Set(names.flatMap((name) => (name ? [name.trim().toLowerCase()] : [])));
    return [...known].flatMap((name) =>
      (byName.get(name) ?? []).map((line) => `${line.name} (${line.kind}): ${line.text}`),
    );
  };
}
