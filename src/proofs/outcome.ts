import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { Witness } from './incident-classes.ts';
import { lateSeconds } from './late.ts';
import { eachOnce, type ObjectOfPlay } from './objects-of-play.ts';
import type { Time, TimeClass } from './time-classes.ts';
import { type Chances, type Played, type Question, verdictAt } from './verdict.ts';

/** The result for incidents of one kind at all instants of some classes. */
export interface Outcome<Result extends Played> {
  holes: Time[];
  excused: Time[];
  /** The objects by which they are. */
  excusedBy: ObjectOfPlay[];
  /** At some instant enough people are told. */
  hasTold: boolean;
  /** At some instant there are more ways than are played. */
  isUndecided: boolean;
  /** The earliest instant at which it breaks. */
  broken: { at: number; chances: Chances; played: Result } | null;
}

const sliceMilliseconds = 15;

/** Gives other work its turn, and says when time is over. */
export class Pace {
  readonly #isOver: () => boolean;
  readonly #makeWay: (took: number) => Promise<void>;
  #since = performance.now();

  constructor(isOver: () => boolean, makeWay: (took: number) => Promise<void> = async () => {}) {
    this.#isOver = isOver;
    this.#makeWay = makeWay;
  }

  /** False: there is no more time. */
  async goesOn(): Promise<boolean> {
    const took = performance.now() - this.#since;
    if (took > sliceMilliseconds) {
      await turnOfOthers();
      await this.#makeWay(took);
      this.#since = performance.now();
    }
    return !this.#isOver();
  }
}

/** Plays one incident in each class; null where time was over before. */
export async function outcomeOver<Result extends Played>(
  question: Question<Result>,
  witness: Witness,
  classes: readonly TimeClass[],
  pace: Pace,
): Promise<Outcome<Result> | null> {
  const outcome: Outcome<Result> = {
    holes: [],
    excused: [],
    excusedBy: [],
    hasTold: false,
    isUndecided: false,
    broken: null,
  };
  /** After how long enough people are told, by the answers that stay the same until then. */
  const toldAfter = new Map<number, number>();
  const longestFirst = classes.toSorted((one, other) => other.unchangedFor - one.unchangedFor);
  for (const { at, times, answers, unchangedFor } of longestFirst) {
    const least = toldAfter.get(answers) ?? Number.POSITIVE_INFINITY;
    // Later changes do not count: people who have been told stay told.
    if (least + lateSeconds * 1000 <= unchangedFor) continue;
    if (!(await pace.goesOn())) return null;
    const { kind, toldAfter: after, chances, played } = verdictAt(question, witness, at);
    if (kind === 'told') {
      outcome.hasTold = true;
      if (after + lateSeconds * 1000 <= unchangedFor)
        toldAfter.set(answers, Math.min(least, after));
    } else if (kind === 'excused') {
      outcome.excused.push(...times);
      outcome.excusedBy = eachOnce([...outcome.excusedBy, ...played.keptBy]);
    } else if (kind === 'undecided') outcome.isUndecided = true;
    else {
      outcome.holes.push(...times);
      if (outcome.broken === null || at < outcome.broken.at)
        outcome.broken = { at, chances, played };
    }
  }
  return outcome;
}
