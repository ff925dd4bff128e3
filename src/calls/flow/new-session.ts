import type { CallSession } from '../call-session.ts';
import type { CallSettings } from '../call-settings.ts';
import { callerOf } from '../caller-number.ts';
import { checkAtOf } from './deadlines.ts';

/** A call as it begins, before its `CallArrived` is applied. `from` and `to` as the carrier sent them. */
export function newSession(call: {
  id: string;
  providerCallId: string;
  from: string;
  to: string;
  startedAt: Date;
  settings: CallSettings;
}): CallSession {
  const caller = callerOf(call.from, call.settings.phoneNumber);
  const session: CallSession = {
    id: call.id,
    providerCallId: call.providerCallId,
    from: caller.number,
    fromRaw: call.from,
    fromKind: caller.kind,
    to: call.to,
    startedAt: call.startedAt,
    endedAt: null,
    outcome: 'Ongoing',
    phase: 'arrived',
    settings: call.settings,
    routeKey: null,
    menuAttempts: 0,
    chain: null,
    cursor: null,
    triesUsed: 0,
    legs: [],
    engagement: null,
    callerGone: false,
    askedForMessageAt: null,
    recording: null,
    transcript: null,
    isUnanswered: false,
    endReason: null,
    checkAt: null,
  };
  return { ...session, checkAt: checkAtOf(session, null, call.startedAt) };
}
