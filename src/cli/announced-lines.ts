import { readFile } from 'node:fs/promises';
import type { Report } from '../migration/index.ts';
import type { Wire } from './api-connection.ts';

type Difference = Wire['ShadowReport']['differences'][number];

/** What the report of an import had said about what decided a difference, or about whom it concerns. */
export type Announced = (difference: Difference) => string[];

/**
 * Of lines that change who is told, those about an object that is called as what decided here, or as the person. Throws
 * what to say where the file is no report.
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
