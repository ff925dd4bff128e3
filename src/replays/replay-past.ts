import { setImmediate } from 'node:timers/promises';
import type { Catalogue } from '../catalogue/index.ts';
import {
  type AlertEvaluation,
  countReceived,
  evaluateStored,
  type FindPrevious,
  type Intake,
  type PastView,
  type PayloadDocument,
  payloadsReceived,
  type StoredBody,
  setAside,
  storedBodyOf,
} from '../ingest/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { makeWay } from '../pace/index.ts';
import { say } from '../sentences/index.ts';
import type { Snapshot } from '../stage/index.ts';
import type { ReplayedIncident } from './actor.ts';
import { readPastDuty } from './as-it-was.ts';
import type { ReplayDifference } from './compare-incidents.ts';
import type { ReadPayload } from './input.ts';
import type { Side } from './match-incidents.ts';
import { type Past, type PastRange, readPast } from './past.ts';
import { sameAttributesIn } from './traced-line.ts';
import { type Counts, TwoWorlds } from './two-worlds.ts';
import { linksOf } from './unaffected.ts';
import { areAlike, viewsOf } from './views-of.ts';

export interface ReplayInput extends PastRange {
  present: Snapshot;
  changed: Snapshot;
  /** Only payloads of these; null: of all. */
  integrationIds: readonly string[] | null;
  /** What happened beside payloads, where it was read already. */
  past?: Past;
  /** Whether incidents that cannot differ are played in the present world; default: they are. */
  others?: 'played' | 'counted' | 'leftOut';
  keepsLines?: boolean;
  /** Teams and schedules that are the same on both sides have those on call who were. */
  asItWas?: boolean;
}

export interface ReplayParts {
  catalogue: Catalogue;
  intake: Pick<Intake, 'largeBodies'>;
  /** The part of a slice that it has, where several go on; default: all. */
  share?(): number;
}

/** How much is gone through. */
export interface Done {
  payloads: number;
  alerts: number;
  counts: Counts;
}

export interface Replayed extends Done {
  /** Nothing after this was gone through: too many incidents were open, or too much was done to them. */
  stoppedAt: Date | null;
}

/** What hears of it while it goes on. */
export interface ReplayListener {
  /** What happened beside payloads, as soon as it is read. */
  pastIs?(past: Past): void;
  difference(difference: ReplayDifference): void;
  /** An incident has ended in one of the worlds. */
  ended(incident: ReplayedIncident, side: Side): void;
  /** Called often, with what is done by then; false: stop. */
  goesOn(at: Date, done: Done): Promise<boolean>;
}

/** So long it works before others come in between. */
const sliceMilliseconds = 4;

/**
 * Goes through what came in, with the configuration as it is and with the changed one. Reads the store and writes
 * nothing, and makes way for intake.
 */
export async function replayPast(
  ctx: Ctx,
  parts: ReplayParts,
  input: ReplayInput,
  listener: ReplayListener,
): Promise<Replayed> {
  const { from, until, present, changed, others = 'played', keepsLines = false } = input;
  const onlyAffected = others !== 'played';
  const past =
    input.past ?? (await readPast(ctx, input, () => listener.goesOn(from, nothingDone())));
  const { turns } = past;
  const duty = input.asItWas ? await readPastDuty(ctx, input) : null;
  const worlds = new TwoWorlds({
    ...{ present, changed, onlyAffected, keepsLines, turns, duty },
    ...listener,
  });
  const done: Replayed = { ...nothingDone(), counts: worlds.counts, stoppedAt: null };
  listener.pastIs?.(past);
  worlds.begin(past.openBefore, linksOf(past.happened));
  const views = {
    present: viewsOf(present, parts.catalogue),
    changed: viewsOf(changed, parts.catalogue),
  };
  const acts = new Others(past, worlds);
  const slices = new Slices(ctx, listener, parts);
  const known = [...views.present.keys()];
  const asked = input.integrationIds?.filter((id) => views.present.has(id)) ?? known;
  const integrationIds = asked.filter((id) => !(onlyAffected && worlds.isUnaffected(id)));
  for await (const page of payloadsReceived(ctx, { integrationIds, from, until }))
    for (const payload of page) {
      acts.happenUntil(payload.createdAt);
      const read = await readTwice(parts, worlds, views, payload);
      worlds.receive(read.present, read.changed);
      done.payloads += 1;
      done.alerts += read.present.evaluations.length;
      const isStopped = worlds.isFull || !(await slices.next(payload.createdAt, done));
      if (!isStopped) continue;
      worlds.finish(payload.createdAt);
      return { ...done, stoppedAt: payload.createdAt };
    }
  acts.happenUntil(until);
  worlds.finish(until);
  if (others === 'counted') await countOthers(ctx, { worlds, past, asked, done }, input);
  return { ...done, stoppedAt: past.isCut ? until : null };
}

