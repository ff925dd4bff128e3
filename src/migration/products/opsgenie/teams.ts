import type { Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';
import { createIndex, type Index } from '../../model/references.ts';
import { textUpTo } from '../../model/texts.ts';
import { zoneOf } from './zones.ts';

interface Member {
  user: string;
  isAdministrator: boolean;
}

export interface Teams {
  index: Index;
  membersOf(team: string): readonly Member[];
  /** The team that owns an object; a team for all that has none. */
  ownerOf(source: Source): string;
  /** Whoever is in a schedule or escalation of a team becomes its member, so that they see what they are told of. */
  involve(team: string, users: readonly string[]): void;
  /** In which hours of its rules and policies are meant. */
  zoneOf(team: Source): string;
  /** Adds teams and memberships: after all that involves people. */
  bring(): void;
}

export function createTeams(work: Work, product: string, people: Index): Teams {
  const index = createIndex(work.ledger, {
    ...{ product, kind: 'team-details' },
    ...{ name: 'name', members: ['username', 'name'] },
  });
  const members = new Map(
    index.sources.map((source) => [source.key, membersIn(source, people)] as const),
  );
  const involved = new Map<string, Set<string>>();
  let ownerless: string | null = null;

  function ownerlessTeam(): string {
    ownerless ??= ownerlessIn(work, product, index);
    return ownerless;
  }

  return {
    index,
    membersOf: (team) => members.get(team) ?? [],
    ownerOf(source) {
      const owner = source.at('ownerTeam');
      const found = index.find(owner);
      if (found !== null) return found;
      if (owner) source.say('approximated', 'Its team is not there any more.', 'ownerTeam');
      return ownerlessTeam();
    },
    zoneOf: (team) => zoneOfTeam(work, team),
    involve(team, users) {
      const known = involved.get(team) ?? new Set();
      for (const user of users) known.add(user);
      involved.set(team, known);
    },
    bring() {
      for (const source of index.sources) bringTeam(work, source);
      for (const team of new Set([...members.keys(), ...involved.keys()])) {
        const roles = new Map<string, 'Administrator' | 'Member'>();
        for (const user of involved.get(team) ?? []) roles.set(user, 'Member');
        for (const { user, isAdministrator } of members.get(team) ?? [])
          roles.set(user, isAdministrator ? 'Administrator' : 'Member');
        for (const [userId, role] of roles)
          work.add('tocsin_team_membership', membershipKey(product, team, userId), {
            teamId: team,
            userId,
            role,
          });
      }
    },
  };
}

function bringTeam(work: Work, source: Source): void {
  work.add('tocsin_team', source.key, {
    displayName: textUpTo(500, source, 'name') ?? source.name,
    timeZoneId: zoneOfTeam(work, source),
  });
}

function membersIn(team: Source, people: Index): Member[] {
  return team.list('members').flatMap((member) => {
    const user = people.find(member.at('user'));
    const role = member.text('role')?.toLowerCase();
    if (user === null) {
      member.say('lost', 'This person is not in the account any more.');
      return [];
    }
    if (role !== 'admin' && role !== 'user')
      member.say('approximated', 'A role of the team itself becomes a plain member.', 'role');
    return [{ user, isAdministrator: role === 'admin' }];
  });
}

/** That of its routing rules, else of its schedules: hours of rules and policies are meant in it. */
function zoneOfTeam({ ledger }: Work, team: Source): string {
  const id = team.of.at(-1);
  const rules = ledger.all('team-routing-rules').filter(({ of }) => of[0] === id);
  const schedules = ledger
    .all('schedules')
    .filter((schedule) => schedule.at('ownerTeam')?.text('id') === id);
  return (
    rules.map((rule) => zoneOf(rule.text('timezone'))).find((zone) => zone !== null) ??
    schedules.map((schedule) => zoneOf(schedule.text('timezone'))).find((zone) => zone !== null) ??
    'UTC'
  );
}

function ownerlessIn(work: Work, product: string, index: Index): string {
  const name = work.answer({
    id: 'ownerless',
    text: 'Which team owns what has no team? A name that no team has becomes a new team.',
    usual: 'Opsgenie',
  });
  const known = index.named(name);
  if (known !== null) return known;
  return work.add('tocsin_team', `${product}:team-details:ownerless`, { displayName: name });
}

function membershipKey(product: string, team: string, user: string): string {
  const idOf = (key: string) => key.slice(key.lastIndexOf(':') + 1);
  return `${product}:team-memberships:${idOf(team)}:${idOf(user)}`;
}
