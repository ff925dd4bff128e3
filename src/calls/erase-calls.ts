import { randomUUID } from 'node:crypto';
import { auditEntry, sweepOutbox } from '../audit/index.ts';
import type { Ctx, World } from '../kernel/index.ts';
import { demandExpected, requestRemoval } from '../resources/index.ts';
import { refusedMembers, say } from '../sentences/index.ts';
import { plainCollection } from '../store/index.ts';
import { changeEndedCall } from './change-ended-call.ts';
import { type CallErasure, callSessionModel, callSessionsOf } from './model.ts';
import { seen } from './sessions.ts';

const stepSize = 200;
const incidentIdsMax = 1000;
/** As removals know the calls of one caller. */
export const callerEntity = 'Caller';

/** The result of deleting the calls of one caller. */
export interface CallerDeletion {
  deleted: number;
  /** Calls that are going on: they go on, and stay. */
  ongoing: number;
  /** Incidents of the deleted calls, latest first. They know who called, and stay. */
  incidentIds: string[];
}

/**
 * Deletes a call that is over: nobody sees it from now on, and log, recording and transcript go, here and at the
 * carrier. Throws 404 as for reading, 403 without the right to change the number's team, 409 for a call that is going
 * on.
 */
export async function deleteCall(ctx: Ctx, id: string): Promise<void> {
  const what = {
    action: 'call-session.delete',
    whileOngoing: say('deleteCallLater'),
  };
  await changeEndedCall(ctx, id, what, async ({ version, session }) => {
    await demandExpected(ctx, {
      what: 'Call session',
      id,
      version,
      changedAt: session.endedAt ?? ctx.clock.now(),
      changedBy: async () => null,
    });
    return { erasure: newErasure(ctx, 'call') };
  });
}

/**
 * The same for all calls of a number in the organization, whatever their teams: those that are over now. What a crash
 * leaves undone is done by the removal that was noted. The audit entry says how many, and not whose.
 */
export async function deleteCallsOf(ctx: Ctx, callerNumber: string): Promise<CallerDeletion> {
  if (!/^\+\d{7,15}$/.test(callerNumber))
    throw refusedMembers({ callerNumber: [say('wholeNumber')] });
  const until = ctx.clock.now();
  const { organizationId } = ctx;
  const calls = callSessionsOf(ctx);
  const theirs = { organizationId, 'session.from': callerNumber, ...seen };
  const over = { ...theirs, 'session.endedAt': { $lte: until } };
  const [deleted, ongoing, withIncident] = await Promise.all([
    calls.countDocuments(over),
    calls.countDocuments({ ...theirs, 'session.endedAt': null }),
    calls
      .find({ ...over, incidentId: { $ne: null } })
      .sort({ _id: -1 })
      .limit(incidentIdsMax)
      .project<{ incidentId: string }>({ incidentId: 1 })
      .toArray(),
  ]);
  if (deleted > 0) {
    const id = randomUUID();
    const entry = auditEntry(ctx, {
      action: 'call-session.delete-caller',
      entityType: callerEntity,
      entityId: id,
      changes: [{ path: 'calls', before: deleted }],
    });
    const whose = JSON.stringify({ callerNumber, until });
    const note = { entityType: callerEntity, id, sealed: ctx.secrets.seal(whose) };
    await requestRemoval(ctx, note, entry, () => hideCallsOf(ctx, callerNumber, until));
  }
  return { deleted, ongoing, incidentIds: withIncident.map(({ incidentId }) => incidentId) };
}

/** Continues a deletion that was noted. */
export async function goOnDeleting(ctx: Ctx, sealed: string): Promise<void> {
  const { callerNumber, until } = JSON.parse(ctx.secrets.open(sealed));
  await hideCallsOf(ctx, String(callerNumber), new Date(until));
}

/** Some at a time. They go when `eraseDueAt` says so. */
async function hideCallsOf(ctx: Ctx, callerNumber: string, until: Date): Promise<void> {
  await markCalls(
    ctx,
    {
      organizationId: ctx.organizationId,
      'session.from': callerNumber,
      ...seen,
      'session.endedAt': { $lte: until },
    },
    newErasure(ctx, 'call'),
  );
}

/** Marks calls that match, until none does: being marked must end the match. */
export async function markCalls(
  world: World,
  filter: Readonly<Record<string, unknown>>,
  erasure: CallErasure,
  stopping?: AbortSignal,
): Promise<void> {
  const calls = callSessionsOf(world);
  while (!stopping?.aborted) {
    const found = await calls.find(filter).limit(stepSize).project({ _id: 1 }).toArray();
    if (found.length === 0) return;
    await calls.updateMany(
      { $and: [{ _id: { $in: found.map(({ _id }) => _id) } }, filter] },
      // When it is really due is said when it is looked at.
      { $set: { erasure, askAt: erasure.retryAt }, $inc: { version: 1 } },
    );
  }
}

export function newErasure(
  { clock }: Pick<World, 'clock'>,
  what: CallErasure['what'],
): CallErasure {
  const since = clock.now();
  return { what, since, attempts: 0, retryAt: since };
}

/** Moves audit entries that a crash left beside calls into the log. */
export async function settleCallAudit(world: World): Promise<void> {
  await sweepOutbox(world, plainCollection(callSessionModel(world.store)));
}
