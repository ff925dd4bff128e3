import type { PolicyPlan } from '../on-call/index.ts';
import { say } from '../sentences/index.ts';
import { openingSourcesOf, type Reach, type Setup, sourcesOf } from '../stage/index.ts';
import { type CourseOutcome, type Courses, classesWithin, dividedBy } from './courses.ts';
import type { Findings } from './findings.ts';
import type { GuaranteeFault, GuaranteeWire } from './guarantee-kind.ts';
import type { Witness } from './incident-classes.ts';
import { lateOffsets, lateSeconds } from './late.ts';
import { outcomeOver, type Pace } from './outcome.ts';
import type { Beginning, StagedSource } from './staged-source.ts';
import { quietTimes, type Time, timesIn } from './time-classes.ts';
import { turnsIn } from './turns.ts';
import { unitOf } from './unit.ts';
import type { Played } from './verdict.ts';

/** All of a proof that its integrations have in common. */
export interface ProofCourse<Result extends Played> {
  guarantee: GuaranteeWire;
  setup: Setup;
  from: number;
  until: number;
  /** How long after its opening an incident is looked at. */
  reach: number;
  pace: Pace;
  courses: Courses<Result>;
  findings: Findings<Result>;
}

/** Plays an incident of each kind of one integration at an instant of each kind. */
export async function proveSource<Result extends Played>(
  proof: ProofCourse<Result>,
  source: StagedSource<Result>,
  reach: Reach,
  witnesses: readonly Witness[],
): Promise<void> {
  const { guarantee, setup, findings } = proof;
  const integration = source.displayName;
  if (reach.policies.some(({ plan }) => picksAtRandom(plan)))
    findings.reasons.push(say('proofHasChance', { integration }));
  const { from, until } = proof;
  const openings = openingSourcesOf(setup, source, reach);
  const quiet = quietTimes({ sources: openings, from, until, reach: proof.reach });
  const begun = witnesses.map((witness) =>
    quiet.groups.map((times) => source.begin(witness, times[0]?.start ?? from)),
  );
  const whole = new WholeTimes(proof, source, reach);
  // In this order the smallest counter-example comes first: the fewest faults, then the fewest attributes.
  for (const fault of [null, ...(guarantee.evenIf ?? [])])
    for (const [index, witness] of witnesses.entries()) {
      const beginnings = begun[index] ?? [];
      const incident = { fault, source, witness };
      const outcomes = await coursesOf(proof, incident, beginnings, quiet.groups);
      const rest = outcomes === null ? null : quiet.rest;
      const last = rest?.length === 0 ? [] : await whole.outcome(witness, fault, rest);
      const isCut = last === 'tooMany' || last === 'over';
      findings.noteAll(incident, [...(outcomes ?? []), ...(isCut ? [] : [last].flat())]);
      if (!isCut) continue;
      const code = last === 'over' ? 'proofTookTooLong' : 'proofTooManyTimes';
      findings.reasons.push(say(code, { integration }));
      return;
    }
}

/** The courses of the incident in quiet times; null if they do not follow from its beginning. */
async function coursesOf<Result extends Played>(
  { courses }: ProofCourse<Result>,
  incident: { fault: GuaranteeFault | null; source: StagedSource<Result>; witness: Witness },
  beginnings: readonly (Beginning<Result> | null)[],
  groups: readonly Time[][],
) {
  const { fault, source, witness } = incident;
  const outcomes: Exclude<CourseOutcome<Result>, string>[] = [];
  const isAlways = groups.length === 1 && groups[0]?.length === 1;
  for (const [index, times] of groups.entries()) {
    const beginning = beginnings[index];
    if (!beginning) return null;
    const begun = { beginning, witness };
    const outcome = await courses.of(source, begun, fault, isAlways ? null : times);
    if (typeof outcome === 'string') return null;
    outcomes.push(outcome);
  }
  return outcomes;
}

/** The classes of an integration by all that its incidents may reach, made when they are asked for. */
class WholeTimes<Result extends Played> {
  readonly #proof: ProofCourse<Result>;
  readonly #source: StagedSource<Result>;
  readonly #reach: Reach;
  #divided: ReturnType<typeof timesIn> | null | undefined;

  constructor(proof: ProofCourse<Result>, source: StagedSource<Result>, reach: Reach) {
    this.#proof = proof;
    this.#source = source;
    this.#reach = reach;
  }

  /** Within these times, or at all. */
  async outcome(witness: Witness, fault: GuaranteeFault | null, times: readonly Time[] | null) {
    const { guarantee, setup, pace } = this.#proof;
    const divided = this.#classes();
    if (divided === null) return 'tooMany';
    const question = {
      told: guarantee.told,
      excuses: guarantee.excuses ?? [],
      fault,
      lateMax: lateSeconds * 1000,
      turnsMax: turnsIn(setup, this.#reach),
      nextChange: divided.nextChange,
      play: this.#source.play,
    };
    const classes = times === null ? divided.classes : classesWithin(divided.classes, times);
    return (await outcomeOver(question, witness, classes, pace)) ?? 'over';
  }

  #classes() {
    if (this.#divided !== undefined) return this.#divided;
    const { guarantee, setup, from, until, reach, findings } = this.#proof;
    const sources = sourcesOf(setup, this.#source, this.#reach);
    const unit = unitOf(guarantee, setup, this.#source, this.#reach);
    const question = { sources, from, until, reach, unit, offsets: lateOffsets };
    this.#divided = dividedBy(() => timesIn(question));
    findings.timeClasses += this.#divided?.classes.length ?? 0;
    return this.#divided;
  }
}

function picksAtRandom({ steps }: PolicyPlan): boolean {
  return steps.some(({ targets }) =>
    targets.some((target) => target.kind === 'team' && target.pick === 'oneAtRandom'),
  );
}
