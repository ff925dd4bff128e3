import { courseReachOf, courseSourcesOf, type Setup } from '../stage/index.ts';
import type { GuaranteeFault, GuaranteeWire } from './guarantee-kind.ts';
import type { Witness } from './incident-classes.ts';
import { lateOffsets, lateSeconds } from './late.ts';
import { type Outcome, outcomeOver, type Pace } from './outcome.ts';
import type { Beginning, StagedSource } from './staged-source.ts';
import { type Time, type TimeClass, TooManyClasses, timesIn, timesWithin } from './time-classes.ts';
import { turnsIn } from './turns.ts';
import { unitOf } from './unit.ts';
import type { Played } from './verdict.ts';

interface CoursesOptions {
  guarantee: GuaranteeWire;
  setup: Setup;
  from: number;
  until: number;
  /** How long after its opening an incident is looked at. */
  reach: number;
  pace: Pace;
}

/** `again`: rules look at the incident once more, so what they ask about it counts, too. */
export type CourseOutcome<Result extends Played> = Outcome<Result> | 'again' | 'tooMany' | 'over';

type Divided = ReturnType<typeof timesIn> & { turnsMax: number };

/**
 * The courses of incidents after rules have run. Incidents that rules leave alike share one course, wherever they come
 * from and whatever their texts are: a team has one entry for each severity and each limit, not one for each of its
 * integrations and rules.
 */
export class Courses<Result extends Played> {
  readonly #options: CoursesOptions;
  /** By whom incidents begin with, and what divides their durations. */
  readonly #divided = new Map<string, Divided | null>();
  readonly #outcomes = new Map<string, CourseOutcome<Result>>();
  /** Classes of time, over all of them. */
  classes = 0;

  constructor(options: CoursesOptions) {
    this.#options = options;
  }

  /** At these times, or at all. The first incident that begins in this way stands for all others. */
  async of(
    source: StagedSource<Result>,
    { beginning, witness }: { beginning: Beginning<Result>; witness: Witness },
    fault: GuaranteeFault | null,
    times: readonly Time[] | null,
  ): Promise<CourseOutcome<Result>> {
    const when = times?.map(({ start, end }) => `${start}-${end}`).join() ?? '';
    const key = `${beginning.key} ${JSON.stringify(fault)} ${when}`;
    const known = this.#outcomes.get(key);
    if (known) return known;
    const outcome = await this.#played(source, beginning, witness, fault, times);
    this.#outcomes.set(key, outcome);
    return outcome;
  }

  async #played(
    source: StagedSource<Result>,
    beginning: Beginning<Result>,
    witness: Witness,
    fault: GuaranteeFault | null,
    times: readonly Time[] | null,
  ): Promise<CourseOutcome<Result>> {
    const { guarantee, pace } = this.#options;
    const divided = this.#dividedFor(source, beginning);
    if (divided === null) return 'tooMany';
    let isRuledAgain = false;
    const question = {
      told: guarantee.told,
      excuses: guarantee.excuses ?? [],
      fault,
      lateMax: lateSeconds * 1000,
      turnsMax: divided.turnsMax,
      nextChange: divided.nextChange,
      play: (...moment: Parameters<typeof source.play>) => {
        const played = source.play(...moment);
        isRuledAgain ||= beginning.wasRuledAgain(played);
        return played;
      },
    };
    const classes = times === null ? divided.classes : classesWithin(divided.classes, times);
    const outcome = await outcomeOver(question, witness, classes, pace);
    if (outcome === null) return 'over';
    return isRuledAgain ? 'again' : outcome;
  }

  #dividedFor(source: StagedSource<Result>, { teamIds, policyIds }: Beginning<Result>) {
    const { guarantee, setup, from, until, reach } = this.#options;
    const of = courseReachOf(setup, { teamIds, policyIds });
    const unit = unitOf(guarantee, setup, source, of);
    const key = JSON.stringify([teamIds, policyIds, unit]);
    const known = this.#divided.get(key);
    if (known !== undefined) return known;
    const sources = courseSourcesOf(setup, of);
    const made = dividedBy(() => ({
      ...timesIn({ sources, from, until, reach, unit, offsets: lateOffsets }),
      turnsMax: turnsIn(setup, of),
    }));
    this.classes += made?.classes.length ?? 0;
    this.#divided.set(key, made);
    return made;
  }
}

/** Null where there are more classes than can be told apart. */
export function dividedBy<Made>(divide: () => Made): Made | null {
  try {
    return divide();
  } catch (error) {
    if (error instanceof TooManyClasses) return null;
    throw error;
  }
}

/** The classes of which an instant is in these times. */
export function classesWithin(classes: readonly TimeClass[], bounds: readonly Time[]): TimeClass[] {
  return classes.flatMap((one) => {
    const times = timesWithin(one.times, bounds);
    const [first] = times;
    return first ? [{ ...one, at: first.start, times }] : [];
  });
}
