import type { Severity, Status } from '../incidents/index.ts';
import {
  inEnglish,
  inWords,
  type Language,
  type Sentence,
  say,
  usualSpeech,
  words,
} from '../sentences/index.ts';
import type { CallSession, CallTarget } from './call-session.ts';
import { incidentPlanOf } from './flow/index.ts';
import type { CallSessionDocument } from './model.ts';

/**
 * The result of a call, as the mapping of its number reads it (`templates/own-formats.md`). Unknown members are left
 * out.
 */
export type CallReport = { status: Status; severity: Severity; title: string } & {
  [member: string]: string | number;
};

export interface ReportSurroundings {
  /** Without a slash at its end. */
  publicUrl: string;
  /** Name of the team of the route. */
  teamName: string | null;
  /** The language of the organization: all who are told read the same title. */
  language: Language;
}

export function reportOf(
  { _id, session }: Pick<CallSessionDocument, '_id' | 'session'>,
  { publicUrl, teamName, language }: ReportSurroundings,
): CallReport {
  const plan = incidentPlanOf(session);
  const { outcome, startedAt, endedAt, recording, transcript, settings, routeKey } = session;
  const isVoicemail = outcome === 'Voicemail';
  const isHeard =
    isVoicemail && (recording?.state === 'pending' || recording?.state === 'completed');
  const members = {
    callSessionId: _id,
    outcome,
    callerNumber: callerOf(session) ?? 'anonymous',
    calledNumber: settings.phoneNumber,
    menuKey: routeKey === 0 ? null : routeKey,
    route: teamName,
    durationSeconds: endedAt && Math.round((endedAt.getTime() - startedAt.getTime()) / 1000),
    answeredBy: whoAnswered(session)?.displayName,
    voicemailUrl: isHeard ? `${publicUrl}/api/public/v1/call-session/${_id}/recording` : null,
    voicemailSeconds: isVoicemail ? recording?.durationSeconds : null,
    transcript: transcript?.text,
    endReason: session.endReason && inEnglish(session.endReason),
  };
  const known = Object.entries(members).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, value] as const],
  );
  return {
    status: plan.isCreated ? plan.status : 'Open',
    severity: plan.isCreated ? plan.severity : 'Warning',
    title: inWords(titleOf(session), usualSpeech[language]),
    ...Object.fromEntries(known),
  };
}

/** Null for a caller who shows nothing. */
function callerOf({ from, fromKind, fromRaw }: CallSession): string | null {
  return from ?? (fromKind === 'anonymous' ? null : fromRaw || null);
}

/** Who called whom, and whether somebody has to react: read where only a title is shown, as on a locked phone. */
function titleOf(session: CallSession): Sentence {
  const { displayName: name } = session.settings;
  const known = callerOf(session);
  const about = { name, caller: known === null ? say('withheldNumber') : words(known) };
  switch (session.outcome) {
    case 'Accepted':
      return say('callFrom', about);
    case 'Voicemail':
      return say('messageFrom', about);
    default:
      return say('missedCallFrom', about);
  }
}

/** The person who took the call. */
export function whoAnswered({
  legs,
  chain,
}: Pick<CallSession, 'legs' | 'chain'>): CallTarget | undefined {
  const leg = legs.findLast(({ isBridged }) => isBridged);
  return leg && chain?.[leg.target];
}
