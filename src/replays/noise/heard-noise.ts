import type { Severity } from '../../incidents/index.ts';
import type { ReplayedIncident } from '../actor.ts';
import {
  type Fate,
  isAtNight,
  type WakeUp,
  type WakeUpCounts,
  WakeUps,
  wakeUpsOf,
} from './wake-ups.ts';

const noiseDimensions = ['Integration', 'Team', 'Rule', 'Title', 'Person'] as const;
export type NoiseDimension = (typeof noiseDimensions)[number];

/** Incidents that woke somebody, by what became of them. */
export interface IncidentCounts {
  incidents: number;
  workedOn: number;
  endedThemselves: number;
  untouched: number;
}

export interface NoiseCounts extends WakeUpCounts, IncidentCounts {}

/** A cause of wake-ups, or a person who was woken. */
export interface NoiseSource extends NoiseCounts {
  by: NoiseDimension;
  /** The id of the object, for a rule that of its routing; null for a title. */
  id: string | null;
  /** Which rule. */
  part: string | null;
  /** A title, or what it is called. */
  name: string | null;
  /** Whose incidents they were. */
  teamIds: string[];
}

export interface NoiseFigures {
  totals: NoiseCounts;
  /** The loudest sources of each dimension. */
  sources: NoiseSource[];
}

/** An incident that woke somebody, as far as it says what would have helped. */
export interface NoisyIncident {
  integrationId: string | null;
  teamId: string | null;
  severity: Severity;
  openedAt: number;
  /** Infinite where it goes on. */
  endedAt: number;
  fate: Fate;
  wakeUps: number;
  isAtNight: boolean;
  /** How many alerts came to it. */
  alerts: number;
  attributes: readonly (readonly [name: string, value: string])[];
}

/** Facts about people and their actions. */
export interface Known {
  /** Whether a person did something about one of these incidents, which there really were. */
  isWorkedOn(realIds: readonly string[]): boolean;
  zoneOf(userId: string): string;
  /** Null for what is gone. */
  nameOf(by: 'Integration' | 'Team' | 'Person', id: string): string | null;
}

const sourcesMax = 20;
const titlesMax = 20_000;
const noisyMax = 50_000;
const valueCharactersMax = 200;

interface Heard extends Pick<NoiseSource, 'by' | 'id' | 'part' | 'name'> {
  wakeUps: WakeUps;
  counts: IncidentCounts;
  teamIds: Set<string>;
}

/** Counts wake-ups by cause and person, with their results. */
export class HeardNoise {
  /** The first ones. */
  readonly noisy: NoisyIncident[] = [];
  readonly #known: Known;
  readonly #total: Heard = newHeard({ by: 'Team', id: null, part: null, name: null });
  readonly #sources = new Map<string, Heard>();
  #titles = 0;

  constructor(known: Known) {
    this.#known = known;
  }

