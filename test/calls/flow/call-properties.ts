import type { CallLogEntry, CallSession } from '../../../src/calls/call-session.ts';
import type { CallSettings, RouteSettings } from '../../../src/calls/call-settings.ts';

/** A call that is over, as the program saw it and as it really was. */
export interface PlayedCall {
  /** Those that were asked for; the session's may be faulty. */
  settings: CallSettings;
  session: CallSession;
  log: readonly CallLogEntry[];
  /** How often nothing was heard for too long. */
  checks: number;
  truth: CallTruth;
}

/** What happened, whatever was reported of it. */
export interface CallTruth {
  isCallerGone: boolean;
  isBridged: boolean;
  recordedSeconds: number;
  dialed: string[];
  /** How often the call became one that asks for an incident. */
  incidents: number;
}

/** What is wrong with a call: the properties that hold for every one. */
export function problemsOf(call: PlayedCall): string[] {
  return [...problemsOfEnd(call), ...problemsOfDials(call), ...problemsOfOrder(call)].flatMap(
    ([isWrong, what]) => (isWrong ? [what] : []),
  );
}

type Finding = [isWrong: boolean, what: string];

function problemsOfEnd({ session, settings, log, checks, truth }: PlayedCall): Finding[] {
  const { outcome } = session;
  const isVoicemail = truth.recordedSeconds >= settings.messageSecondsMin;
  const incidents = truth.isBridged || isVoicemail ? 1 : 0;
  return [
    [outcome === 'Ongoing' || session.endedAt === null, 'the call has not ended'],
    [session.engagement !== null, 'a member is still engaged'],
    [checks > 0 && !truth.isCallerGone, 'a check was needed though the caller stayed'],
    [(outcome === 'Accepted') !== truth.isBridged, `${outcome}, bridged: ${truth.isBridged}`],
    [(outcome === 'Voicemail') !== isVoicemail, `${outcome}, recorded: ${isVoicemail}`],
    [truth.incidents !== incidents, `${truth.incidents} incidents`],
    [outcome === 'Blocklisted' && log.length !== 2, 'not two rows of a blocked call'],
  ];
}

function problemsOfDials({ session, settings, truth }: PlayedCall): Finding[] {
  const route = routeTaken(settings, session.routeKey);
  if (!route) return [[truth.dialed.length > 0, 'somebody was dialled without a route']];
  const isTwice = new Set(truth.dialed).size < truth.dialed.length;
  const isAskedTooOften = session.legs.some(
    ({ confirmAttempts }) => confirmAttempts > route.acceptAttemptsMax,
  );
  return [
    [truth.dialed.length > route.usersMax, 'too many were dialled'],
    [isAskedTooOften, 'somebody was asked too often'],
    [route.skipsDialedNumbers && isTwice, 'a number was dialled twice'],
    [session.from !== null && truth.dialed.includes(session.from), 'the caller was dialled'],
  ];
}

/** Rows of one leg stand in the order in which things happen, and before those of the next leg. */
function problemsOfOrder({ session, log }: PlayedCall): Finding[] {
  const at = (step: string, leg: number) =>
    log.findIndex((row) => row.step === step && row.detail.leg === leg && row.result !== 'Ignored');
  const ofLegs = [...session.legs.keys()].flatMap((leg): Finding[] => {
    const [dialed, asked] = [at('DialTarget', leg), at('ConfirmTarget', leg)];
    const [result, next] = [at('DialTargetResult', leg), at('DialTarget', leg + 1)];
    return [
      [dialed === -1, 'somebody was dialled without a row'],
      [asked !== -1 && asked < dialed, 'asked before dialled'],
      [result !== -1 && result < Math.max(dialed, asked), 'the result before the dial'],
      [next !== -1 && (result === -1 || next < result), 'the next was dialled too early'],
    ];
  });
  return [[log[0]?.step !== 'CallReceived', 'the first row is not the arrival'], ...ofLegs];
}

function routeTaken({ routing }: CallSettings, key: number | null): RouteSettings | null {
  if (key === null) return null;
  if (routing.mode === 'single') return routing.route;
  return routing.routes.find((route) => route.key === key) ?? null;
}
