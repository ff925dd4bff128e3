import { isAddress } from '../../model/contacts.ts';
import type { Work } from '../../model/importer.ts';
import { createIndex, type Index } from '../../model/references.ts';
import { createTeams, type Teams } from './teams.ts';

/** The organization as its parts see it: its objects by how they refer to each other. */
export interface Account {
  work: Work;
  people: Index;
  teams: Teams;
  schedules: Index;
  shifts: Index;
  chains: Index;
  webhooks: Index;
}

const product = 'oncall';

export function createAccount(work: Work): Account {
  const { ledger } = work;
  const people = createIndex(ledger, {
    ...{ product, kind: 'users' },
    isUsable: (source) => isAddress(source.text('email') ?? ''),
  });
  return {
    work,
    people,
    teams: createTeams(work, people),
    schedules: createIndex(ledger, { product, kind: 'schedules' }),
    shifts: createIndex(ledger, { product, kind: 'on_call_shifts' }),
    chains: createIndex(ledger, { product, kind: 'escalation_chains' }),
    webhooks: createIndex(ledger, { product, kind: 'outgoing_webhooks' }),
  };
}
