import { publicApi } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { Deed, Incident } from './incident.ts';

export interface Target {
  id: string;
  title: string;
}

export interface ActResult extends Target {
  /** Null where it was done. */
  error: unknown;
}

/** At one time: enough to be quick, few enough to leave the connection to what is shown. */
const atOnce = 4;

/** Does the same with each incident, says of each whether it was done, and lets what shows them look again. */
export async function act(targets: readonly Target[], deed: Deed): Promise<ActResult[]> {
  return each(targets, async ({ id }) => {
    const { data, error } = await send(id, deed);
    if (data) remember(data);
    return error ?? null;
  });
}

function send(id: string, deed: Deed) {
  const params = { path: { id } };
  if ('unmerge' in deed) return publicApi.POST('/incident/{id}/unmerge', { params });
  if ('mergeInto' in deed)
    return publicApi.POST('/incident/{id}/merge', { params, body: { intoId: deed.mergeInto } });
  return publicApi.PATCH('/incident/{id}', { params, body: { operations: deed } });
}

export async function remove(targets: readonly Target[]): Promise<ActResult[]> {
  return each(targets, async ({ id }) => {
    const { error } = await publicApi.DELETE('/incident/{id}', { params: { path: { id } } });
    return error ?? null;
  });
}

async function each(
  targets: readonly Target[],
  work: (target: Target) => Promise<unknown>,
): Promise<ActResult[]> {
  const results: ActResult[] = targets.map((target) => ({ ...target, error: null }));
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < results.length; at = next++) {
      const result = results[at];
      // A network that is away throws; the others are still worth a try.
      if (result) result.error = await work(result).catch((error: unknown) => error);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  await queryClient.invalidateQueries({ queryKey: ['get', '/incident/search/list'] });
  return results;
}

/** The answer is the incident as it is now: its page need not ask. What depends on it asks again. */
function remember(incident: Incident): void {
  queryClient.setQueryData(
    ['get', '/incident/search/{id}', { params: { path: { id: incident.id } } }],
    incident,
  );
}
