/** Words that only the server knows, such as the types of integrations: checked while planning. */
import type { Diagnostic } from '../runtime/diagnostics.ts';
import { errorAt } from '../runtime/diagnostics.ts';
import { nearest } from '../runtime/nearest.ts';
import type { ValueObject } from '../runtime/value.ts';
import { isObject } from '../runtime/value.ts';
import type { ApiClient } from './client.ts';
import { ApiFailure } from './failure.ts';
import { listAll } from './pages.ts';
import type { ResolvedDataSource } from './resolved.ts';

/** Ids by client and catalogue: a run asks once. */
const known = new WeakMap<ApiClient, Map<string, Promise<readonly string[]>>>();

export interface Catalogue {
  readonly attribute: string;
  readonly dataSource: ResolvedDataSource;
  readonly aliasPath?: ((word: string) => string) | undefined;
}

/**
 * Refuses a word that is new in this plan and not in the catalogue. A server that cannot be asked now is
 * no reason to refuse a plan: it says the same when the plan is applied.
 */
export async function checkWord(
  client: ApiClient,
  { attribute, dataSource, aliasPath }: Catalogue,
  planned: ValueObject,
  prior: ValueObject | null,
): Promise<readonly Diagnostic[]> {
  const word = planned[attribute] ?? null;
  if (typeof word !== 'string' || word === (prior?.[attribute] ?? null)) return [];
  const ids = await idsOf(client, dataSource).catch(() => [word]);
  if (ids.some((id) => id.toLowerCase() === word.toLowerCase())) return [];
  if (aliasPath !== undefined && !(await isMissing(client, aliasPath(word)))) return [];
  const meant = nearest(ids, word);
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  return [errorAt([attribute], 'Unknown type', `The server has no type "${word}".${hint}`)];
}

function idsOf(
  client: ApiClient,
  { operation, items }: ResolvedDataSource,
): Promise<readonly string[]> {
  const catalogues = known.get(client) ?? new Map<string, Promise<readonly string[]>>();
  known.set(client, catalogues);
  const asked = catalogues.get(operation.id) ?? fetchIds(client, operation, items?.wire ?? 'items');
  catalogues.set(operation.id, asked);
  return asked;
}

async function fetchIds(
  client: ApiClient,
  operation: ResolvedDataSource['operation'],
  items: string,
): Promise<readonly string[]> {
  const entries = await listAll(client, { operation, items, paged: false });
  return entries.flatMap((entry) =>
    isObject(entry) && typeof entry.id === 'string' ? [entry.id] : [],
  );
}

async function isMissing(client: ApiClient, path: string): Promise<boolean> {
  try {
    await client.send({ method: 'GET', path, isServerText: true });
    return false;
  } catch (error) {
    return error instanceof ApiFailure && error.status === 404;
  }
}
