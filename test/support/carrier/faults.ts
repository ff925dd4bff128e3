import type { Random } from './random.ts';

/** What goes wrong with one webhook on its way. */
export type Fault =
  /** Arrives, and the same arrives again some seconds after its answer. */
  | { fault: 'duplicate'; after: number }
  /** Arrives at once and twice, at different servers where there are several. */
  | { fault: 'twice-at-once' }
  /** Arrives that much later. */
  | { fault: 'delay'; seconds: number }
  /** Never arrives, however often it is tried. */
  | { fault: 'drop' }
  /** Does not arrive the first time. */
  | { fault: 'no-connection' }
  /** Arrives, but its answer only seconds later. */
  | { fault: 'slow-answer'; seconds: number }
  /** Arrives, but its answer does not. */
  | { fault: 'lost-answer' }
  /** The server dies that many milliseconds after it was sent. */
  | { fault: 'kill'; milliseconds: number };

/** One webhook, before it is sent. */
export interface Outgoing {
  /** Last part of the address, such as `dial-result`. */
  kind: string;
  /** How many of this kind this call has had, this one included. */
  nth: number;
  /** The carrier waits for words; otherwise it only reports. */
  isAwaited: boolean;
  fields: Readonly<Record<string, string>>;
}

export type Faults = (webhook: Outgoing) => Fault | null;

export const noFaults: Faults = () => null;

/** For every webhook of a kind; `kind nth` for one of them, and `kind status` for those that report this status. */
export function faultsOn(table: Readonly<Record<string, Fault>>): Faults {
  return ({ kind, nth, fields }) =>
    table[`${kind} ${nth}`] ?? table[`${kind} ${statusOf(fields)}`] ?? table[kind] ?? null;
}

function statusOf(fields: Readonly<Record<string, string>>): string {
  return fields.RecordingStatus ?? fields.TranscriptionStatus ?? fields.CallStatus ?? '';
}

/** How often of 1 each fault happens. */
export interface FaultRates {
  duplicate: number;
  twiceAtOnce: number;
  delay: number;
  /** Of reports that nothing depends on. */
  drop: number;
  noConnection: number;
  lostAnswer: number;
  slowAnswer: number;
}

/** The others are late or doubled at worst. */
const mayBeLost = new Set(['leg-status']);

export function randomFaults(random: Random, rates: FaultRates): Faults {
  return ({ kind, isAwaited }) => {
    if (random.happens(rates.duplicate))
      return { fault: 'duplicate', after: random.pick([0.1, 1, 7, 40]) };
    if (random.happens(rates.twiceAtOnce)) return { fault: 'twice-at-once' };
    if (isAwaited) return random.happens(rates.noConnection) ? { fault: 'no-connection' } : null;
    if (mayBeLost.has(kind) && random.happens(rates.drop)) return { fault: 'drop' };
    return random.happens(rates.delay)
      ? { fault: 'delay', seconds: random.pick([0.3, 2, 6, 30]) }
      : null;
  };
}