  add(incident: ReplayedIncident): void {
    const wakeUps = wakeUpsOf(incident);
    if (wakeUps.length === 0) return;
    const fate = fateOf(incident, this.#known);
    for (const heard of [this.#total, ...this.#sourcesOf(incident)])
      note(heard, incident, wakeUps, fate);
    for (const [ownerId, own] of Map.groupBy(wakeUps, (one) => one.ownerId))
      note(
        this.#source({ by: 'Person', id: ownerId, part: null, name: null }),
        incident,
        own,
        fate,
      );
    if (this.noisy.length < noisyMax) this.noisy.push(this.#noisyOf(incident, wakeUps, fate));
  }

  figures(): NoiseFigures {
    const shown = ({ by, id, part, name, ...heard }: Heard): NoiseSource => ({
      ...{ by, id, part },
      name: by === 'Rule' || by === 'Title' || id === null ? name : this.#known.nameOf(by, id),
      teamIds: [...heard.teamIds],
      ...this.#countsOf(heard),
    });
    const all = [...this.#sources.values()].map(shown);
    const sources = noiseDimensions.flatMap((dimension) =>
      all
        .filter(({ by }) => by === dimension)
        .toSorted((one, other) => other.needless - one.needless || other.wakeUps - one.wakeUps)
        .slice(0, sourcesMax),
    );
    return { totals: this.#countsOf(this.#total), sources };
  }

  #countsOf({ wakeUps, counts }: Pick<Heard, 'wakeUps' | 'counts'>): NoiseCounts {
    return { ...counts, ...wakeUps.counts(this.#known.zoneOf) };
  }

  #sourcesOf({ integrationId, teamIds, title, lines }: ReplayedIncident): Heard[] {
    const none = { part: null, name: null };
    const rules = lines.filter(({ step, outcome }) => step === 'Rule' && isApplied(outcome));
    const ofRule = new Map(
      rules.map(({ id, part, displayName: name }) => [part, { id, part, name }]),
    );
    const name = titleOf(title);
    return [
      ...(integrationId === null
        ? []
        : [this.#source({ ...none, by: 'Integration', id: integrationId })]),
      ...teamIds.map((id) => this.#source({ ...none, by: 'Team', id })),
      ...[...ofRule.values()].map((rule) => this.#source({ by: 'Rule', ...rule })),
      ...(this.#hasRoomFor(name)
        ? [this.#source({ by: 'Title', id: null, part: null, name })]
        : []),
    ];
  }

  #hasRoomFor(title: string): boolean {
    if (this.#sources.has(keyOf({ by: 'Title', id: null, part: null, name: title }))) return true;
    this.#titles += 1;
    return this.#titles <= titlesMax;
  }

  #source(named: Pick<NoiseSource, 'by' | 'id' | 'part' | 'name'>): Heard {
    const key = keyOf(named);
    const heard = this.#sources.get(key) ?? newHeard(named);
    this.#sources.set(key, heard);
    return heard;
  }

  #noisyOf(
    { integrationId, teamIds, severity, openedAt, endedAt, keys, attributes }: ReplayedIncident,
    wakeUps: readonly WakeUp[],
    fate: Fate,
  ): NoisyIncident {
    return {
      ...{ integrationId, severity, openedAt, fate },
      teamId: teamIds[0] ?? null,
      endedAt: endedAt ?? Number.POSITIVE_INFINITY,
      wakeUps: wakeUps.length,
      isAtNight: wakeUps.some((one) => isAtNight(one, this.#known.zoneOf(one.ownerId))),
      alerts: keys.length,
      attributes: attributes
        .filter(({ value, isImage }) => !isImage && value.length <= valueCharactersMax)
        .map(({ name, value }) => [name, value] as const),
    };
  }
}

export function fateOf(
  { realIds, endedAt }: Pick<ReplayedIncident, 'realIds' | 'endedAt'>,
  { isWorkedOn }: Pick<Known, 'isWorkedOn'>,
): Fate {
  if (isWorkedOn(realIds)) return 'WorkedOn';
  return endedAt === null ? 'Untouched' : 'EndedItself';
}

function newHeard(named: Pick<NoiseSource, 'by' | 'id' | 'part' | 'name'>): Heard {
  const counts = { incidents: 0, workedOn: 0, endedThemselves: 0, untouched: 0 };
  return { ...named, counts, wakeUps: new WakeUps(), teamIds: new Set() };
}

function note(
  { counts, wakeUps: known, teamIds }: Heard,
  incident: ReplayedIncident,
  wakeUps: readonly WakeUp[],
  fate: Fate,
): void {
  known.add(wakeUps, fate);
  counts.incidents += 1;
  counts[countOf[fate]] += 1;
  for (const id of incident.teamIds) teamIds.add(id);
}

const countOf = {
  WorkedOn: 'workedOn',
  EndedItself: 'endedThemselves',
  Untouched: 'untouched',
} as const satisfies Record<Fate, keyof IncidentCounts>;

function keyOf({ by, id, part, name }: Pick<NoiseSource, 'by' | 'id' | 'part' | 'name'>): string {
  return [by, id, part, by === 'Title' ? name : null].join('\n');
}

function isApplied(outcome: string): boolean {
  return outcome.startsWith('Applied ');
}

const titleCharactersMax = 300;

/** Titles that differ in numbers and ids only count as one. */
function titleOf(title: string): string {
  const numbers = title.replaceAll(/\b[0-9a-f]*\d[0-9a-f]*\b/gi, '#');
  return numbers.replaceAll(/#(?:[-.:_]#)+/g, '#').slice(0, titleCharactersMax);
}
