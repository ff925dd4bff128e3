import type { Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';
import { type Find, inOrderOfKeys, type Known } from '../../model/references.ts';
import { finder } from './references.ts';
import type { Memberships } from './teams.ts';

/** Shared by all subjects: lookups for references, and the team that owns each object. */
export interface Account {
  work: Work;
  userOf: Find;
  teamOf: Find;
  members: Memberships;
  /** The zone in which hours of a team are meant; null: none is known. */
  zoneOfTeam(key: string): string | null;
  /** The first of an object's teams that is known; null where it has none. */
  teamIn(source: Source): string | null;
  /** The team of what has none, as whoever imports says. */
  ownerless(): string;
}

export function teamsKnown({ ledger }: Work): Known[] {
  return inOrderOfKeys(ledger.all('teams')).map((team) => ({
    id: team.text('id'),
    key: team.key,
    name: team.text('name') ?? team.name,
  }));
}

export function ownTeams(
  work: Work,
  teams: readonly Known[],
): Pick<Account, 'teamOf' | 'teamIn' | 'ownerless'> {
  const teamOf = finder(teams);
  return {
    teamOf,
    teamIn(source) {
      let found: string | null = null;
      for (const team of source.list('teams')) {
        const key = teamOf(team);
        if (key === null) team.say('lost', 'no team of this account');
        else if (found === null) found = key;
        else team.say('lost', 'owned by the first of its teams alone; others may use it, too');
      }
      return found;
    },
    ownerless() {
      const only = teams.length === 1 ? teams[0] : undefined;
      const name = work.answer({
        id: 'ownerless',
        text: 'Which team owns what belongs to no team in PagerDuty? A name that no team has makes a new one.',
        usual: only?.name ?? 'PagerDuty',
      });
      const known = teams.find((team) => team.name === name);
      if (known) return known.key;
      const key = 'pagerduty:teams:ownerless';
      if (!work.has(key)) work.add('tocsin_team', key, { displayName: name });
      return key;
    },
  };
}
