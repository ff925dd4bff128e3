import { isAddress } from '../../model/contacts.ts';
import type { Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';
import { createIndex, type Index } from '../../model/references.ts';
import { createRotations, type Rotations } from './rotation-slugs.ts';
import { createTeams, type Teams } from './teams.ts';

/** The organization as its parts see it: its objects by how they refer to each other. */
export interface Account {
  work: Work;
  people: Index;
  teams: Teams;
  rotations: Rotations;
  policies: Index;
  /** The team of a policy, which only the list of policies names. */
  teamOf(policy: Source): string;
}

export const product = 'splunk-oncall';

export function createAccount(work: Work): Account {
  const { ledger } = work;
  const people = createIndex(ledger, {
    ...{ product, kind: 'users', id: 'username' },
    isUsable: (source) => isAddress(source.text('email') ?? ''),
  });
  const teams = createTeams(work, people);
  const teamSlugs = new Map(
    ledger
      .all('policies')
      .map((one) => [one.at('policy')?.text('slug'), one.at('team')?.text('slug') ?? null]),
  );
  return {
    ...{ work, people, teams },
    rotations: createRotations(ledger),
    policies: createIndex(ledger, { product, kind: 'policy-details', id: 'slug' }),
    teamOf: (policy) => teams.owner(teamSlugs.get(policy.of[0]) ?? null),
  };
}
