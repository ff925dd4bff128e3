import type { Query } from '@tanstack/react-query';
import { queryClient } from '../api/query-client.ts';

/** Alerts come in bursts: what belongs together is fetched together. */
const gatherMilliseconds = 150;
/**
 * Between two refreshes in a burst. The limit for people is 30 requests to one address in 20 seconds; a refresh is one of them, and a third
 * is left for what they do themselves.
 */
const quickMilliseconds = 700;
const slowMilliseconds = 1_700;
const windowMilliseconds = 20_000;
const quickMax = 14;

/** What is fetched again when incidents change: lists of them, those that changed, and who was told. */
const lists = [/^\/incident\/search\/(list|changes)$/, /^\/notification-log\/search\/list$/];

const changed = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
let recent: number[] = [];

/** Fetches again what the page shows of this incident, together with others that change at the same time. */
export function refreshIncident(id: string): void {
  changed.add(id);
  if (timer !== undefined) return;
  timer = setTimeout(refresh, Math.max(gatherMilliseconds, nextAfter(recent) - Date.now()));
}

/** When the next refresh may come after these: quick at the beginning of a burst, slower in one that goes on, never beyond the limit. */
export function nextAfter(times: readonly number[]): number {
  const last = times.at(-1) ?? 0;
  const inWindow = times.filter((time) => time > last - windowMilliseconds).length;
  return last + (inWindow < quickMax ? quickMilliseconds : slowMilliseconds);
}

/** All that was fetched before this moment. */
export function refreshOlderThan(moment: number): void {
  void queryClient.invalidateQueries({
    predicate: ({ state }) => state.dataUpdatedAt < moment,
    refetchType: refetchType(),
  });
}

function refresh(): void {
  timer = undefined;
  const now = Date.now();
  recent = [...recent.filter((time) => time > now - windowMilliseconds), now];
  const ids = new Set(changed);
  changed.clear();
  void queryClient.invalidateQueries({
    predicate: (query) => shows(query, ids),
    refetchType: refetchType(),
  });
}

/** A page that nobody looks at is fetched when somebody does. */
function refetchType(): 'active' | 'none' {
  return document.visibilityState === 'visible' ? 'active' : 'none';
}

function shows({ queryKey }: Query, ids: ReadonlySet<string>): boolean {
  const [, path, init] = queryKey;
  if (typeof path !== 'string') return false;
  if (lists.some((pattern) => pattern.test(path))) return true;
  if (!path.startsWith('/incident/')) return false;
  const { params } = (init ?? {}) as { params?: { path?: { id?: string } } };
  return ids.has(params?.path?.id ?? '');
}
