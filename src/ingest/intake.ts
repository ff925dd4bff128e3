import { Binary, type ObjectId } from 'bson';
import type { Collection } from 'mongodb';
import { type AlertInput, decideAlerts } from '../incidents/index.ts';
import { type IntakeView, maintenanceAt, snoozeUntil } from '../integrations/index.ts';
import { AppError, type World } from '../kernel/index.ts';
import type { Evaluation, PreviousIncident } from '../mapping/index.ts';
import type { RawBody, WrappedPayload } from './body-to-payload.ts';
import { evaluatePayload, type FindPrevious } from './evaluate.ts';
import { type Decision, type Outcome, type PayloadDocument, payloadModel } from './model.ts';
import { toAlert } from './to-alert.ts';
import { packTraces } from './trace.ts';

/** A request that passed every check, on its way to be stored and applied. */
export interface Received {
  id: ObjectId;
  view: IntakeView;
  raw: RawBody;
  wrapped: WrappedPayload;
  ip: string;
  at: Date;
  replayOf?: ObjectId;
}

export interface IntakeAnswer {
  payloadId: string;
  outcome: Outcome;
  incidentId: string | null;
}

export interface Intake {
  /** Stores and applies; resolved once both are on disk. Rejects only when nothing was stored. */
  accept(received: Received): Promise<IntakeAnswer>;
  /** Applies a payload that is stored already (see `recover.ts`). */
  applyStored(received: Received): Promise<IntakeAnswer>;
  /** Payloads accepted but not yet answered, oldest first; the first is where a crash would lose sight. */
  oldestUnanswered(): ObjectId | null;
  /** Resolved when everything accepted so far is answered. */
  drained(): Promise<void>;
}

interface Item {
  received: Received;
  isStored: boolean;
  evaluations: Evaluation[] | null;
  resolve(answer: IntakeAnswer): void;
  reject(error: unknown): void;
}

const batchItemsMax = 128;
const batchBytesMax = 8 * 1024 * 1024;
const attemptsMax = 8;

/** Batches under way at once: while the store writes one, the next is decided. */
const laneCount = 2;

interface Lane {
  queue: Item[];
  running: Promise<void> | null;
}

/**
 * Works requests off in batches: what arrives while one is written shares the next write, so 32 busy
 * integrations cost two round trips and one fsync per batch. Payloads of one problem (or group) go
 * through one lane, in order of arrival.
 */
export function createIntake(
  world: World,
  findPrevious: (view: IntakeView) => FindPrevious,
): Intake {
  const lanes: Lane[] = Array.from({ length: laneCount }, () => ({ queue: [], running: null }));
  const unanswered = new Set<Item>();

  function enqueue(received: Received, isStored: boolean): Promise<IntakeAnswer> {
    return new Promise((resolve, reject) => {
      const item: Item = { received, isStored, evaluations: null, resolve, reject };
      try {
        // A mapping that looks at the previous incident has to wait for those before it.
        if (!received.view.program.usesPreviousIncident)
          item.evaluations = evaluatePayload(
            received.view,
            received.wrapped,
            noPrevious,
          ) as Evaluation[];
      } catch (error) {
        reject(error);
        return;
      }
      unanswered.add(item);
      const lane = lanes[laneOf(item)] as Lane;
      lane.queue.push(item);
      lane.running ??= work(lane);
    });
  }

  async function work(lane: Lane): Promise<void> {
    // Requests of one turn of the event loop travel together.
    await new Promise(setImmediate);
    while (lane.queue.length > 0) {
      const batch = takeBatch(lane.queue);
      try {
        await processBatch(world, batch, findPrevious);
      } catch (error) {
        for (const item of batch) item.reject(error);
      }
      for (const item of batch) unanswered.delete(item);
    }
    lane.running = null;
  }

  return {
    accept: (received) => enqueue(received, false),
    applyStored: (received) => enqueue(received, true),
    oldestUnanswered: () => {
      for (const item of unanswered) return item.received.id;
      return null;
    },
    drained: async () => {
      for (const lane of lanes) while (lane.running) await lane.running;
    },
  };
}

