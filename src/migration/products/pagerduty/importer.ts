import type { Importer, Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';
import { type Account, ownTeams, teamsKnown } from './account.ts';
import { fields } from './fields.ts';
import { interpretPolicies } from './interpret.ts';
import { createMappings } from './mappings.ts';
import { bringOrchestrations } from './orchestrations.ts';
import { pagerdutyPast } from './past-events.ts';
import { bringPeople } from './people.ts';
import { bringPolicies, teamsByPolicies } from './policies.ts';
import { finder } from './references.ts';
import { renderedSchedules } from './render.ts';
import { bringOverrides, bringSchedules } from './schedules.ts';
import { bringMaintenance, bringServices, usesOfPolicies } from './services.ts';
import { shownSchedules } from './shown.ts';
import { bringMembers, bringTeams, memberships } from './teams.ts';
import { zoneOf } from './zones.ts';

export const pagerdutyImporter: Importer = {
  fields,
  bring(given) {
    const work = withoutRepeats(given);
    const teams = teamsKnown(work);
    const owners = ownTeams(work, teams);
    const account: Account = {
      ...{ work, ...owners },
      zoneOfTeam: zonesOfTeams(work.ledger.all('schedule-details'), owners),
      userOf: finder(bringPeople({ work })),
      members: memberships({ work }),
    };
    bringTeams(account);
    bringMembers(account);
    const scheduleOf = finder(bringSchedules(account, teamsByPolicies(account)));
    bringOverrides(account);
    const policies = bringPolicies(account, scheduleOf, usesOfPolicies(account));
    const mappings = createMappings();
    const services = bringServices(account, policies, mappings);
    bringMaintenance(account, services);
    bringOrchestrations(account, services, policies, mappings);
  },
  rendered: renderedSchedules,
  shown: shownSchedules,
  interpreted: interpretPolicies,
  past: pagerdutyPast,
};

/** Lists that change while they are read answer an object twice: the first one counts. */
function withoutRepeats(work: Work): Work {
  return { ...work, add: (type, key, body) => (work.has(key) ? key : work.add(type, key, body)) };
}

/** The zone that most schedules of a team have, in which its hours are meant. */
function zonesOfTeams(
  schedules: readonly Source[],
  { teamOf }: Pick<Account, 'teamOf'>,
): (teamKey: string) => string | null {
  const counts = new Map<string, Map<string, number>>();
  for (const schedule of schedules) {
    const key = teamOf(schedule.list('teams')[0] ?? null);
    const zone = zoneOf(schedule.text('time_zone') ?? '');
    if (key === null || zone === null) continue;
    const own = counts.get(key) ?? new Map<string, number>();
    counts.set(key, own.set(zone, (own.get(zone) ?? 0) + 1));
  }
  return (key) => {
    const [most] = [...(counts.get(key) ?? [])].sort(
      ([one, a], [other, b]) => b - a || (one < other ? -1 : 1),
    );
    return most?.[0] ?? null;
  };
}
