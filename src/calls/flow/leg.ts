import type { LegStatus } from '../call-event.ts';
import type { CallLeg, CallSession } from '../call-session.ts';
import type { EventOf, Transition } from './facts.ts';
import { withLeg } from './session-reads.ts';

const ranks: Record<LegStatus, number> = {
  initiated: 1,
  ringing: 2,
  answered: 3,
  completed: 4,
  busy: 4,
  'no-answer': 4,
  failed: 4,
  canceled: 4,
};

/**
 * How far a leg is, reported beside the questions of the carrier and in no certain order: fills in what is not known
 * yet, never goes back, and decides nothing.
 */
export function onLegStatus(
  session: CallSession,
  { leg: index, status, childCallId }: EventOf<'LegStatus'>,
  now: Date,
): Transition {
  const leg = session.legs[index];
  if (!leg) return { session, answer: null, entries: [] };
  const isNews = ranks[status] > ranks[leg.status];
  const isNamed = leg.childCallId === null && childCallId !== null;
  if (!isNews && !isNamed) return { session, answer: null, entries: [] };
  const change: Partial<CallLeg> = {
    childCallId: leg.childCallId ?? childCallId,
    ...(isNews && { status }),
    ...(isNews && status === 'ringing' && { rangAt: now }),
    ...(isNews && status === 'answered' && { answeredAt: leg.answeredAt ?? now }),
    ...(isNews && ranks[status] === 4 && { endedAt: leg.endedAt ?? now }),
  };
  return { session: withLeg(session, index, change), answer: null, entries: [] };
}

/**
 * Whether somebody who pressed 1 has been connected with the caller, too, who may have hung up at that moment. Not
 * every carrier says it; then the leg must have lasted longer than the prompt.
 */
export function wasBridged(leg: CallLeg, event: EventOf<'DialEnded'>): boolean {
  const { acceptedAt } = leg;
  if (!acceptedAt) return false;
  if (event.isBridged !== null) return event.isBridged;
  if (event.status !== 'completed') return false;
  const promptedMs = acceptedAt.getTime() - (leg.answeredAt ?? acceptedAt).getTime();
  const lasted = [
    // Said by the status of the leg, if that came first.
    leg.status === 'completed' && leg.endedAt
      ? leg.endedAt.getTime() - acceptedAt.getTime() >= 1000
      : null,
    event.durationSeconds === null ? null : event.durationSeconds * 1000 > promptedMs,
  ];
  return lasted.includes(true) || !lasted.includes(false);
}
