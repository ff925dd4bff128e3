import { repeatableId, type World } from '../kernel/index.ts';
import { type SentMessage, sentAbout } from '../notifications/index.ts';
import type { Snapshot } from '../stage/index.ts';
import type { ReplayedIncident } from './actor.ts';
import { type Calibration, changedSince, compareWithLog } from './calibration.ts';
import type { DifferenceKind, ReplayDifference } from './compare-incidents.ts';
import type { Explaining } from './explained-lines.ts';
import type { Locate } from './located.ts';
import type { Side } from './match-incidents.ts';
import { type ReplayGroup, type ReplayRun, replayDifferenceModel } from './model.ts';

export const differencesMax = 100_000;
const groupsMax = 500;
const examplesMax = 5;
/** Limit for one difference. */
const incidentIdsMax = 5;
/** Limit for the course of each side of an example. */
const linesMax = 100;
/** No example gets lines once all of them together have this many. */
const linesKeptMax = 50_000;
/** The number of incidents that are compared with the log at once. */
const calibratedAtOnce = 200;

/** The findings of a replay so far: groups in memory, differences on their way to the store. */
export class Found {
  readonly #world: World;
  readonly #run: ReplayRun;
  readonly #locate: Locate;
  readonly #explained: Explaining;
  readonly #kinds: Partial<Record<DifferenceKind, number>> = {};
  readonly #groups = new Map<string, ReplayGroup>();
  readonly #log = { sent: 0, reproduced: 0, additional: 0, failed: 0 };
  #differences: (ReplayDifference & { place: number })[] = [];
  #ended: ReplayedIncident[] = [];
  #place = 0;
  #linesKept = 0;

  constructor(world: World, run: ReplayRun, locate: Locate, explained: Explaining) {
    this.#explained = explained;
    this.#world = world;
    this.#run = run;
    this.#locate = locate;
  }

  difference(found: ReplayDifference): void {
    this.#place += 1;
    const cause = found.divergence && this.#locate(found.divergence);
    for (const kind of found.kinds) this.#kinds[kind] = (this.#kinds[kind] ?? 0) + 1;
    const difference = { ...found, divergence: cause, place: this.#place };
    const key = groupKeyOf(difference);
    const group = this.#groups.get(key) ?? {
      ...{ count: 0, kinds: {}, cause, exampleIds: [] },
      teamIds: found.teamIds,
    };
    group.count += 1;
    for (const kind of found.kinds) group.kinds[kind] = (group.kinds[kind] ?? 0) + 1;
    this.#groups.set(key, group);
    if (this.#place > differencesMax) return;
    const isExample = group.exampleIds.length < examplesMax && this.#groups.size <= groupsMax;
    if (isExample) group.exampleIds.push(this.#idOf(this.#place));
    const isKept = isExample && this.#linesKept < linesKeptMax;
    const shown = (side: Side) => ({
      ...found[side],
      lines: isKept ? this.#explained.of(side, (found[side].lines ?? []).slice(0, linesMax)) : null,
    });
    const [present, changed] = [shown('present'), shown('changed')];
    this.#linesKept += (present.lines?.length ?? 0) + (changed.lines?.length ?? 0);
    const incidentIds = found.incidentIds.slice(0, incidentIdsMax);
    this.#differences.push({ ...difference, incidentIds, present, changed });
  }

  ended(incident: ReplayedIncident, side: Side): void {
    if (side === 'changed') return;
    if (this.#run.people === 'asTheyDid' && !incident.wasOpen && incident.realIds.length > 0)
      this.#ended.push(incident);
  }

  /** How many wait to be stored, or compared. */
  get waiting(): number {
    return this.#differences.length + this.#ended.length;
  }

  /** Stores differences, and compares what has ended with what was sent until then. */
  async flush(until: Date): Promise<void> {
    const { _id: runId, organizationId, createdAt } = this.#run;
    const differences = this.#differences;
    this.#differences = [];
    if (differences.length > 0)
      await replayDifferenceModel(this.#world.store).insertMany(
        differences.map(({ couldDiffer: _, ...one }) => ({
          ...{ _id: this.#idOf(one.place), organizationId, runId, createdAt },
          ...one,
        })),
      );
    const ended = this.#ended;
    this.#ended = [];
    for (let at = 0; at < ended.length; at += calibratedAtOnce) {
      const some = ended.slice(at, at + calibratedAtOnce);
      const ids = some.flatMap(({ realIds }) => realIds);
      const log: SentMessage[] = await sentAbout(this.#world, organizationId, ids);
      const compared = compareWithLog(
        some,
        log.filter(({ at: sentAt }) => sentAt <= until),
      );
      for (const name of ['sent', 'reproduced', 'additional', 'failed'] as const)
        this.#log[name] += compared[name];
    }
  }

  /** For the run. */
  summary(): Pick<ReplayRun, 'kinds' | 'groups'> {
    const groups = [...this.#groups.values()].toSorted((one, other) => other.count - one.count);
    return { kinds: this.#kinds, groups: groups.slice(0, groupsMax) };
  }

  /** Null where people do nothing: then nothing is as it was. */
  calibration(present: Snapshot): Calibration | null {
    if (this.#run.people === 'nobody') return null;
    const { sent, reproduced } = this.#log;
    return {
      share: sent === 0 ? null : reproduced / sent,
      ...this.#log,
      changedSince: changedSince(present, this.#run.from),
    };
  }

  #idOf(place: number): string {
    return repeatableId(this.#run.createdAt.getTime(), this.#run._id, String(place));
  }
}

/** Teams are part of the key: a person who may see one difference of a group may see all of them. */
function groupKeyOf({ divergence, teamIds }: ReplayDifference): string {
  const { step, change, entityType, id, part } = divergence ?? {};
  return JSON.stringify([step, change, entityType, id, part, teamIds.toSorted()]);
}
