import { isAddress } from '../../model/contacts.ts';
import type { Work } from '../../model/importer.ts';
import { createIndex, type Index, uniqueNames } from '../../model/references.ts';
import { createRotations, type Rotations } from './rotations.ts';
import { createTeams, type Teams } from './teams.ts';

/** The GoAlert account as its parts see it: its objects by how they refer to each other. */
export interface Account {
  work: Work;
  people: Index;
  rotations: Rotations;
  schedules: Index;
  policies: Index;
  teams: Teams;
  /** No two schedules have one name here; a rotation and a schedule may have it there. */
  scheduleName(name: string): string;
}

export function createAccount(work: Work): Account {
  const { ledger } = work;
  const product = 'goalert';
  const people = createIndex(ledger, {
    ...{ product, kind: 'users' },
    isUsable: (source) => isAddress(source.text('email') ?? ''),
  });
  return {
    ...{ work, people },
    rotations: createRotations(work, people),
    schedules: createIndex(ledger, { product, kind: 'schedules' }),
    policies: createIndex(ledger, { product, kind: 'escalationPolicies' }),
    teams: createTeams(work),
    scheduleName: uniqueNames(),
  };
}
