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
}: Team): Partial<Record<(typeof tabs)[number], number | string | undefined>> {
  const members = useMembers(id);
  const policies = api.useQuery('get', '/escalation-policy/search/list', {
    params: { query: { TeamId: id, Limit: policiesMax } },
  });
  const silences = api.useQuery('get', '/silence/search/list', {
    params: { query: { TeamId: id, Limit: silencesMax } },
  });
  return {
    members: members.data?.length,
    policies: policies.data?.escalationPolicies.length,
    maintenance: (maintenanceWindows ?? []).length,
    silences: silences.data?.hasMore ? `${silencesMax}+` : silences.data?.silences.length,
  };
}
