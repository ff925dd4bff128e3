import type { ApiClient } from './api-client.ts';

export interface Person {
  id: string;
  email: string;
}

/** A team with people in tiers, as somebody sets it up through the API. */
export interface StaffedTeam {
  id: string;
  people: Record<string, Person>;
}

/** Makes a team whose tiers have the people named, with the settings given for each tier. */
export async function staffTeam(
  api: ApiClient,
  displayName: string,
  tiers: { people: string[]; settings?: object; schedule?: object }[],
  options: { users?: Record<string, object>; tierSettings?: object } = {},
): Promise<StaffedTeam> {
  const id = await api.make('/team', { displayName, timeZoneId: 'UTC' });
  const people: Record<string, Person> = {};
  const memberships: Record<string, string> = {};
  for (const name of new Set(tiers.flatMap((tier) => tier.people))) {
    const email = `${name.toLowerCase()}@example.com`;
    const userId = await api.make('/user', {
      displayName: name,
      email,
      timeZoneId: 'UTC',
      ...options.users?.[name],
    });
    people[name] = { id: userId, email };
    memberships[name] = await api.make('/team-membership', {
      userId,
      teamId: id,
      role: 'Member',
    });
  }
  await api.make('/team-escalations', {
    teamId: id,
    escalationTiers: tiers.map(({ people: members, settings, schedule }) => ({
      ...settings,
      schedules: [
        {
          ...schedule,
          rotations: [
            { members: members.map((name) => ({ teamMembershipId: memberships[name] })) },
          ],
        },
      ],
    })),
    ...(options.tierSettings ? { tierSettings: options.tierSettings } : {}),
  });
  return { id, people };
}
