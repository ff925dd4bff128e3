import type { Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';
import { createIndex, type Index } from '../../model/references.ts';
import { createMembers, type Members, nameOfOwnerless } from '../../model/teams.ts';
import { textUpTo } from '../../model/texts.ts';
import { zoneOf } from './zones.ts';

interface Member {
  user: string;
  isAdministrator: boolean;
}

export interface Teams extends Pick<Members, 'involve'> {
  index: Index;
  membersOf(team: string): readonly Member[];
  /** The team that owns an object; a team for all that has none. */
  ownerOf(source: Source): string;
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
  const { involve, bring } = createMembers(work, `${product}:team-memberships`);
  const zones = new Map<string, string>();
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
    zoneOf(team) {
      // Each of its rules asks.
      const zone = zones.get(team.key) ?? zoneOfTeam(work, team);
      zones.set(team.key, zone);
      return zone;
    },
    involve,
    bring() {
      for (const source of index.sources) bringTeam(work, source);
      const roles = [...members].map(
        ([team, own]) =>
          [
            team,
            new Map(own.map(({ user, isAdministrator }) => [user, roleOf(isAdministrator)])),
          ] as const,
      );
      bring(new Map(roles));
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
  const name = nameOfOwnerless(work, 'Opsgenie');
  const known = index.named(name);
  if (known !== null) return known;
  return work.add('tocsin_team', `${product}:team-details:ownerless`, { displayName: name });
}

function roleOf(isAdministrator: boolean): 'Administrator' | 'Member' {
  return isAdministrator ? 'Administrator' : 'Member';
}
