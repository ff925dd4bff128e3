import type { Query } from '@tanstack/react-query';
import { queryClient } from '../api/query-client.ts';

/** Between two refreshes: the limit for people is 30 requests to one address in 20 seconds, and they want some of them for themselves. */
const everyMilliseconds = 1_500;
/** Alerts come in bursts: what belongs together is fetched together. */
const gatherMilliseconds = 150;

/** What is fetched again when incidents change: lists of them, those that changed, and who was told. */
const lists = [/^\/incident\/search\/(list|changes)$/, /^\/notification-log\/search\/list$/];

const changed = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
let lastAt = 0;

/** Fetches again what the page shows of this incident, together with others that change at the same time. */
export function refreshIncident(id: string): void {
  changed.add(id);
  if (timer !== undefined) return;
  const wait = Math.max(gatherMilliseconds, lastAt + everyMilliseconds - Date.now());
  timer = setTimeout(refresh, wait);
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
  lastAt = Date.now();
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
