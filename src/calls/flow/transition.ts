import { onCallArrived } from './arrival.ts';
import { isOfCallBack, onCallBack } from './call-back.ts';
import { onCallEnded } from './call-ended.ts';
import { onCallChecked } from './check.ts';
import { onMemberKey, onMemberPickedUp } from './confirm.ts';
import { onDialEnded } from './dial-result.ts';
import { onEventOfBlockedCall } from './end.ts';
import type { TransitionOf } from './facts.ts';
import { onLegStatus } from './leg.ts';
import { onMenuKey } from './menu.ts';
import {
  onNothingRecorded,
  onRecorded,
  onRecordingSought,
  onRecordingStatus,
} from './recording.ts';
import { onRouteReached } from './route.ts';
import { onTranscribed } from './transcript.ts';
import { onUnanswered } from './unanswered.ts';

/**
 * Decides how a call goes on after an event. Events may come at any time: late, twice, before the one that they follow,
 * or for a leg that is over. Each file beside this one decides for one part of a call which events count and which are
 * ignored.
 */
export const transition: TransitionOf = (session, event, facts) => {
  if (isOfCallBack(event)) return onCallBack(session, event, facts.now);
  if (session.outcome === 'Blocklisted') return onEventOfBlockedCall(session, event);
  switch (event.kind) {
    case 'CallArrived':
      return onCallArrived(session, event, facts.now);
    case 'MenuKey':
      return onMenuKey(session, event, facts.now);
    case 'RouteReached':
      return onRouteReached(session, event, facts);
    case 'MemberPickedUp':
      return onMemberPickedUp(session, event, facts.now);
    case 'MemberKey':
      return onMemberKey(session, event, facts);
    case 'LegStatus':
      return onLegStatus(session, event, facts.now);
    case 'DialEnded':
      return onDialEnded(session, event, facts);
    case 'Recorded':
      return onRecorded(session, event, facts.now);
    case 'NothingRecorded':
      return onNothingRecorded(session, event, facts.now);
    case 'RecordingStatus':
      return onRecordingStatus(session, event, facts.now);
    case 'RecordingSought':
      return onRecordingSought(session, event, facts.now);
    case 'Transcribed':
      return onTranscribed(session, event);
    case 'CallEnded':
      return onCallEnded(session, event, facts.now);
    case 'CallChecked':
      return onCallChecked(session, event, facts.now);
    case 'Unanswered':
      return onUnanswered(session, event, facts);
  }
};
