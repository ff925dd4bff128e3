import type { UrgencyNow, WhoIsNext } from '../../alerting/index.ts';
import { usersById } from '../../identity/index.ts';
import { policyKind } from '../../on-call/index.ts';
import { displayNames } from '../../resources/index.ts';
import { answered } from '../../sentences/index.ts';
import { teamKind } from '../../teams/index.ts';
import type { ApiCaller } from './caller.ts';
import type { Answer } from './handlers.ts';

/** Who is next, by name. */
export async function nextAlertView(
  caller: ApiCaller,
  { alerts, because, until }: WhoIsNext,
  { urgency, reason, risesAt }: UrgencyNow,
): Promise<Answer<'getNextAlert'>> {
  const [users, teams, policies] = await Promise.all([
    usersById(caller, [...new Set(alerts.flatMap(({ userIds }) => userIds))]),
    displayNames(caller, teamKind, [...new Set(alerts.map(({ teamId }) => teamId))]),
    displayNames(caller, policyKind, [
      ...new Set(alerts.flatMap(({ policyId }) => policyId ?? [])),
    ]),
  ]);
  return {
    asOf: caller.clock.now().toISOString(),
    tiers: alerts.map(({ at, teamId, policyId, tier, repeat, userIds, mayChange }) => ({
      at: at.toISOString(),
      team: { id: teamId, displayName: teams.get(teamId) ?? 'Deleted team' },
      escalationPolicy:
        policyId === null
          ? null
          : { id: policyId, displayName: policies.get(policyId) ?? 'Deleted policy' },
      tier,
      repeat,
      users: userIds.map((id) => ({
        id,
        displayName: users.get(id)?.displayName ?? null,
        email: users.get(id)?.email ?? null,
        avatarUrl: null,
      })),
      mayChange,
    })),
    because,
    until: until?.toISOString() ?? null,
    urgency: {
      urgency,
      ...answered('reason', reason),
      risesAt: risesAt?.toISOString() ?? null,
    },
  };
}
