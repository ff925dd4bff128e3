import { api } from '../../api/client.ts';
import type { Team } from '../../api/save-team.ts';
import { policiesMax } from '../../parts/policies/policy.ts';
import type { tabs } from './search.ts';
import { useMembers } from './use-members.ts';

/** Of those that the list tells on its first page. */
const silencesMax = 100;

/** How many a tab holds, as far as it is known; nothing where it holds no list. */
export function useCounts({
  id,
  maintenanceWindows,
}: Team): Partial<Record<(typeof tabs)[number], string | undefined>> {
  const members = useMembers(id);
  const policies = api.useQuery('get', '/escalation-policy/search/list', {
    params: { query: { TeamId: id, Limit: policiesMax } },
  });
  const silences = api.useQuery('get', '/silence/search/list', {
    params: { query: { TeamId: id, Limit: silencesMax } },
  });
  return {
    members: shown(members.data?.length),
    policies: shown(policies.data?.escalationPolicies.length),
    maintenance: shown((maintenanceWindows ?? []).length),
    silences: silences.data?.hasMore ? `${silencesMax}+` : shown(silences.data?.silences.length),
  };
}

/** Nothing beside an empty tab: it says so itself. */
function shown(count: number | undefined): string | undefined {
  return count ? String(count) : undefined;
}