/** Payloads that may touch the same incident get the same lane. */
function laneOf({ received: { view }, evaluations }: Item): number {
  const only = evaluations?.length === 1 && !view.splitsAlerts ? evaluations[0] : undefined;
  const key = only?.groupingKey ?? only?.correlationId ?? view.integrationId;
  let hash = 0;
  for (let at = 0; at < key.length; at += 1) hash = (hash * 31 + key.charCodeAt(at)) | 0;
  return (hash >>> 0) % laneCount;
}

const noPrevious: FindPrevious = async (): Promise<PreviousIncident | null> => null;

function takeBatch(queue: Item[]): Item[] {
  let bytes = 0;
  let count = 0;
  for (const item of queue) {
    bytes += item.received.raw.body.length;
    const isAlone = item.evaluations === null;
    if (count > 0 && (isAlone || bytes > batchBytesMax || count >= batchItemsMax)) break;
    count += 1;
    if (isAlone) break;
  }
  return queue.splice(0, count);
}

interface Work {
  item: Item;
  document: PayloadDocument;
  alerts: AlertInput[];
}

async function processBatch(
  world: World,
  batch: readonly Item[],
  findPrevious: (view: IntakeView) => FindPrevious,
): Promise<void> {
  const works: Work[] = [];
  for (const item of batch) {
    const { view, wrapped } = item.received;
    const evaluations =
      item.evaluations ?? (await evaluatePayload(view, wrapped, findPrevious(view)));
    works.push(prepare(item, evaluations));
  }
  let left = works;
  for (let attempt = 1; left.length > 0; attempt += 1) {
    left = attempt <= attemptsMax ? await attemptWrite(world, left) : await postpone(world, left);
  }
}

/** Decides and writes; gives back the works that another process overtook, stored but not applied. */
async function attemptWrite(world: World, works: Work[]): Promise<Work[]> {
  const flat = works.flatMap((work) => work.alerts.map((alert) => ({ work, alert })));
  const batch =
    flat.length > 0
      ? await decideAlerts(
          world,
          flat.map(({ alert }) => alert),
        )
      : null;
  const resultsOf = new Map<Work, { outcome: Outcome; reason: string; incidentId: string }[]>();
  batch?.results.forEach(({ outcome, reason, incident }, index) => {
    const work = flat[index]?.work;
    if (!work) return;
    const results = resultsOf.get(work) ?? [];
    resultsOf.set(work, results);
    results.push({ outcome, reason, incidentId: incident._id });
  });
  for (const [work, results] of resultsOf) record(work.document, results);
  const [stored, applied] = await Promise.allSettled([
    storePayloads(world, works),
    batch?.commit() ?? Promise.resolve(new Set<number>()),
  ]);
  if (stored.status === 'rejected') throw unavailable(stored.reason);
  for (const work of works) work.item.isStored = true;
  if (applied.status === 'rejected') {
    world.log.error(
      { err: applied.reason, payloads: works.length },
      'applying payloads failed; they are retried',
    );
    return postpone(world, works);
  }
  const again = new Set<Work>();
  for (const index of applied.value) {
    const work = flat[index]?.work;
    if (work) again.add(work);
  }
  for (const work of works) if (!again.has(work)) answer(work);
  return [...again];
}

/** Gives up for now: the payloads are stored, a job applies them later. */
async function postpone(world: World, works: Work[]): Promise<Work[]> {
  const ids = works.map((work) => work.document._id);
  try {
    await payloadsOf(world).updateMany(
      { _id: { $in: ids } },
      {
        $set: {
          pending: true,
          outcome: 'Accepted',
          incidentId: null,
          reason: 'Stored; it is applied later.',
        },
      },
    );
  } catch (error) {
    throw unavailable(error);
  }
  for (const work of works) {
    Object.assign(work.document, { outcome: 'Accepted', incidentId: null });
    answer(work);
  }
  return [];
}

function answer({ item, document }: Work): void {
  item.resolve({
    payloadId: document._id.toHexString(),
    outcome: document.outcome,
    incidentId: document.incidentId,
  });
}

