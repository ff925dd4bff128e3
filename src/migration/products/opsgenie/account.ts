import { isAddress } from '../../model/contacts.ts';
import type { Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';
import { createMatchedAttributes, type MatchedAttributes } from '../../model/matched-attributes.ts';
import { createIndex, type Index } from '../../model/references.ts';
import type { AlertField } from './alert-fields.ts';
import { createSeverities, type Severities } from './severities.ts';
import { createTeams, type Teams } from './teams.ts';

/** The account as its parts see it: its objects by how they refer to each other, and what people decided. */
export interface Account {
  /** The prefix of keys. */
  product: string;
  work: Work;
  people: Index;
  teams: Teams;
  schedules: Index;
  escalations: Index;
  severities: Severities;
  /** Attributes that rules compare and that mappings have to extract. */
  matched: MatchedAttributes<AlertField>;
  /** A team stands for its members on the day of the import, an escalation for the people of its first rule. */
  peopleBehind(participant: Source): Behind;
}

/** Null: it names nobody who is there. */
export type Behind = { people: readonly string[]; note: string | null } | null;

/** References to people have their address, others a name. */
export const members = ['username', 'name'];

/** People by their e-mail address, which is also what they are called. */
export function peopleIn({ ledger }: Work, product: string): Index {
  return createIndex(ledger, {
    ...{ product, members, kind: 'user-details', name: 'username' },
    isUsable: (source) => isAddress(source.text('username') ?? ''),
  });
}

export function createAccount(work: Work, product: string, people: Index): Account {
  const { ledger } = work;
  const teams = createTeams(work, product, people);
  const escalations = createIndex(ledger, { product, members, kind: 'escalations', name: 'name' });
  const account: Account = {
    product,
    work,
    people,
    teams,
    schedules: createIndex(ledger, { product, members, kind: 'schedules', name: 'name' }),
    escalations,
    severities: createSeverities(work),
    matched: createMatchedAttributes(),
    peopleBehind: (participant) => peopleBehind(account, participant),
  };
  return account;
}

function peopleBehind({ people, teams, escalations }: Account, participant: Source): Behind {
  switch (participant.text('type')) {
    case 'none':
    case 'noone':
      return { people: [], note: null };
    case 'user': {
      const key = people.find(participant);
      return key === null ? null : { people: [key], note: null };
    }
    case 'team': {
      const key = teams.index.find(participant);
      if (key === null) return null;
      const note = 'The team stands for its members of today: who joins it later is not on duty.';
      return { people: teams.membersOf(key).map(({ user }) => user), note };
    }
    case 'escalation': {
      const source = escalations.sourceOf(escalations.find(participant));
      if (!source) return null;
      const note = 'Only the people of the first rule of the escalation are on duty.';
      return { people: firstPeople(source, people, teams), note };
    }
    default:
      return null;
  }
}

function firstPeople(escalation: Source, people: Index, teams: Teams): string[] {
  const [first] = escalation
    .list('rules')
    .toSorted((one, other) => amountOf(one) - amountOf(other));
  const recipient = first?.at('recipient');
  if (!recipient) return [];
  const type = recipient.text('type');
  if (type === 'user') return [people.find(recipient) ?? []].flat();
  if (type !== 'team') return [];
  const team = teams.index.find(recipient);
  return team === null ? [] : teams.membersOf(team).map(({ user }) => user);
}

function amountOf(rule: Source): number {
  return rule.at('delay')?.number('timeAmount') ?? 0;
}
