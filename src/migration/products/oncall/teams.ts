import type { Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';
import { createIndex, type Index } from '../../model/references.ts';
import { textUpTo } from '../../model/texts.ts';

export interface Teams {
  index: Index;
  /** The team that owns an object; a team for all that has none. */
  ownerOf(source: Source): string;
  membersOf(team: string): readonly string[];
  /** Whoever is in a schedule or chain of a team becomes its member, so that they see what they are told of. */
  involve(team: string, users: readonly string[]): void;
  /** Adds teams and memberships: after all that involves people. */
  bring(): void;
}

export function createTeams(work: Work, people: Index): Teams {
  const index = createIndex(work.ledger, { product: 'oncall', kind: 'teams' });
  const members = new Map<string, Set<string>>(index.sources.map(({ key }) => [key, new Set()]));
  for (const person of people.sources)
    for (const id of person.texts('teams')) {
      const team = index.find(id);
      if (team !== null) members.get(team)?.add(person.key);
    }
  const named = new Map([...members].map(([team, users]) => [team, [...users]]));
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
    membersOf: (team) => named.get(team) ?? [],
    involve(team, users) {
      const known = members.get(team) ?? new Set();
      for (const user of users) known.add(user);
      members.set(team, known);
    },
    bring() {
      // Hours of chains are in UTC, and those of policies in the zone of the team.
      for (const source of index.sources)
        work.add('tocsin_team', source.key, {
          displayName: textUpTo(500, source, 'name') ?? source.name,
          timeZoneId: 'UTC',
        });
      for (const [teamId, users] of members)
        for (const userId of users)
          work.add('tocsin_team_membership', membershipKey(teamId, userId), {
            ...{ teamId, userId },
            role: 'Member',
          });
    },
  };
}

function ownerlessIn(work: Work, index: Index): string {
  const name = work.answer({
    id: 'ownerless',
    text: 'Which team owns what has no team? A name that no team has becomes a new team.',
    usual: 'OnCall',
  });
  const known = index.named(name);
  if (known !== null) return known;
  const body = { displayName: name, timeZoneId: 'UTC' };
  return work.add('tocsin_team', 'oncall:teams:ownerless', body);
}

function membershipKey(team: string, user: string): string {
  const idOf = (key: string) => key.slice(key.lastIndexOf(':') + 1);
  return `oncall:team_memberships:${idOf(team)}:${idOf(user)}`;
}
