/** The forms in which payloads are written: with the result of their alerts, or as such that still wait for it. */
import type { AnyBulkWriteOperation, Collection, UpdateFilter } from 'mongodb';
import type { JointWrite, World } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { driverCollection } from '../store/index.ts';
import { keptDecisions } from './decisions.ts';
import { type PayloadDocument, payloadModel } from './model.ts';
import type { DecidedPayload } from './payload-document.ts';

type Update = { filter: { _id: PayloadDocument['_id'] }; update: UpdateFilter<PayloadDocument> };

/**
 * Written in one commit with the incidents of the payload. One that is stored as waiting goes on to wait until it is
 * settled.
 */
export function besideIncidents(
  document: DecidedPayload,
  state: 'new' | 'stored' | 'waiting',
): JointWrite {
  const collection = payloadModel.collectionName;
  if (state === 'new') return { collection, insert: toStored(document) };
  if (state === 'stored') return { collection, ...updateOf(document, resultOf(document)) };
  return { collection, ...updateOf(document, waiting(say('payloadBeingApplied'))) };
}

/** Stores a payload whose alerts are applied later. Throws when the store fails. */
export async function insertWaiting(
  world: World,
  document: DecidedPayload,
  why: Sentence,
): Promise<void> {
  const { incidentIds: _, ...stored } = toStored(document);
  await payloadsOf(world).insertOne({ ...stored, ...waiting(why), incidentId: null });
}

/** All of its incidents have it. */
export function settling(document: DecidedPayload): Update {
  const { filter, update } = updateOf(document, resultOf(document));
  return { filter, update: { ...update, $unset: { ...update.$unset, pending: 1 } } };
}

/**
 * It is tried again. The incidents that its alerts were meant for are kept: those that have it show that the answer of
 * a write was lost, and not the write.
 */
export function postponing(document: DecidedPayload): Update {
  const { filter, update } = updateOf(document, waiting(say('appliedLater')));
  return { filter, update: { ...update, $inc: { attempts: 1 } } };
}

/** Throws when the store fails. */
export async function writePayloads(world: World, updates: readonly Update[]): Promise<void> {
  if (updates.length === 0) return;
  const operations = updates.map(
    (updateOne): AnyBulkWriteOperation<PayloadDocument> => ({ updateOne }),
  );
  await payloadsOf(world).bulkWrite(operations, { ordered: false });
}

export function payloadsOf(world: World): Collection<PayloadDocument> {
  return driverCollection(payloadModel(world.store));
}

type Result = Pick<PayloadDocument, 'outcome' | 'reason' | 'pending'>;

function resultOf({ outcome, reason }: DecidedPayload): Result {
  return { outcome, reason };
}

function waiting(reason: Sentence) {
  return { outcome: 'Accepted', reason, pending: true } as const;
}

function toStored(document: DecidedPayload): PayloadDocument {
  const { decisions: _, ...stored } = document;
  const decisions = keptDecisions(document);
  return decisions.length === 0 ? stored : { ...stored, decisions };
}

function updateOf(document: DecidedPayload, result: Result): Update {
  const { _id, incidentId, incidentIds, trace, revision, untold } = document;
  const decisions = keptDecisions(document);
  // It may have been evaluated by another mapping before.
  const evaluated = trace === undefined ? { revision: revision ?? '' } : { trace };
  return {
    filter: { _id },
    update: {
      $set: {
        ...result,
        incidentId,
        ...(incidentIds && { incidentIds }),
        decisions,
        ...evaluated,
        ...(untold !== undefined && { untold }),
      },
      $unset: {
        ...(trace === undefined ? ({ trace: 1 } as const) : ({ revision: 1 } as const)),
        ...(untold === undefined && ({ untold: 1 } as const)),
      },
    },
  };
}
