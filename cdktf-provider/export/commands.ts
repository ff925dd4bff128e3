import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publicApiUrl } from '../rest/addresses.ts';
import { type ApiClient, createClient, keyHeaders, systemClock } from '../rest/client.ts';
import { createPacer, publicApiLimits } from '../rest/pace.ts';
import { providerVersion } from '../version.ts';
import { asPolicies, type PoliciesForTiers } from './as-policies.ts';
import { toConfiguration } from './configuration.ts';
import { type Difference, differencesOf, readDocumentText, toDocument } from './document.ts';
import { type ExportedType, readOrganization } from './read-organization.ts';

export interface Connection {
  /** With or without `/api/public/v1`. */
  endpoint: string;
  apiKey: string;
}

export interface ExportOptions {
  /** One team only, by its name or id. */
  team?: string | undefined;
  /** Schedules and policies in place of tiers. */
  policies?: boolean | undefined;
}

export interface ExportedFiles extends Omit<PoliciesForTiers, 'types'> {
  files: string[];
  /** Names of those that need a value. */
  secrets: readonly string[];
}

/** Writes the organization, or one team, as Terraform files into an empty folder. */
export async function exportConfiguration(
  connection: Connection,
  folder: string,
  { team, policies = false }: ExportOptions = {},
): Promise<ExportedFiles> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).some((name) => name.endsWith('.tf')))
    throw new Error(`${folder} has Terraform files already; name an empty folder.`);
  const client = clientOf(connection);
  const stored = await readOrganization(client);
  const { types, ...converted } = policies
    ? await asPolicies(client, stored)
    : { types: stored, differences: [], teams: [] };
  const part = team === undefined ? {} : { teamId: teamIdOf(types, team) };
  const { files, secrets } = toConfiguration(types, part);
  for (const [name, text] of files) await writeFile(join(folder, name), text);
  return { files: [...files.keys()], secrets, ...converted };
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
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EISDIR') throw error;
    throw new Error(`${file} is a folder; name a file that tocsin export --json has written.`);
  });
  const document = readDocumentText(text);
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

function read(connection: Connection): Promise<ExportedType[]> {
  return readOrganization(clientOf(connection));
}

function clientOf({ endpoint, apiKey }: Connection): ApiClient {
  return createClient({
    baseUrl: publicApiUrl(endpoint),
    headers: keyHeaders(apiKey, `tocsin-export/${providerVersion}`),
    pacer: createPacer(publicApiLimits, systemClock),
    signal: new AbortController().signal,
    log: () => undefined,
  });
}
