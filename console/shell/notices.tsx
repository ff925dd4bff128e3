import { type ComponentType, useEffect, useState } from 'react';

/** Until it is tried again to load what shows them. */
const againMilliseconds = 2000;

/**
 * Short messages in the corner. The page does not wait for what shows them, but it is loaded at once: the network may
 * be away when the first message says so.
 */
export function Notices() {
  const [Corner, setCorner] = useState<ComponentType | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Not by `lazy`, which gives up for good, and the page with it.
    const load = () =>
      import('./notice-corner.tsx').then(
        (loaded) => setCorner(() => loaded.default),
        () => {
          timer = setTimeout(load, againMilliseconds);
        },
      );
    void load();
    return () => clearTimeout(timer);
  }, []);
  return Corner && <Corner />;
}
