import { publicApi } from '../../api/client.ts';
import { ownZone } from '../../parts/local-time.ts';

/**
 * A team that alerts somebody from the start: the person who makes it is its administrator, and on call around the
 * clock.
 */
export async function makeTeam(displayName: string, userId: string): Promise<string> {
  const timeZoneId = ownZone();
  const team = await publicApi.POST('/team', { body: { displayName, timeZoneId } });
  if (team.error) throw team.error;
  const teamId = team.data.id;
  const membership = await publicApi.POST('/team-membership', {
    body: { teamId, userId, role: 'Administrator' },
  });
  if (membership.error) throw membership.error;
  const escalations = await publicApi.POST('/team-escalations', {
    body: {
      teamId,
      escalationTiers: [
        { schedules: [{ rotations: [{ members: [{ teamMembershipId: membership.data.id }] }] }] },
      ],
    },
  });
  if (escalations.error) throw escalations.error;
  return teamId;
}
