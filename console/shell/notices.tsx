import { useNotifications } from '@mantine/notifications';
import { type ComponentType, useEffect, useState } from 'react';

/** The page is there by then. What is loaded for the first notice only would not come where the network is away. */
const laterMilliseconds = 2000;

/** Short messages in the corner. No page waits for what shows them: nothing is told before something was done. */
export function Notices() {
  const { notifications } = useNotifications();
  const isWanted = notifications.length > 0;
  const [Corner, setCorner] = useState<ComponentType | null>(null);
  const isThere = Corner !== null;
  useEffect(() => {
    if (isThere) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Not by `lazy`, which gives up for good, and the page with it.
    const load = () =>
      import('./notice-corner.tsx').then(
        (loaded) => setCorner(() => loaded.default),
        () => {
          timer = setTimeout(load, laterMilliseconds);
        },
      );
    timer = setTimeout(load, isWanted ? 0 : laterMilliseconds);
    return () => clearTimeout(timer);
  }, [isThere, isWanted]);
  return Corner && <Corner />;
}
