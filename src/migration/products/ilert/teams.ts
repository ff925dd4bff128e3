import type { Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';
import { createIndex, type Index } from '../../model/references.ts';
import { textUpTo } from '../../model/texts.ts';

export interface Teams {
  index: Index;
  /** The first of its teams; a team for all that has none. */
  ownerOf(source: Source): string;
  /**
   * Makes the people in a schedule or policy of a team its members, so that they see the incidents they are told of.
   */
  involve(team: string, users: readonly string[]): void;
  /** Adds teams and memberships: after all that involves people. */
  bring(): void;
}

type Role = 'Member' | 'Administrator';

export function createTeams(work: Work, people: Index): Teams {
  const index = createIndex(work.ledger, { product: 'ilert', kind: 'teams' });
  const members = new Map<string, Map<string, Role>>();
  for (const team of index.sources) members.set(team.key, membersOf(team, people));
  let ownerless: string | null = null;
  return {
    index,
    ownerOf(source) {
      const [first, ...others] = source.list('teams').flatMap((team) => index.find(team) ?? []);
      if (others.length > 0)
        source.say('lost', 'Belongs to its first team: an object has one owner here.', 'teams');
      ownerless ??= first === undefined ? ownerlessIn(work, index) : null;
      return first ?? ownerless ?? '';
    },
    involve(team, users) {
      const known = members.get(team) ?? new Map<string, Role>();
      for (const user of users) if (!known.has(user)) known.set(user, 'Member');
      members.set(team, known);
    },
    bring() {
      for (const source of index.sources)
        work.add('tocsin_team', source.key, {
          displayName: textUpTo(500, source, 'name') ?? source.name,
        });
      for (const [teamId, users] of members)
        for (const [userId, role] of users)
          work.add('tocsin_team_membership', membershipKey(teamId, userId), {
            ...{ teamId, userId, role },
          });
    },
  };
}

function membersOf(team: Source, people: Index): Map<string, Role> {
  const roles = new Map<string, Role>();
  for (const member of team.list('members')) {
    const key = people.find(member.at('user'));
    const role = member.text('role');
    if (key === null) member.say('lost', 'A member who cannot be invited.');
    else roles.set(key, role === 'ADMIN' ? 'Administrator' : 'Member');
    if (role === 'STAKEHOLDER')
      member.say('behaviour', 'Only reads there; as a Member this person may be told.', 'role');
  }
  return roles;
}

function ownerlessIn(work: Work, index: Index): string {
  const name = work.answer({
    id: 'ownerless',
    text: 'Which team owns what has no team? A name that no team has becomes a new team.',
    usual: 'ilert',
  });
  const known = index.named(name);
  return known ?? work.add('tocsin_team', 'ilert:teams:ownerless', { displayName: name });
}

function membershipKey(team: string, user: string): string {
  const idOf = (key: string) => key.slice(key.lastIndexOf(':') + 1);
  return `ilert:team-memberships:${idOf(team)}:${idOf(user)}`;
}
