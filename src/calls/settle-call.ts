import type { CallOutcome } from './call-session.ts';
import { changeCall } from './change-call.ts';
import { forgetDueAt, newsOf } from './due.ts';
import { releaseMembers } from './engagements.ts';
import { incidentPlanOf } from './flow/index.ts';
import { type IncidentParts, makeIncident, tellNews } from './incident-of-call.ts';
import { isMissed, resolveMissedCalls } from './missed-calls.ts';
import type { CallSessionDocument, Told } from './model.ts';

export interface SettleParts extends IncidentParts {
  onEnded?(carrier: string, outcome: CallOutcome): void;
}

/** Does what follows from the end of a call, one step at a time; a day later its carrier's access is forgotten. */
export async function settleCall(parts: SettleParts, call: CallSessionDocument): Promise<void> {
  const { world } = parts;
  const { outcome, phase, legs, transcript } = call.session;
  if (phase !== 'ended') return;
  if (call.isSettled) return newsOf(call).length > 0 ? tellAll(parts, call) : forget(parts, call);
  // A crash may have left somebody reserved.
  if (legs.length > 0) await releaseMembers(world, call._id);
  const hasIncident = call.incidentId !== null || call.incidentReason !== null;
  if (!incidentPlanOf(call.session).isCreated || hasIncident) {
    const settled = await changeCall(world, call._id, (now) =>
      !now.isSettled && isSame(now, outcome) ? { isSettled: true } : null,
    );
    if (settled) parts.onEnded?.(call.provider, outcome);
    return;
  }
  if (outcome === 'Accepted') await resolveMissedCalls(world, call);
  const { incidentId, reason } = await makeIncident(parts, call);
  const told: Told[] = isMissed(call) ? ['missed'] : [];
  const settled = await changeCall(world, call._id, (now) =>
    now.isSettled
      ? null
      : {
          isSettled: isSame(now, outcome),
          incidentId,
          incidentReason: reason,
          // The words are in the incident; what is missing is worth a line of its own.
          told: transcript?.state === 'completed' ? [...told, 'transcript'] : told,
        },
  );
  if (settled?.isSettled) parts.onEnded?.(call.provider, outcome);
}

async function tellAll(parts: SettleParts, call: CallSessionDocument): Promise<void> {
  const news = newsOf(call);
  for (const one of news) await tellNews(parts, call, one);
  await changeCall(parts.world, call._id, ({ told }) => ({
    told: [...new Set([...told, ...news])],
  }));
}

/** The log and what came of the call stay. */
async function forget({ world }: SettleParts, { _id }: CallSessionDocument): Promise<void> {
  const now = world.clock.now();
  await changeCall(world, _id, (call) => {
    // Nothing is due any more; writing so is what is left to do.
    if (call.erasure) return {};
    const due = call.isSettled ? forgetDueAt(call) : null;
    return due && due <= now ? { access: null, applied: [] } : null;
  });
}

/** Whether the call is still what it was taken for: a message may make a voicemail of a missed call. */
function isSame({ session }: CallSessionDocument, outcome: string): boolean {
  return session.outcome === outcome;
}
