import type { CallSession } from '../call-session.ts';
import type { Prompt, RouteSettings } from '../call-settings.ts';
import { acceptPrompts, secondsOf, voicemailPrompts, welcomeToMenu } from './words.ts';

/** How long two people may talk; a carrier ends the call then. */
export const talkSecondsMax = 4 * 60 * 60;
/** No call lasts longer: two people who talk, with everything before and after. */
const callSecondsMax = talkSecondsMax + 60 * 60;
/** Carriers may report this much later than the deadline. */
const graceSeconds = 60;
/** When a call still goes on after its deadline. */
const recheckSeconds = 5 * 60;

/** The built-in transcripts of carriers end at two minutes. */
export function recordingSecondsMax(session: CallSession): number {
  return session.settings.attachesTranscript ? 119 : 300;
}

/** When to ask the carrier about a call that has just come into its phase, and of which nothing more is heard. */
export function checkAtOf(session: CallSession, route: RouteSettings | null, now: Date): Date {
  return after(now, deadlineSeconds(session, route) + graceSeconds);
}

export function recheckAt(now: Date): Date {
  return after(now, recheckSeconds);
}

export function soon(now: Date): Date {
  return after(now, graceSeconds);
}

export function isOverdue(session: CallSession, now: Date): boolean {
  return isOverdueSince(session.startedAt, now);
}

export function isOverdueSince(startedAt: Date, now: Date): boolean {
  return now >= after(startedAt, callSecondsMax);
}

/** How long a phase lasts at most, counted generously. */
function deadlineSeconds(session: CallSession, route: RouteSettings | null): number {
  const { settings } = session;
  const confirmSeconds = route
    ? (longestSecondsOfAll(acceptPrompts(settings, route, session.from)) + route.acceptSeconds) *
      route.acceptAttemptsMax
    : 0;
  switch (session.phase) {
    case 'arrived':
    case 'ended':
      return 0;
    case 'menu':
      return settings.routing.mode === 'menu'
        ? longestSecondsOf(welcomeToMenu(settings, [])) + settings.routing.keySeconds
        : 0;
    case 'route':
      return longestSecondsOf(settings.welcome);
    case 'ringing':
      return (
        longestSecondsOf(route?.waitingMessage ?? null) + (route?.ringSeconds ?? 0) + confirmSeconds
      );
    case 'confirm':
      return confirmSeconds;
    case 'bridged':
      return talkSecondsMax;
    case 'voicemail':
    case 'recording':
      return (
        (route ? longestSecondsOfAll(voicemailPrompts(settings, route)) : 0) +
        recordingSecondsMax(session)
      );
  }
}

function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}

/** A call must not be checked while a slow voice still speaks. */
function longestSecondsOf(prompt: Prompt | null): number {
  return secondsOf(prompt, 4);
}

function longestSecondsOfAll(prompts: readonly Prompt[]): number {
  return prompts.reduce((sum, prompt) => sum + longestSecondsOf(prompt), 0);
}
