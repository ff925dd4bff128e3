import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Health } from './health-marks.tsx';
import type { Tab } from './search.ts';

/**
 * Where the page opens when its address does not say it: on what came in, where something did and the person may see
 * it; null until that is known. It stays: nobody who sets up is taken away by the first payload.
 */
export function useFirstTab(health: UseQueryResult<Health | null>, mayChange: boolean): Tab | null {
  const [first, setFirst] = useState<Tab | null>(null);
  if (first !== null) return first;
  if (!mayChange) return 'setup';
  if (health.isPending) return null;
  const opened = health.data?.lastPayload ? 'payloads' : 'setup';
  setFirst(opened);
  return opened;
}
