/**
 * The state machine of a call: `transition(session, event, facts)` gives the next session, the instructions for the
 * carrier and the log entries. Pure: no clock, no store, no carrier. `needsOf` lists the facts to look up before,
 * `newSession` starts a call.
 *
 * | phase     | the caller                   | left by                                                            | file           |
 * |-----------|------------------------------|--------------------------------------------------------------------|----------------|
 * | arrived   | hears ringing                | CallArrived: menu, route, or ended (turned away, no team)          | arrival.ts     |
 * | menu      | is to press a key            | MenuKey: route, the menu again, or ended (played often enough)     | menu.ts        |
 * | route     | hears the welcome            | RouteReached: ringing or voicemail                                 | route.ts       |
 * | ringing   | hears ringing                | MemberPickedUp: confirm; DialEnded: the next one rings, or nobody  | turns.ts       |
 * |           |                              | is left: voicemail, or ended after the closing message             | dial-result.ts |
 * | confirm   | still hears ringing          | MemberKey: 1 is bridged, anything else is asked again; DialEnded   | confirm.ts     |
 * | bridged   | talks with the member        | DialEnded: ended (accepted), or the next one rings                 | leg.ts         |
 * | voicemail | hears that they may speak    | RecordingStatus: recording; Recorded, NothingRecorded: ended       | voicemail.ts   |
 * | recording | speaks                       | Recorded, RecordingStatus: ended                                   | recording.ts   |
 * | ended     | has gone, or hears a goodbye | never                                                              | end.ts         |
 *
 * The caller may hang up in every phase (CallEnded, call-ended.ts). A carrier that falls silent is asked at `checkAt`
 * (CallChecked, check.ts). A message that it did not report is asked for later (RecordingSought, recording.ts). What
 * the server could not answer ends the call as failed, unless it had led to somebody before (Unanswered,
 * unanswered.ts). Whoever calls the caller back afterwards is led in the same way, beside these phases (call-back.ts).
 * Whatever else is reported, late, twice or of another leg, is ignored, and the log says so.
 */
export { callBackRingSeconds, openCallBack } from './call-back.ts';
export type { DialChain, Facts, Need, TransitionOf } from './facts.ts';
export { type IncidentPlan, incidentPlanOf } from './incident-plan.ts';
export { elapsed } from './log-entry.ts';
export { dialledBy, needsOf } from './needs.ts';
export { newSession } from './new-session.ts';
export { routeOf, routesOf } from './session-reads.ts';
export { transition } from './transition.ts';
