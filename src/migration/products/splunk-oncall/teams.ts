import type { Work } from '../../model/importer.ts';
import { createIndex, type Index } from '../../model/references.ts';
import { createMembers, type Members, nameOfOwnerless } from '../../model/teams.ts';
import { textUpTo } from '../../model/texts.ts';
import { commonestZone } from './zones.ts';

export interface Teams extends Pick<Members, 'involve'> {
  /** The key of the team with this slug; a team for all that has none. */
  owner(slug: string | null): string;
  /** Adds teams and memberships: after all that involves people. */
  bring(): void;
}

export function createTeams(work: Work, people: Index): Teams {
  const { ledger } = work;
  const index = createIndex(ledger, { product: 'splunk-oncall', kind: 'teams', id: 'slug' });
  const members = createMembers(work, 'splunk-oncall:team-memberships');
  let ownerless: string | null = null;
  return {
    involve: members.involve,
    owner(slug) {
      const found = index.find(slug);
      if (found !== null) return found;
      ownerless ??= ownerlessIn(work, index);
      return ownerless;
    },
    bring() {
      for (const source of index.sources)
        work.add('tocsin_team', source.key, {
          displayName: textUpTo(500, source, 'name') ?? source.name,
          timeZoneId: commonestZone(ledger, source.text('slug')) ?? 'UTC',
        });
      members.bring(rolesOf(work, index, people));
    },
  };
}

function rolesOf({ ledger }: Work, teams: Index, people: Index) {
  const roles = new Map<string, Map<string, 'Member' | 'Administrator'>>();
  for (const kind of ['team-members', 'team-admins'])
    for (const source of ledger.all(kind)) {
      const team = teams.find(source.of[0] ?? null);
      const user = people.find(source.text('username'));
      if (team === null || user === null) continue;
      const own = roles.get(team) ?? new Map();
      own.set(user, kind === 'team-admins' ? 'Administrator' : 'Member');
      roles.set(team, own);
    }
  return roles;
}

function ownerlessIn(work: Work, index: Index): string {
  const name = nameOfOwnerless(work, 'Splunk On-Call');
  const known = index.named(name);
  if (known !== null) return known;
  const body = { displayName: name, timeZoneId: 'UTC' };
  return work.add('tocsin_team', 'splunk-oncall:teams:ownerless', body);
}
