import type { Query } from '@tanstack/react-query';
import type { components } from '../../openapi/types/public-v1.generated.ts';
import { queryClient } from '../api/query-client.ts';
import { type ListPage, type ListQuery, pageWith } from './listed.ts';
import { paced, settleMilliseconds } from './pace.ts';

type Incident = components['schemas']['Incident'];

const list = '/incident/search/list';
/** The path that is fetched again whichever incident changes. */
const changes = '/incident/search/changes';
/** Who was told of an incident, and who is next. */
const telling = /^\/incident\/search\/\{id\}\/(?:notifications|next)$/;
const duty =
  /^\/(?:me$|shadow-run|on-call|temporary-schedule|cover-request|coverage|incident\/search\/\{id\}\/next$)/;

/** In place of the id of an incident. */
const any = 'any';

const changed = new Set<string>();
const told = new Set<string>();
/** Lists, by their hash, of which only the server knows what the changes make of them. */
const unsure = new Set<string>();
let isDutyUnsure = false;
let settling: ReturnType<typeof setTimeout> | undefined;

/**
 * Shows an incident that has changed: in lists at once, where it came along and the list is one that this page can
 * keep by itself; all else is fetched, together with what changes at the same time.
 */
export function showIncident(id: string, incident?: Incident): void {
  for (const query of queryClient.getQueryCache().findAll({ predicate: isList }))
    if (incident && putInto(query, incident)) settleSoon();
    else unsure.add(query.queryHash);
  changed.add(id);
  refreshChanged();
}

/** Something became of messages about an incident; without its id, about any. */
export function showTold(id = any): void {
  told.add(id);
  refreshChanged();
}

/** Who is on call may be somebody else by now, and so may be who tells them. */
export function refreshDuty(): void {
  isDutyUnsure = true;
  refreshChanged();
}

/** All that failed, as the server may have been away. */
export function refreshFailed(): void {
  refetch(({ state }) => state.status === 'error');
}

/** All that was answered before this moment. */
export function refreshOlderThan(moment: number): void {
  refetch(({ state }) => Math.max(state.dataUpdatedAt, state.errorUpdatedAt) < moment);
}

/** Whether the list now has the incident where it belongs, or does not have it any more. */
function putInto(query: Query, incident: Incident): boolean {
  const { queryKey, state } = query;
  const page = state.data as ListPage | undefined;
  const next = page && pageWith(parametersOf(query).query ?? {}, page, incident);
  if (!next) return false;
  if (next === page) return true;
  // An answer under way may be older than the data that is here by now.
  void queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData(queryKey, next);
  return true;
}

const refreshChanged = paced(() => {
  const [ids, toldIds, hashes] = [new Set(changed), new Set(told), new Set(unsure)];
  const withDuty = isDutyUnsure;
  for (const noted of [changed, told, unsure]) noted.clear();
  isDutyUnsure = false;
  return renew(
    (query) =>
      hashes.has(query.queryHash) ||
      isAbout(query, ids) ||
      isTelling(query, toldIds) ||
      (withDuty && isDuty(query)),
  );
});

/** Fetches lists again soon: the server alone knows what moved across a page's edge and how many are left out. */
function settleSoon(): void {
  if (settling !== undefined) return;
  settling = setTimeout(() => {
    settling = undefined;
    refetch(isList);
  }, settleMilliseconds());
}

/**
 * The same for what has just changed. An answer that is on its way may be older than the change, and the library takes
 * the first answer of a query for that of everybody who asks meanwhile: those are asked for once more.
 */
function renew(predicate: (query: Query) => boolean): boolean {
  const begun = queryClient
    .getQueryCache()
    .findAll({ predicate, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  const isAsked = refetch(predicate);
  // Joins what is on its way; where that fails, the page says so and offers to try again.
  for (const query of begun)
    query.fetch().then(
      () => refetch((one) => one === query),
      () => undefined,
    );
  return isAsked;
}

/**
 * Asks again for what is shown, and later for what is not; whether anything is asked for. A page that nobody looks at
 * is fetched when somebody does.
 */
function refetch(predicate: (query: Query) => boolean): boolean {
  const isLookedAt = document.visibilityState === 'visible';
  const active = queryClient.getQueryCache().findAll({ predicate, type: 'active' });
  void queryClient.invalidateQueries({
    predicate,
    refetchType: isLookedAt ? 'active' : 'none',
  });
  return isLookedAt && active.length > 0;
}

function isList({ queryKey: [, path] }: Query): boolean {
  return path === list;
}

function isAbout(query: Query, ids: ReadonlySet<string>): boolean {
  const [, path] = query.queryKey;
  if (typeof path !== 'string' || path === list) return false;
  if (path === changes) return true;
  return path.startsWith('/incident/') && ids.has(parametersOf(query).path?.id ?? '');
}

function isDuty({ queryKey: [, path] }: Query): boolean {
  return typeof path === 'string' && duty.test(path);
}

function isTelling(query: Query, ids: ReadonlySet<string>): boolean {
  const [, path] = query.queryKey;
  if (typeof path !== 'string' || !telling.test(path)) return false;
  return ids.has(any) || ids.has(parametersOf(query).path?.id ?? '');
}

function parametersOf({ queryKey: [, , init] }: Query) {
  const { params = {} } = (init ?? {}) as {
    params?: { path?: { id?: string }; query?: ListQuery };
  };
  return params;
}
