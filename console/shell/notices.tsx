import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useEffect, useState } from 'react';

// No page waits for it: nothing is told before something was done.
const NoticeCorner = lazy(() => import('./notice-corner.tsx'));

/** The page is there by then. What comes for the first notice only would not come where the network is away. */
const laterMilliseconds = 3000;

/** Short messages in the corner. */
export function Notices() {
  const { notifications } = useNotifications();
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), laterMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  const [isWanted, setWanted] = useState(false);
  if (!isWanted && (isLater || notifications.length > 0)) setWanted(true);
  if (!isWanted) return null;
  return (
    <Suspense>
      <NoticeCorner />
    </Suspense>
  );
}
