import { useSyncExternalStore } from 'react';
import { consoleApi, publicApi } from '../api/client.ts';

/** The time of the oldest stored answer that is shown in place of a new one; null when the server answers. */
let shownSince: number | null = null;
const listeners = new Set<() => void>();

function set(value: number | null): void {
  if (value === shownSince) return;
  shownSince = value;
  for (const listener of listeners) listener();
}

/** The worker marks what it kept. */
for (const client of [publicApi, consoleApi])
  client.use({
    onResponse({ response }) {
      const stored = response.headers.get('x-tocsin-stored-at');
      if (stored === null) return set(null);
      set(Math.min(Date.parse(stored), shownSince ?? Number.POSITIVE_INFINITY));
    },
  });

/** How old what is shown may be; null while it comes from the server. */
export function useShownSince(): number | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shownSince,
  );
}
