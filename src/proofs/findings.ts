import { joined } from '../calendar/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import type { GuaranteeFault } from './guarantee-kind.ts';
import type { Witness } from './incident-classes.ts';
import { eachOnce, type ObjectOfPlay } from './objects-of-play.ts';
import type { Outcome } from './outcome.ts';
import type { StagedSource } from './staged-source.ts';
import type { Time } from './time-classes.ts';
import type { Chances, Played } from './verdict.ts';

export interface CounterExample<Result extends Played = Played> {
  at: number;
  fault: GuaranteeFault | null;
  source: StagedSource<Result>;
  witness: Witness;
  chances: Chances;
  played: Result;
}

interface ExcusedIncident {
  milliseconds: number;
  integration: string;
  by: readonly ObjectOfPlay[];
}

/** The findings of a proof so far. */
export class Findings<Result extends Played> {
  readonly reasons: Sentence[] = [];
  incidentClasses = 0;
  timeClasses = 0;
  hasTold = false;
  /** Integrations that open no incident of a severity that is meant. */
  readonly unsevere: string[] = [];
  counterExample: CounterExample<Result> | null = null;
  /** The kind of incident that is excused for the longest time; and for how long each of them is at least. */
  mostExcused: ExcusedIncident | null = null;
  leastExcused = Number.POSITIVE_INFINITY;
  readonly #holes: Time[] = [];
  readonly #excused: Time[] = [];
  readonly #noted = new Set<Outcome<Result>>();

  /** Notes the outcome of an incident; the times of an outcome that several incidents share count once. */
  note(
    incident: Pick<CounterExample<Result>, 'fault' | 'source' | 'witness'>,
    outcome: Outcome<Result>,
  ): void {
    const { broken } = outcome;
    if (broken) {
      const example = { ...incident, ...broken };
      if (isSmaller(example, this.counterExample)) this.counterExample = example;
    }
    if (this.#noted.has(outcome)) return;
    this.#noted.add(outcome);
    this.hasTold ||= outcome.hasTold;
    this.#holes.push(...outcome.holes);
    this.#excused.push(...outcome.excused);
    if (outcome.isUndecided)
      this.reasons.push(say('proofTooManyWays', { integration: incident.source.displayName }));
  }

  /** All outcomes of one kind of incident, over all instants. */
  noteAll(
    incident: Pick<CounterExample<Result>, 'fault' | 'source' | 'witness'>,
    outcomes: readonly Outcome<Result>[],
  ): void {
    for (const outcome of outcomes) this.note(incident, outcome);
    const times = outcomes.flatMap(({ excused }) => excused);
    const milliseconds = times.reduce((sum, { start, end }) => sum + end - start, 0);
    this.leastExcused = Math.min(this.leastExcused, milliseconds);
    if (milliseconds <= (this.mostExcused?.milliseconds ?? 0)) return;
    const integration = incident.source.displayName;
    const by = eachOnce(outcomes.flatMap(({ excusedBy }) => excusedBy));
    this.mostExcused = { milliseconds, integration, by };
  }

  /** In order and apart. */
  get holes(): Time[] {
    return joined(this.#holes);
  }

  get excused(): Time[] {
    return joined(this.#excused);
  }
}

/** Without a fault first, then with the fewest attributes, then the earliest one. */
function isSmaller(one: CounterExample, other: CounterExample | null): boolean {
  if (other === null) return true;
  const [mine, theirs] = [one, other].map(({ fault, witness, at }) => [
    fault === null ? 0 : 1,
    witness.attributes.length,
    at,
  ]);
  const place = (mine ?? []).findIndex((size, index) => size !== theirs?.[index]);
  return (mine?.[place] ?? 0) < (theirs?.[place] ?? 0);
}
