import { useInterval } from '@mantine/hooks';
import { useState } from 'react';

/** The time, new every half a minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), 30_000, { autoInvoke: true });
  return now;
}
