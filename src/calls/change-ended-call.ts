import { auditEntry, settleEntry } from '../audit/index.ts';
import { type Ctx, notFound } from '../kernel/index.ts';
import { canEditTeam } from '../resources/index.ts';
import { refusal, type Sentence, say } from '../sentences/index.ts';
import { plainCollection } from '../store/index.ts';
import { type CallChange, writeCall } from './change-call.ts';
import { type CallSessionDocument, callSessionModel, callSessionsOf } from './model.ts';
import { getCallSession, seen } from './sessions.ts';

const attemptsMax = 5;

/**
 * Applies a change by an administrator of the number's team to a call that is over, with its audit entry. Throws 404 as
 * for reading, 403 without that role, 409 `whileOngoing` for a call that is going on, and what `decide` throws.
 */
export async function changeEndedCall(
  ctx: Ctx,
  id: string,
  { action, whileOngoing }: { action: string; whileOngoing: Sentence },
  decide: (call: CallSessionDocument) => CallChange | Promise<CallChange>,
): Promise<void> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const { teamIds, session } = await getCallSession(ctx, id);
    if (!canEditTeam(ctx, teamIds[0] ?? null))
      throw refusal('forbidden', say('needsAdministratorOfNumber'));
    if (session.phase !== 'ended') throw refusal('conflict', whileOngoing);
    const current = await callSessionsOf(ctx).findOne({ _id: id, ...seen });
    if (!current) throw notFound('Call session', id);
    const change = await decide(current);
    const entry = auditEntry(ctx, { action, entityType: 'CallSession', entityId: id });
    if (!(await writeCall(ctx, current, change, { entry }))) continue;
    await settleEntry(ctx, plainCollection(callSessionModel(ctx.store)), id, entry);
    return;
  }
  throw new Error(`Others keep changing the call ${id}.`);
}
