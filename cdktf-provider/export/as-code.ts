/**
 * Objects as code, for the command line and for browsers: nothing here or below needs Node.
 *
 * The organization is read once (`readOrganization`; `namesOnly` is enough to show one object), then every object,
 * stored or about to be, is written as it would stand in the export of the whole: same name, same references, secrets
 * as variables.
 */
import { publicApiUrl, serverUrl } from '../rest/addresses.ts';
import { type ApiClient, createClient, systemClock } from '../rest/client.ts';
import { createPacer, publicApiLimits } from '../rest/pace.ts';
import { parseExactJson } from '../runtime/exact-json.ts';
import type { ValueObject } from '../runtime/value.ts';
import { isObject } from '../runtime/value.ts';
import { addressesOf, blocksOf } from './blocks.ts';
import { cdkImports, cdkOf } from './cdk.ts';
import { terraformOf, variablesText } from './configuration.ts';
import { curlOf } from './curl.ts';
import { type ExportedType, readWhole } from './read-organization.ts';
import { exportSchema } from './schema.ts';

export { toConfiguration } from './configuration.ts';
export { toProgram } from './program.ts';
export { type ExportedType, readOrganization } from './read-organization.ts';

export interface ObjectCode {
  terraform: string;
  cdk: string;
  curl: string;
  /** Names of the variables that need a value. */
  secrets: readonly string[];
}

export interface CodeSubject {
  /** As in Terraform: `tocsin_team`. */
  type: string;
  /** Null for what is not stored yet. */
  id: string | null;
  /** As the Public API has it, or would get it; what the path of the request says stands there, too. */
  value: object;
}

/** A client whose requests leave by a function that knows the caller: a browser's session. */
export function clientOf(
  endpoint: string,
  fetch: (url: string, init: RequestInit) => Promise<Response>,
  signal: AbortSignal = new AbortController().signal,
): ApiClient {
  return createClient({
    baseUrl: publicApiUrl(endpoint),
    headers: {},
    fetch,
    pacer: createPacer(publicApiLimits, systemClock),
    signal,
    log: () => undefined,
  });
}

/** An object as it is stored, whole. */
export function readObject(client: ApiClient, type: string, id: string): Promise<ValueObject> {
  return readWhole(client, resourceOf(type), { id });
}

/** How the subject would stand in the export of the organization. */
export function codeOf(
  organization: readonly ExportedType[],
  { type, id, value }: CodeSubject,
  endpoint: string,
): ObjectCode {
  const parsed = parseExactJson(JSON.stringify({ ...value, id }));
  const object = isObject(parsed) ? parsed : {};
  const blocks = blocksOf(withObject(organization, type, object));
  const block = blocks.find((one) => one.object === object);
  if (!block) throw new Error(`${type} ${id} was not found among the objects of its type.`);
  const addresses = addressesOf(blocks);
  const { text, secrets } = terraformOf(block, addresses);
  return {
    terraform: [text, ...(secrets.length > 0 ? [variablesText(secrets)] : [])].join('\n'),
    cdk: `${cdkImports(secrets.length > 0)}\n${cdkOf(block, addresses)}`,
    curl: curlOf(block, serverUrl(endpoint)),
    secrets: secrets.map(({ name }) => name),
  };
}

/** The object in the place of the one that it replaces, else behind the others, as it would be after it was stored. */
function withObject(
  organization: readonly ExportedType[],
  type: string,
  object: ValueObject,
): ExportedType[] {
  const resource = resourceOf(type);
  const others = organization.find((one) => one.type === type)?.objects ?? [];
  const isKnown = object.id !== null && others.some(({ id }) => id === object.id);
  const objects = isKnown
    ? others.map((other) => (other.id === object.id ? object : other))
    : [...others, object];
  const changed = { type, resource, objects };
  return organization.some((one) => one.type === type)
    ? organization.map((one) => (one.type === type ? changed : one))
    : [...organization, changed];
}

function resourceOf(type: string) {
  const resource = exportSchema[type];
  if (!resource) throw new Error(`There is no resource ${type}.`);
  return resource;
}