async function storePayloads(world: World, works: readonly Work[]): Promise<void> {
  const payloads = payloadsOf(world);
  const fresh = works.filter((work) => !work.item.isStored);
  const known = works.filter((work) => work.item.isStored);
  await Promise.all([
    fresh.length === 0
      ? null
      : payloads.insertMany(
          fresh.map((work) => work.document),
          { ordered: false },
        ),
    known.length === 0
      ? null
      : payloads.bulkWrite(
          known.map(({ document }) => ({
            updateOne: {
              filter: { _id: document._id },
              update: {
                $set: {
                  outcome: document.outcome,
                  reason: document.reason,
                  incidentId: document.incidentId,
                  decisions: document.decisions,
                  trace: document.trace,
                },
                $unset: { pending: '' },
              },
            },
          })),
          { ordered: false },
        ),
  ]);
}

/** The document of a payload with everything but what happens to incidents, and the alerts it raises. */
function prepare(item: Item, evaluations: readonly Evaluation[]): Work {
  const { received } = item;
  const { view, at } = received;
  const maintenance = maintenanceAt(view, at);
  const decisions: Decision[] = [];
  if (received.wrapped.problem) decisions.push({ step: 'read', result: received.wrapped.problem });
  const alerts: AlertInput[] = [];
  let outcome: Outcome = 'Discarded';
  let reason = 'The mapping discarded it.';
  for (const evaluation of evaluations) {
    if (evaluation.outcome === 'Failed') {
      outcome = 'Failed';
      reason = evaluation.failure ?? 'The mapping failed.';
      decisions.push({ step: 'map', result: reason });
    } else if (evaluation.outcome === 'Discarded') {
      decisions.push({ step: 'map', result: 'The mapping discarded it (Discard is True).' });
    } else if (maintenance.isInMaintenance) {
      outcome = 'Maintenance';
      reason =
        'A maintenance window is active: the payload is kept, no incident is opened or changed.';
      decisions.push({ step: 'maintenance', result: reason });
    } else
      alerts.push({
        alert: toAlert(view, received.id.toHexString(), at, evaluation),
        circumstances: circumstancesOf(view, at, maintenance, evaluation, decisions),
      });
  }
  const document: PayloadDocument = {
    _id: received.id,
    organizationId: view.organizationId,
    integrationId: view.integrationId,
    teamId: view.teamId,
    createdAt: at,
    ip: received.ip,
    method: received.raw.method,
    contentType: received.raw.contentType,
    headers: received.raw.headers,
    query: received.raw.query,
    body: new Binary(received.raw.body),
    outcome,
    reason,
    incidentId: null,
    trace: packTraces(evaluations.map((evaluation) => evaluation.trace)),
    decisions,
  };
  if (received.replayOf) document.replayOf = received.replayOf;
  return { item, document, alerts };
}

function circumstancesOf(
  view: IntakeView,
  at: Date,
  maintenance: { isMuted: boolean },
  evaluation: Evaluation,
  decisions: Decision[],
): AlertInput['circumstances'] {
  if (maintenance.isMuted)
    decisions.push({ step: 'mute', result: 'Muted: nobody is told of a new incident.' });
  const until =
    evaluation.status === 'Open' ? snoozeUntil(view.snoozeSettings, at, view.timeZoneId) : null;
  if (until)
    decisions.push({
      step: 'snooze',
      result: `A new incident is snoozed until ${until.toISOString()}.`,
    });
  return { isMuted: maintenance.isMuted, snoozed: until ? { until } : null };
}

/** Writes what happened to incidents into the payload's document. */
function record(
  document: PayloadDocument,
  results: readonly { outcome: Outcome; reason: string; incidentId: string }[],
): void {
  const [first] = results;
  if (!first) return;
  document.outcome = first.outcome;
  document.reason = first.reason;
  document.incidentId = first.incidentId;
  if (results.length > 1)
    document.incidentIds = [...new Set(results.map((result) => result.incidentId))];
  document.decisions = [
    ...document.decisions.filter((decision) => decision.step !== 'correlate'),
    ...results.map(({ outcome, reason, incidentId }) => ({
      step: 'correlate',
      result: `${outcome} ${incidentId}: ${reason}`,
    })),
  ];
}

function unavailable(cause: unknown): AppError {
  return new AppError('store-unavailable', 'The payload could not be stored; send it again.', {
    cause,
    headers: { 'retry-after': '5' },
  });
}

function payloadsOf(world: World): Collection<PayloadDocument> {
  return payloadModel(world.store).collection as unknown as Collection<PayloadDocument>;
}