/** Incidents that are not played count by what really came of them. */
async function countOthers(
  ctx: Ctx,
  of: { worlds: TwoWorlds; past: Past; asked: readonly string[]; done: Done },
  { from, until }: PastRange,
): Promise<void> {
  const { worlds, past, done } = of;
  const isLeftOut = (id: string | null) => worlds.isUnaffected(id);
  const asked = new Set([...of.asked, '']);
  for (const [source, count] of past.opened) {
    if (!isLeftOut(source) || !asked.has(source)) continue;
    done.counts.compared += count;
    done.counts.couldNotDiffer += count;
  }
  const before = past.openBefore.filter(({ integrationId }) => isLeftOut(integrationId));
  done.counts.openBefore += before.length;
  const integrationIds = of.asked.filter(isLeftOut);
  const { payloads, alerts } = await countReceived(ctx, { integrationIds, from, until });
  done.payloads += payloads;
  done.alerts += alerts;
}

function nothingDone(): Done {
  const counts = { compared: 0, couldNotDiffer: 0, different: 0, openBefore: 0 };
  return { payloads: 0, alerts: 0, counts };
}

/** What people did, and opened. */
class Others {
  readonly #past: Past;
  readonly #worlds: TwoWorlds;
  #next = 0;

  constructor(past: Past, worlds: TwoWorlds) {
    this.#past = past;
    this.#worlds = worlds;
  }

  happenUntil(at: Date): void {
    for (;;) {
      const next = this.#past.happened[this.#next];
      if (!next || next.at >= at) return;
      this.#next += 1;
      if (next.kind === 'opened') this.#worlds.open(next);
      else this.#worlds.act(next);
    }
  }
}

/** Others come in between, and have the more of the time the more alerts come in. */
class Slices {
  readonly #ctx: Ctx;
  readonly #listener: ReplayListener;
  readonly #share: () => number;
  #begunAt = performance.now();

  constructor(ctx: Ctx, listener: ReplayListener, { share = () => 1 }: ReplayParts) {
    this.#ctx = ctx;
    this.#listener = listener;
    this.#share = share;
  }

  /** False: it is to stop. */
  async next(at: Date, done: Done): Promise<boolean> {
    const took = performance.now() - this.#begunAt;
    if (took < sliceMilliseconds * this.#share()) return true;
    await setImmediate();
    await makeWay(this.#ctx, 'replaying', took);
    if (!(await this.#listener.goesOn(at, done))) return false;
    this.#begunAt = performance.now();
    return true;
  }
}

/** Evaluated once where both read it the same way. */
async function readTwice(
  parts: ReplayParts,
  worlds: TwoWorlds,
  views: Record<Side, Map<string, PastView>>,
  payload: PayloadDocument,
): Promise<Record<Side, ReadPayload>> {
  const [view, changedView] = [views.present, views.changed].map((all) =>
    all.get(payload.integrationId),
  );
  const isSame =
    worlds.isUnaffected(payload.integrationId) ||
    (view !== undefined &&
      changedView !== undefined &&
      areAlike(view, changedView) &&
      !view.program.usesPreviousIncident);
  const stored = { payload, body: storedBodyOf(payload) };
  const present = await readOn('present', parts, worlds, view, stored);
  const changed = isSame ? present : await readOn('changed', parts, worlds, changedView, stored);
  const id = payload._id.toHexString();
  // Where both find as many alerts, they are the same ones.
  const isAlike = present.length === changed.length && present.length > 1;
  const keys = (all: readonly AlertEvaluation[]) =>
    all.map((_, index) => (isAlike ? `${id}/${index}` : id));
  const same = {
    id,
    integrationId: payload.integrationId,
    at: payload.createdAt,
    incidentIds: payload.incidentIds ?? [payload.incidentId],
    // Where it is gone, no mapping is the cause.
    isReadTwice: !isSame && view !== undefined && changedView !== undefined,
    ...(isSame ? {} : { sameAttributes: sameAttributesIn(present, changed) }),
  };
  return {
    present: { ...same, evaluations: present, keys: keys(present) },
    changed: { ...same, evaluations: changed, keys: keys(changed) },
  };
}

function readOn(
  side: Side,
  { intake }: ReplayParts,
  worlds: TwoWorlds,
  view: PastView | undefined,
  { payload, body }: { payload: PayloadDocument; body: StoredBody },
): Promise<AlertEvaluation[]> {
  // An integration that is gone takes nothing: what its mapping would say is of no account.
  if (!view) return Promise.resolve(setAside(say('payloadHasNoAlert')));
  const previous: FindPrevious = async (key) => worlds.previous(side, view.integrationId, key);
  return evaluateStored(intake, view, payload, previous, body);
}
