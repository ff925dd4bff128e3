import type { Sentence } from '../../sentences/index.ts';
import type { ConfigurationChange } from '../../stage/index.ts';
import type { ReplayedIncident } from '../actor.ts';
import type { DifferenceKind, ReplayDifference } from '../compare-incidents.ts';
import type { Side } from '../match-incidents.ts';
import { fateOf, type Known } from './heard-noise.ts';
import { type WakeUpCounts, WakeUps, wakeUpsOf } from './wake-ups.ts';
import type { WhatIf, WhatIfKind } from './what-if.ts';

type KindCounts = Partial<Record<DifferenceKind, number>>;

/** Incidents of which somebody hears otherwise, and about which a person really did something. */
export interface WorkedOnOtherwise {
  kinds: DifferenceKind[];
  incidentIds: string[];
  teamIds: string[];
  /** When somebody was told first; null: nobody. */
  presentAt: number | null;
  changedAt: number | null;
}

/** A change that was tried, with what it would have saved and what it would have cost. */
export interface TriedWhatIf {
  kind: WhatIfKind;
  text: Sentence;
  changes: ConfigurationChange[];
  code: string;
  /** Whose setting it is, and whose incidents differ. */
  teamIds: string[];
  /** Wake-ups of the incidents that it could concern. */
  present: WakeUpCounts;
  changed: WakeUpCounts;
  different: number;
  kinds: KindCounts;
  workedOn: number;
  workedOnKinds: KindCounts;
  /** The first ones. */
  workedOnExamples: WorkedOnOtherwise[];
}

/** Nobody who works on an incident misses anything by it. */
const better: ReadonlySet<DifferenceKind> = new Set([
  ...(['SomebodyNow', 'Opened', 'Earlier', 'MappingReads'] as const),
]);
const examplesMax = 20;
const idsMax = 5;

/** Collects figures while a what-if is replayed. */
export class Trial {
  readonly #known: Known;
  readonly #sides = { present: new WakeUps(), changed: new WakeUps() };
  readonly #teamIds = new Set<string>();
  readonly #kinds: KindCounts = {};
  readonly #workedOnKinds: KindCounts = {};
  readonly #examples: WorkedOnOtherwise[] = [];
  #different = 0;
  #workedOn = 0;

  constructor(known: Known) {
    this.#known = known;
  }

  ended(incident: ReplayedIncident, side: Side): void {
    this.#sides[side].add(wakeUpsOf(incident), fateOf(incident, this.#known));
  }

  difference({ kinds, incidentIds, teamIds, present, changed }: ReplayDifference): void {
    this.#different += 1;
    for (const id of teamIds) this.#teamIds.add(id);
    count(this.#kinds, kinds);
    const isWorse = kinds.some((kind) => !better.has(kind));
    if (!isWorse || !this.#known.isWorkedOn(incidentIds)) return;
    this.#workedOn += 1;
    count(this.#workedOnKinds, kinds);
    if (this.#examples.length >= examplesMax) return;
    const worked = incidentIds.filter((id) => this.#known.isWorkedOn([id]));
    this.#examples.push({
      ...{ kinds, teamIds, incidentIds: worked.slice(0, idsMax) },
      ...{ presentAt: present.toldAt, changedAt: changed.toldAt },
    });
  }

  result({ kind, text, change, code, teamId }: WhatIf): TriedWhatIf {
    const { zoneOf } = this.#known;
    return {
      ...{ kind, text, code, changes: [change] },
      teamIds: [...this.#teamIds.add(teamId)],
      present: this.#sides.present.counts(zoneOf),
      changed: this.#sides.changed.counts(zoneOf),
      different: this.#different,
      kinds: this.#kinds,
      workedOn: this.#workedOn,
      workedOnKinds: this.#workedOnKinds,
      workedOnExamples: this.#examples,
    };
  }
}

function count(counts: KindCounts, kinds: readonly DifferenceKind[]): void {
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
}

/** Whether it wakes people less often. */
export function saves({ present, changed }: TriedWhatIf): boolean {
  return changed.wakeUps < present.wakeUps;
}

/** Sorts changes first that make no incident worse on which somebody worked, then by the wake-ups they save. */
export function byUse(one: TriedWhatIf, other: TriedWhatIf): number {
  const isHarmless = ({ workedOn }: TriedWhatIf) => Number(workedOn === 0);
  const saved = ({ present, changed }: TriedWhatIf) => present.wakeUps - changed.wakeUps;
  return isHarmless(other) - isHarmless(one) || saved(other) - saved(one);
}
