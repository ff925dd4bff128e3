import { consoleApi, publicApi } from '../api/client.ts';
import { sharedValue, useShared } from '../parts/shared-value.ts';

/** The time of the oldest stored answer that is shown in place of a new one; null when the server answers. */
const shownSince = sharedValue<number | null>(null);

/** The worker marks what it kept. */
for (const client of [publicApi, consoleApi])
  client.use({
    onResponse({ response }) {
      const stored = response.headers.get('x-tocsin-stored-at');
      if (stored === null) return shownSince.set(null);
      shownSince.set(Math.min(Date.parse(stored), shownSince.get() ?? Number.POSITIVE_INFINITY));
    },
  });

/** How old what is shown may be; null while it comes from the server. */
export function useShownSince(): number | null {
  return useShared(shownSince);
}
