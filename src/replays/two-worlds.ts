import type { PreviousIncident } from '../mapping/index.ts';
import { openStage, type Snapshot, type Stage } from '../stage/index.ts';
import type { ReplayedIncident } from './actor.ts';
import { asItWas, type PastDuty, peopleThen } from './as-it-was.ts';
import { differenceBetween, type Outcome, type ReplayDifference } from './compare-incidents.ts';
import type { Interaction, OpenedIncident, ReadPayload } from './input.ts';
import { Matching, type Side, sides } from './match-incidents.ts';
import { type Touched, touchedBetween } from './touched.ts';
import { noTurns, type PastTurns } from './turns.ts';
import { type Links, type Source, unaffectedSources } from './unaffected.ts';
import { WorldOfIncidents } from './world-of-incidents.ts';

export interface TwoWorldsOptions {
  present: Snapshot;
  changed: Snapshot;
  difference(difference: ReplayDifference): void;
  /** How many incidents of both worlds together may go on; `openMax` unless said. */
  openMax?: number;
  /** Also what cannot differ is run in both. */
  runsAll?: boolean;
  /** What cannot differ is left out. */
  onlyAffected?: boolean;
  turns?: PastTurns;
  /** Who was on call, where that counts in place of what is set up now. */
  duty?: PastDuty | null;
  /** The course of every incident is kept, also where it is not compared. */
  keepsLines?: boolean;
  /** An incident has ended in one of the worlds; of what cannot differ, only in the present one. */
  ended?(incident: ReplayedIncident, side: Side): void;
}

export interface Counts {
  /** Groups of incidents that hold the same alerts. */
  compared: number;
  /** Incidents about which no decision read anything that the changes touch. */
  couldNotDiffer: number;
  different: number;
  /** Left out, as they hold what was open before. */
  openBefore: number;
}

const noLinks: Links = new Map();

/** How many incidents that go on are held in memory, of both worlds together. */
export const openMax = 200_000;

/**
 * The same alerts and people in two worlds, one as it is set up and one as it would be: both go through the time in one
 * pass, so that whatever differs is due to the changes.
 */
export class TwoWorlds {
  readonly counts: Counts = { compared: 0, couldNotDiffer: 0, different: 0, openBefore: 0 };
  readonly #worlds: Record<Side, WorldOfIncidents>;
  readonly #matching: Matching;
  readonly #options: TwoWorldsOptions;
  readonly #stages: readonly [Stage, Stage];
  readonly #touched: Touched;
  /** Sources whose incidents cannot differ: they are run in the present world only. */
  #unaffected: ReadonlySet<Source>;

  constructor(options: TwoWorldsOptions) {
    this.#options = options;
    const opened = [openStage(options.present), openStage(options.changed)] as const;
    const touched = touchedBetween([options.present, options.changed], opened);
    const stages = options.duty ? asItWas(opened, options.duty) : opened;
    this.#stages = stages;
    this.#touched = touched;
    this.#unaffected = this.#unaffectedWith(new Map());
    const doubtful = new Set<string>();
    this.#matching = new Matching({
      isHeld: (side, key) => this.#worlds[side].isHeld(key),
      matched: (present, changed) => this.#compare(present, changed),
    });
    const ended = (side: Side) => (incident: ReplayedIncident) => {
      options.ended?.(incident, side);
      if (this.isUnaffected(incident.integrationId)) this.#count(incident);
      else this.#matching.add(side, incident);
    };
    const [stage, changedStage] = stages;
    const isCompared = (id: string | null) => options.keepsLines || !this.isUnaffected(id);
    const same = { touched, doubtful, isCompared, turns: options.turns ?? noTurns };
    this.#worlds = {
      present: new WorldOfIncidents({ ...same, stage, ended: ended('present') }),
      changed: new WorldOfIncidents({ ...same, stage: changedStage, ended: ended('changed') }),
    };
  }

  /** Too many incidents go on at once: there is no place for more. */
  get isFull(): boolean {
    const { openMax: most = openMax } = this.#options;
    return this.#worlds.present.size + this.#worlds.changed.size + this.#matching.size > most;
  }

  /** Incidents that were open when the time begins. */
  begin(incidents: readonly OpenedIncident['incident'][], links: Links): void {
    this.#unaffected = this.#unaffectedWith(links);
    for (const one of incidents)
      for (const side of this.#sidesOf(one.integrationId)) this.#worlds[side].begin(one);
  }

  /** Its incidents cannot differ. */
  isUnaffected(integrationId: string | null): boolean {
    return this.#unaffected.has(integrationId ?? '');
  }

  receive(present: ReadPayload, changed: ReadPayload): void {
    this.#advance(present.at);
    if (this.isUnaffected(present.integrationId)) {
      if (!this.#options.onlyAffected) this.#worlds.present.receive(present);
      return;
    }
    const fates = {
      present: this.#worlds.present.receive(present),
      changed: this.#worlds.changed.receive(changed),
    };
    for (const side of sides) {
      const other = side === 'present' ? 'changed' : 'present';
      const opened = new Set(fates[other].flatMap((one) => (one.incidentId ? one.key : [])));
      for (const fate of fates[side])
        if (fate.line && opened.has(fate.key)) this.#matching.noteFate(side, fate);
    }
  }

  open(opened: OpenedIncident): void {
    this.#advance(opened.at);
    for (const side of this.#sidesOf(opened.incident.integrationId))
      this.#worlds[side].open(opened);
  }

  act(interaction: Interaction): void {
    this.#advance(interaction.at);
    for (const side of this.#sidesOf(interaction.integrationId))
      this.#worlds[side].act(interaction);
  }

  previous(
    side: Side,
    ...asked: Parameters<WorldOfIncidents['previous']>
  ): PreviousIncident | null {
    return this.#worlds[side].previous(...asked);
  }

  /** Whatever goes on then is compared as it stands. */
  finish(until: Date): void {
    this.#advance(until);
    for (const side of sides) this.#worlds[side].finish();
  }

  #advance(at: Date): void {
    for (const side of sides) this.#worlds[side].advance(at.getTime());
  }

  #unaffectedWith(links: Links): ReadonlySet<Source> {
    const { present, changed, runsAll, duty } = this.#options;
    if (runsAll) return new Set();
    const then = duty ? peopleThen(duty) : noLinks;
    return unaffectedSources([present, changed], this.#stages, this.#touched, links, then);
  }

  #sidesOf(integrationId: string | null): readonly Side[] {
    if (!this.isUnaffected(integrationId)) return sides;
    return this.#options.onlyAffected ? [] : ['present'];
  }

  /** One that is run in the present world only. */
  #count({ wasOpen }: ReplayedIncident): void {
    if (wasOpen) this.counts.openBefore += 1;
    else {
      this.counts.compared += 1;
      this.counts.couldNotDiffer += 1;
    }
  }

  #compare(present: Outcome, changed: Outcome): void {
    const all = [...present.incidents, ...changed.incidents];
    if (all.some(({ wasOpen }) => wasOpen)) {
      this.counts.openBefore += 1;
      return;
    }
    this.counts.compared += 1;
    if (!all.some(({ couldDiffer }) => couldDiffer)) this.counts.couldNotDiffer += 1;
    const difference = differenceBetween(present, changed);
    if (!difference) return;
    this.counts.different += 1;
    this.#options.difference(difference);
  }
}
