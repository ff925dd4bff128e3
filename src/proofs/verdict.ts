import type { ChannelName } from '../channels/index.ts';
import type { GuaranteeFault, GuaranteeWire } from './guarantee-kind.ts';
import type { Witness } from './incident-classes.ts';
import type { ObjectOfPlay } from './objects-of-play.ts';

/** A temporary reason for which people are not told, and which a guarantee may excuse. */
export type Excuse = NonNullable<GuaranteeWire['excuses']>[number];

/** The result of an incident on virtual time. */
export interface Played {
  /** When it was due to be looked at, in order. */
  looks: readonly number[];
  told: readonly { userId: string; channel: ChannelName; at: number }[];
  excuse: Excuse | null;
  /** Silences, windows and shadow runs that kept people from being told. */
  keptBy: readonly ObjectOfPlay[];
  /** Round robins whose turn decided. */
  turns: readonly string[];
  /** More happens than was played. */
  isCut: boolean;
}

/** Unknown circumstances of the moment; the worst case counts. */
export interface Chances {
  /** How late a look is, by when it is due; not at all where nothing is said. */
  late: ReadonlyMap<number, number>;
  /** Turns of round robins. */
  turns: ReadonlyMap<string, number>;
}

export type Play<Result extends Played = Played> = (
  witness: Witness,
  at: number,
  until: number,
  chances: Chances,
  fault: GuaranteeFault | null,
) => Result;

export interface Verdict<Result extends Played = Played> {
  kind: 'told' | 'excused' | 'broken' | 'undecided';
  played: Result;
  chances: Chances;
  /** The longest time, in milliseconds, until enough people are told. */
  toldAfter: number;
}

export interface Question<Result extends Played = Played> {
  told: GuaranteeWire['told'];
  excuses: readonly Excuse[];
  fault: GuaranteeFault | null;
  play: Play<Result>;
  /** Milliseconds by which a look may be late. */
  lateMax: number;
  /** As many turns as a round robin can take that differ. */
  turnsMax: number;
  /** The next instant after this one at which an answer may change. */
  nextChange(at: number): number;
}

const minute = 60_000;
/** Ways in which looks may be late and turns may fall. */
const waysMax = 256;

/** When each of the people is first told in time by a channel that counts, in order. */
function firstTold({ told }: Played, at: number, wanted: GuaranteeWire['told']): number[] {
  const channels = wanted.channels ?? [];
  const first = new Map<string, number>();
  for (const { userId, channel, at: toldAt } of told) {
    if (toldAt > at + wanted.withinMinutes * minute) continue;
    if (channels.length > 0 && !channels.includes(channel)) continue;
    first.set(userId, Math.min(first.get(userId) ?? toldAt, toldAt));
  }
  return [...first.values()].sort((one, other) => one - other);
}

/** How many different people are told of it in time. */
export function peopleTold(played: Played, at: number, wanted: GuaranteeWire['told']): number {
  return firstTold(played, at, wanted).length;
}

/** Nobody acknowledges, so whoever is away is one of those who are told. */
export function peopleWanted(told: GuaranteeWire['told'], fault: GuaranteeFault | null): number {
  return (told.people ?? 1) + (fault?.fault === 'PeopleAway' ? (fault.count ?? 1) : 0);
}

/**
 * The worst result of an incident that opens at `at`: wherever an answer may change while a look is late, both sides
 * are played, and every turn that a round robin may have. Pure.
 */
export function verdictAt<Result extends Played>(
  question: Question<Result>,
  witness: Witness,
  at: number,
): Verdict<Result> {
  const { told, excuses, fault, play, lateMax, turnsMax, nextChange } = question;
  const until = at + told.withinMinutes * minute;
  const wanted = peopleWanted(told, fault);
  const open: Chances[] = [{ late: new Map(), turns: new Map() }];
  let worst: Verdict<Result> | null = null;
  for (let ways = 0; open.length > 0; ways += 1) {
    const chances = open.pop();
    if (!chances) break;
    const played = play(witness, at, until, chances, fault);
    if (ways >= waysMax) return { kind: 'undecided', played, chances, toldAfter: 0 };
    const last = firstTold(played, at, told)[wanted - 1];
    const toldAfter = Math.max(worst?.toldAfter ?? 0, (last ?? at) - at);
    const kind = last === undefined ? untoldAs(played) : 'told';
    const verdict: Verdict<Result> = { kind, played, chances, toldAfter };
    if (verdict.kind === 'broken')
      return verdict.played.isCut ? { ...verdict, kind: 'undecided' } : verdict;
    worst = worseOf(worst, verdict);
    branch(played, chances);
  }
  if (worst === null) throw new RangeError('Nothing was played.');
  return worst;

  function untoldAs({ excuse }: Played) {
    return excuse && excuses.includes(excuse) ? 'excused' : 'broken';
  }

  /** The first look that has not been thought of, and the first turn. */
  function branch({ looks, turns }: Played, chances: Chances): void {
    const key = turns.find((one) => !chances.turns.has(one));
    if (key !== undefined) {
      // The first one has just been played.
      for (let turn = turnsMax - 1; turn >= 1; turn -= 1)
        open.push({ ...chances, turns: new Map([...chances.turns, [key, turn]]) });
      open.push({ ...chances, turns: new Map([...chances.turns, [key, 0]]) });
      return;
    }
    for (const due of looks) {
      const change = nextChange(due);
      if (chances.late.has(due) || change > due + lateMax) continue;
      open.push({ ...chances, late: new Map([...chances.late, [due, change - due]]) });
      open.push({ ...chances, late: new Map([...chances.late, [due, 0]]) });
      return;
    }
  }
}

/** Excused in one way is excused. */
function worseOf<Result extends Played>(
  one: Verdict<Result> | null,
  other: Verdict<Result>,
): Verdict<Result> {
  return one?.kind === 'excused' ? one : other;
}
