import { addDays, instantOf, ownZone } from '../../parts/local-time.ts';
import { fromUntilOf, idsOf, someOf, textOf } from '../../parts/search-values.ts';

export const outcomes = [
  'Accepted',
  'Voicemail',
  'Missed',
  'Blocklisted',
  'Failed',
  'Ongoing',
] as const;
export type Outcome = (typeof outcomes)[number];

export interface CallsSearch {
  /** Ids of integrations. */
  number?: string[];
  outcome?: Outcome[];
  /** How the number of the caller starts. */
  caller?: string;
  /** Days in the zone of the browser: `2026-03-01`. */
  from?: string;
  until?: string;
}

/** The filters of the calls, in the address, so that a link shows the same. */
export function callsSearch(search: Record<string, unknown>): CallsSearch {
  return {
    number: orNothing(idsOf(search.number)),
    outcome: orNothing(someOf(search.outcome, outcomes)),
    caller: callerOf(search.caller),
    ...fromUntilOf(search),
  };
}

/** The parameters that the list and the counts share. */
export function countsQuery({ number, from, until }: CallsSearch) {
  return {
    ...(number === undefined ? {} : { IntegrationIds: number }),
    ...(from === undefined ? {} : { From: midnight(from) }),
    // The last day counts in full.
    ...(until === undefined ? {} : { Until: midnight(addDays(until, 1)) }),
  };
}

export function listQuery(search: CallsSearch) {
  const { outcome, caller } = search;
  return {
    ...countsQuery(search),
    ...(outcome === undefined ? {} : { Outcomes: outcome }),
    ...(caller === undefined ? {} : { CallerNumber: caller }),
  };
}

function orNothing<Value>(list: Value[]): Value[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** The beginning of a number, as numbers are written. */
function callerOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && /^(\+|00)?[\d ().-]{1,40}$/.test(text) ? text : undefined;
}

function midnight(day: string): string {
  return new Date(instantOf(`${day}T00:00`, ownZone())).toISOString();
}
