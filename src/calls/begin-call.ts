import { repeatableId } from '../kernel/index.ts';
import { isDuplicateKey } from '../store/index.ts';
import {
  type Applied,
  type ApplyParts,
  type Asked,
  appliedOf,
  applyEvent,
  changeTo,
  decide,
  LateError,
} from './apply-event.ts';
import type { CallEvent } from './call-event.ts';
import type { CallNumber } from './call-number.ts';
import { sealAccess } from './carrier-of-call.ts';
import { present } from './change-call.ts';
import { askDueAt, nextDueAt } from './due.ts';
import { newSession } from './flow/index.ts';
import { type CallSessionDocument, callSessionsOf } from './model.ts';

/** A call as it arrives. */
interface Arriving {
  providerCallId: string;
  arrived: CallEvent & { kind: 'CallArrived' };
  startedAt: Date;
}

/**
 * Makes the session of a call, with the first event of it: that it has arrived, or that nobody could answer when it
 * did. A carrier that says it twice, to two processes, makes one.
 */
export async function beginCall(
  parts: ApplyParts,
  number: CallNumber,
  arriving: Arriving,
  event: CallEvent,
  asked: Asked,
): Promise<Applied> {
  const { world } = parts;
  const fresh = freshCall(parts, number, arriving);
  const { session, answer, entries, facts } = await decide(parts, fresh, event);
  const call = {
    ...fresh,
    ...changeTo(fresh, session),
    log: entries.map((entry) => ({ ...entry, at: facts.now })),
    applied: [appliedOf(asked, answer)],
  };
  const due = present({ nextAt: nextDueAt(call), askAt: askDueAt(call) });
  if (!parts.isAwaited()) throw new LateError();
  try {
    await callSessionsOf(world).insertOne({ ...call, ...due });
    return { answer, call: { ...call, ...due } };
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const { integrationId, providerCallId } = call;
    const other = await callSessionsOf(world).findOne({ integrationId, providerCallId });
    if (!other) throw error;
    return applyEvent(parts, other, event, asked);
  }
}

function freshCall(
  { world }: ApplyParts,
  { settings, access, carrier }: CallNumber,
  { providerCallId, arrived: { from, to }, startedAt }: Arriving,
): CallSessionDocument {
  const { integrationId, organizationId, teamId } = settings;
  // In order of their beginning: times are bounds of ids.
  const _id = repeatableId(startedAt.getTime(), 'call', integrationId, providerCallId);
  return {
    _id,
    organizationId,
    integrationId,
    teamIds: [teamId],
    provider: carrier,
    providerCallId,
    version: 1,
    session: newSession({ id: _id, providerCallId, from, to, startedAt, settings }),
    log: [],
    applied: [],
    access: sealAccess(world, access),
    isSettled: false,
    incidentId: null,
    incidentReason: null,
    told: [],
    copy: null,
    erasure: null,
  };
}
