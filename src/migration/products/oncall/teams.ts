import type { Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';
import { createIndex, type Index } from '../../model/references.ts';
import { createMembers, type Members, nameOfOwnerless } from '../../model/teams.ts';
import { textUpTo } from '../../model/texts.ts';

export interface Teams extends Pick<Members, 'involve'> {
  index: Index;
  /** The team that owns an object; a team for all that has none. */
  ownerOf(source: Source): string;
  membersOf(team: string): readonly string[];
  /** Adds teams and memberships: after all that involves people. */
  bring(): void;
}

export function createTeams(work: Work, people: Index): Teams {
  const index = createIndex(work.ledger, { product: 'oncall', kind: 'teams' });
  const { involve, bring } = createMembers(work, 'oncall:team_memberships');
  const named = new Map<string, string[]>(index.sources.map(({ key }) => [key, []]));
  for (const person of people.sources)
    for (const id of person.texts('teams')) {
      const team = index.find(id);
      if (team !== null) named.get(team)?.push(person.key);
    }
  for (const [team, users] of named) involve(team, users);
  let ownerless: string | null = null;
  return {
    index,
    ownerOf(source) {
      const id = source.text('team_id');
      const found = index.find(id);
      if (found !== null) return found;
      if (id) source.say('approximated', 'Its team is not there any more.', 'team_id');
      ownerless ??= ownerlessIn(work, index);
      return ownerless;
    },
    membersOf: (team) => [...new Set(named.get(team))],
    involve,
    bring() {
      // Hours of chains are in UTC, and those of policies in the zone of the team.
      for (const source of index.sources)
        work.add('tocsin_team', source.key, {
          displayName: textUpTo(500, source, 'name') ?? source.name,
          timeZoneId: 'UTC',
        });
      bring();
    },
  };
}

function ownerlessIn(work: Work, index: Index): string {
  const name = nameOfOwnerless(work, 'OnCall');
  const known = index.named(name);
  if (known !== null) return known;
  const body = { displayName: name, timeZoneId: 'UTC' };
  return work.add('tocsin_team', 'oncall:teams:ownerless', body);
}
