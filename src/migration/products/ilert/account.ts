import type { Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';
import { createIndex, type Index, uniqueNames } from '../../model/references.ts';
import { createTeams, type Teams } from './teams.ts';

/** The account as its parts see it: its objects by how they refer to each other. */
export interface Account {
  work: Work;
  people: Index;
  teams: Teams;
  schedules: Index;
  policies: Index;
  hours: Index;
  scheduleName(name: string): string;
  hoursName(name: string): string;
}

const product = 'ilert';
const addressed = /^[^\s@]+@[^\s@]+$/;

export function createAccount(work: Work): Account {
  const { ledger } = work;
  const people = createIndex(ledger, {
    ...{ product, kind: 'users' },
    isUsable: (source) => addressed.test(source.text('email') ?? ''),
  });
  return {
    ...{ work, people },
    teams: createTeams(work, people),
    schedules: createIndex(ledger, { product, kind: 'schedules' }),
    policies: createIndex(ledger, { product, kind: 'escalation-policies' }),
    hours: createIndex(ledger, { product, kind: 'support-hour-details' }),
    scheduleName: uniqueNames(),
    hoursName: uniqueNames(),
  };
}

/** An instant as we write it; what has no offset is a local time. Null where it cannot be read. */
export function instantAt(source: Source, member: string, zone: string): string | null {
  const text = source.text(member) ?? '';
  const hasOffset = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  try {
    const at = hasOffset
      ? Date.parse(text)
      : Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds;
    return new Date(at).toISOString();
  } catch {
    return null;
  }
}
