/**
 * Calls: a phone number that reaches whoever is on call (spec 2.8, 3.5, 3.6). Owns the sessions of calls, their logs
 * and recordings, and the uploaded words of numbers; the integrations whose numbers they are belong to `integrations`.
 *
 * Design notes: a carrier drives a call by asking what to do next; no timer of ours is needed while it does. `flow`
 * decides, as a pure function of the session, the event and a few facts; `carriers` turn events and instructions into
 * the words of one carrier. The session, its log, the answers given and what is due are one document, changed by one
 * conditional write per request. So any process can answer the next request, a repeated one gets the same bytes, and a
 * crash loses or doubles nothing. What follows from a call (its incident, the copy of its recording) stands in that
 * state as due, and is safe to do twice. A transcript is an event like any other, `Transcribed`, whoever writes down
 * what was said: today the carriers' own services.
 */
export type { CallLogEntry, CallOutcome } from './call-session.ts';
export type { CallSettings, RouteSettings } from './call-settings.ts';
export { type CallCounts, callStats } from './call-stats.ts';
export type { CallAnswer, CallStep, Calls } from './calls.ts';
export type { VoiceCarrier } from './carriers/carrier.ts';
export { createTelnyxCarrier } from './carriers/telnyx/index.ts';
export { createTwilioCarrier } from './carriers/twilio/index.ts';
export { voiceLocales } from './carriers/voices.ts';
export { createNumberConnector, type NumberConnector } from './connect-numbers.ts';
export { type CallsOptions, createCalls } from './create-calls.ts';
export { deleteCall, deleteCallsOf } from './erase-calls.ts';
export { fetchRecordingAgain } from './fetch-recording-again.ts';
export { createFindNumber } from './find-number.ts';
export { elapsed } from './flow/index.ts';
export type { CallSessionDocument, LoggedEntry } from './model.ts';
export { calls } from './module.ts';
export { type NumberReach, numbersReach } from './number-reach.ts';
export { findNumberSetUps, type NumberSetUpDocument } from './number-set-up.ts';
export { numberViewOf } from './number-view.ts';
export { recordingRetention } from './recording-retention.ts';
export { openRecording } from './recordings.ts';
export {
  type NumberRehearsal,
  objectKeyOfPrompt,
  type PersonScript,
  type RehearsalRequest,
  rehearseNumber,
} from './rehearse-number.ts';
export {
  type CallFilter,
  callLogOf,
  getCallSession,
  listCallSessions,
  type ShownCall,
} from './sessions.ts';
export { hasUnansweredNotes } from './unanswered-notes.ts';
export { warmUpCarriers } from './warm-up.ts';
export { whyNoIncident } from './why-no-incident.ts';
