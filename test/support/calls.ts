import { randomUUID } from 'node:crypto';
import type { CallLogEntry, CallOutcome } from '../../src/calls/index.ts';
import { type CallSessionDocument, callSessionsOf } from '../../src/calls/model.ts';
import { keepRecording } from '../../src/calls/recordings.ts';
import { repeatableId, type World } from '../../src/kernel/index.ts';
import { words } from '../../src/sentences/index.ts';

export interface GivenCall {
  organizationId: string;
  integrationId: string;
  /** The team of the number, and that of the route taken. */
  teamIds: string[];
  at?: string;
  /** Null: anonymous. */
  from?: string | null;
  outcome?: CallOutcome;
  seconds?: number;
  /** Who took the call, and after how many seconds. */
  acceptedBy?: { userId: string; displayName: string; after: number };
  /** What the caller said, as it was copied. */
  recording?: Buffer;
  /** Why the carrier did not give it. */
  notCopied?: string;
  incidentId?: string;
  displayName?: string;
  /** Each line: the step, the second of the call, the result, and the reason. */
  log?: [CallLogEntry['step'], number, CallLogEntry['result'], string][];
}

/** A call as it is stored once it is over, with defaults for what a test does not care about. */
export async function storeCall(world: World, given: GivenCall): Promise<string> {
  const startedAt = new Date(given.at ?? world.clock.now());
  const {
    outcome = 'Missed',
    seconds = 30,
    acceptedBy,
    recording,
    notCopied,
    from = '+4915112345678',
  } = given;
  // Tests go back in time, which `orderedId` does not.
  const _id = repeatableId(startedAt.getTime(), randomUUID());
  const later = (after: number) => new Date(startedAt.getTime() + after * 1000);
  const teamId = given.teamIds[0] ?? '';
  const isOver = outcome !== 'Ongoing';
  const leg = acceptedBy && {
    target: 0,
    childCallId: null,
    status: 'completed' as const,
    dialStatus: 'completed' as const,
    confirmAttempts: 1,
    dialedAt: later(1),
    rangAt: null,
    answeredAt: later(acceptedBy.after - 1),
    acceptedAt: later(acceptedBy.after),
    dismissedAt: null,
    isBridged: true,
    endedAt: later(seconds),
  };
  const session = {
    id: _id,
    providerCallId: `CA${_id}`,
    from,
    fromRaw: from ?? 'anonymous',
    fromKind: from === null ? ('anonymous' as const) : ('number' as const),
    to: '+4930901820',
    startedAt,
    endedAt: isOver ? later(seconds) : null,
    outcome,
    phase: isOver ? ('ended' as const) : ('ringing' as const),
    settings: {
      integrationId: given.integrationId,
      organizationId: given.organizationId,
      displayName: given.displayName ?? 'Hotline',
      teamId,
      phoneNumber: '+4930901820',
      callDisplayMode: 'CallerNumber' as const,
      language: 'en-US',
      attachesTranscript: false,
      messageSecondsMin: 2,
      missedSecondsMin: null,
      emergencyNumber: null,
      welcome: null,
      allowlist: [],
      blocklist: [],
      routing: { mode: 'menu' as const, routes: [], attemptsMax: 3, keySeconds: 5 },
    },
    routeKey: 2,
    menuAttempts: 1,
    chain: acceptedBy ? [{ tier: 1, phoneNumber: '+4930123456', ...acceptedBy }] : [],
    cursor: null,
    triesUsed: acceptedBy ? 1 : 0,
    legs: leg ? [leg] : [],
    engagement: null,
    callerGone: false,
    askedForMessageAt: recording || notCopied ? startedAt : null,
    recording:
      recording || notCopied
        ? {
            id: 'RE1',
            url: 'https://api.twilio.com/RE1',
            durationSeconds: 12,
            state: 'completed' as const,
          }
        : null,
    transcript: null,
    isUnanswered: false,
    endReason: isOver ? words('The caller hung up.') : null,
    checkAt: null,
  };
  const document: CallSessionDocument = {
    _id,
    organizationId: given.organizationId,
    integrationId: given.integrationId,
    teamIds: given.teamIds,
    provider: 'twilio',
    providerCallId: session.providerCallId,
    version: 1,
    session,
    log: (given.log ?? [['CallReceived', 0, 'Processed', 'A call came in.']]).map(
      ([step, second, result, reason]) => ({
        at: later(second),
        step,
        action: 'WebhookReceived',
        result,
        reason: words(reason),
        detail: { from },
      }),
    ),
    applied: [],
    access: world.secrets.seal('{}'),
    isSettled: isOver,
    incidentId: given.incidentId ?? null,
    incidentReason: null,
    told: [],
    copy: notCopied ? { state: 'failed', reason: words(notCopied) } : null,
    erasure: null,
  };
  if (recording)
    document.copy = await keepRecording(world, document, {
      outcome: 'fetched',
      bytes: recording,
      contentType: 'audio/mpeg',
    });
  await callSessionsOf(world).insertOne(document);
  return _id;
}
