import { consoleQueries } from '../../api/client.ts';
import { useDevices } from '../../installable/use-devices.ts';
import type { Section } from './search.ts';
import { useOwnRules } from './use-own-rules.ts';

/** How many a section holds, as far as it is known; nothing where it holds no list. */
export function useCounts(userId: string): Partial<Record<Section, number | undefined>> {
  const { data: rules } = useOwnRules(userId);
  const { data: devices } = useDevices(userId);
  const { data: sessions } = consoleQueries.useQuery('get', '/sessions');
  return {
    rules: rules?.rules?.length,
    devices: devices?.pushSubscriptions.length,
    sessions: sessions?.sessions.length,
  };
}
