import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publicApiUrl } from '../rest/addresses.ts';
import { createClient, keyHeaders, systemClock } from '../rest/client.ts';
import { createPacer, publicApiLimits } from '../rest/pace.ts';
import { providerVersion } from '../version.ts';
import { toConfiguration } from './configuration.ts';
import { type Difference, differencesOf, readDocumentText, toDocument } from './document.ts';
import { type ExportedType, readOrganization } from './read-organization.ts';

export interface Connection {
  /** With or without `/api/public/v1`. */
  endpoint: string;
  apiKey: string;
}

/**
 * Writes the organization, or one team by its name or id, as Terraform files into an empty folder; returns the names of
 * the secrets that need a value.
 */
export async function exportConfiguration(
  connection: Connection,
  folder: string,
  team?: string,
): Promise<{ files: string[]; secrets: readonly string[] }> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).some((name) => name.endsWith('.tf')))
    throw new Error(`${folder} has Terraform files already; name an empty folder.`);
  const types = await read(connection);
  const part = team === undefined ? {} : { teamId: teamIdOf(types, team) };
  const { files, secrets } = toConfiguration(types, part);
  for (const [name, text] of files) await writeFile(join(folder, name), text);
  return { files: [...files.keys()], secrets };
}

/** The organization as one JSON document. */
export async function exportDocument(connection: Connection): Promise<string> {
  return `${JSON.stringify(toDocument(await read(connection)), null, 2)}\n`;
}

/** Where a document and the server differ. */
export async function compareWithServer(
  connection: Connection,
  file: string,
): Promise<Difference[]> {
  const document = readDocumentText(await readFile(file, 'utf8'));
  return differencesOf(document, toDocument(await read(connection)));
}

function teamIdOf(types: readonly ExportedType[], team: string): string {
  const teams = types.find(({ type }) => type === 'tocsin_team')?.objects ?? [];
  const found = teams.filter(({ id, displayName }) => id === team || displayName === team);
  const [one] = found;
  if (one !== undefined && found.length === 1) return String(one.id);
  throw new Error(
    found.length === 0
      ? `There is no team with the name or id ${team}.`
      : `${found.length} teams are called ${team}; give the id of one.`,
  );
}

function read({ endpoint, apiKey }: Connection): Promise<ExportedType[]> {
  const client = createClient({
    baseUrl: publicApiUrl(endpoint),
    headers: keyHeaders(apiKey, `tocsin-export/${providerVersion}`),
    pacer: createPacer(publicApiLimits, systemClock),
    signal: new AbortController().signal,
    log: () => undefined,
  });
  return readOrganization(client);
}
