import type { Query } from '@tanstack/react-query';
import { queryClient } from '../api/query-client.ts';
import { nextAfter, windowMilliseconds } from './pace.ts';

/** Alerts come in bursts: what belongs together is fetched together. */
const gatherMilliseconds = 150;
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
