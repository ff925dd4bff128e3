import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { inOrderOfKeys } from '../../model/references.ts';
import type { Account } from './account.ts';
import { labelsOf } from './references.ts';

type Role = Bodies['tocsin_team_membership']['role'];

const roles: Readonly<Record<string, Role>> = {
  manager: 'Administrator',
  responder: 'Member',
  observer: 'Member',
};

/** Who is in which team. Others become members because a schedule or policy of the team names them. */
export interface Memberships {
  add(teamId: string, userId: string, role?: Role): void;
}

export function memberships({ work }: Pick<Account, 'work'>): Memberships {
  const keyOf = (id: string) => id.split(':').slice(2).join(':');
  return {
    add(teamId, userId, role = 'Member') {
      const key = `pagerduty:team-members:${keyOf(teamId)}:${keyOf(userId)}`;
      if (!work.has(key)) work.add('tocsin_team_membership', key, { teamId, userId, role });
    },
  };
}

export function bringTeams({ work, zoneOfTeam }: Pick<Account, 'work' | 'zoneOfTeam'>): void {
  for (const team of inOrderOfKeys(work.ledger.all('teams'))) {
    const id = team.text('id');
    const timeZoneId = zoneOfTeam(team.key);
    work.add('tocsin_team', team.key, {
      displayName: team.text('name') ?? team.name,
      ...(timeZoneId !== null && { timeZoneId }),
      labels: labelsOf(id),
    });
  }
}

export function bringMembers(
  account: Pick<Account, 'work' | 'userOf' | 'teamOf' | 'members'>,
): void {
  const { work, userOf, teamOf, members } = account;
  for (const member of inOrderOfKeys(work.ledger.all('team-members'))) {
    const teamId = `pagerduty:teams:${member.of[0] ?? ''}`;
    const userId = userOf(member.at('user'));
    const role = roleOf(member);
    if (userId === null) member.say('behaviour', 'no member: nobody of this account', 'user');
    else if (work.has(teamId)) members.add(teamId, userId, role);
  }
  // Users say it, too: all there is where memberships themselves could not be read.
  for (const user of inOrderOfKeys(work.ledger.all('users')))
    for (const team of user.list('teams')) {
      const teamId = teamOf(team);
      if (teamId !== null && work.has(user.key)) members.add(teamId, user.key);
    }
}

function roleOf(member: Source): Role {
  const name = member.text('role') ?? '';
  const role = roles[name];
  if (role === undefined) member.say('approximated', 'a member: this role is not known', 'role');
  if (name === 'observer') member.say('approximated', 'a member, who may also act', 'role');
  return role ?? 'Member';
}
