import {
  type CallCounts,
  elapsed,
  type LoggedEntry,
  type ShownCall,
  whyNoIncident,
} from '../../calls/index.ts';
import { usersById } from '../../identity/index.ts';
import { displayNames } from '../../resources/index.ts';
import { answered, type Sentence, say } from '../../sentences/index.ts';
import { teamKind } from '../../teams/index.ts';
import type { ApiCaller } from './caller.ts';
import type { Answer } from './handlers.ts';

type CallView = Answer<'listCallSessions'>['callSessions'][number];

/** Calls as the API shows them; names are looked up once for all of them. */
export async function toCallViews(
  caller: ApiCaller,
  documents: readonly ShownCall[],
): Promise<CallView[]> {
  const [teams, users] = await Promise.all([
    displayNames(caller, teamKind, [...new Set(documents.flatMap(({ teamIds }) => teamIds))]),
    usersById(caller, [...new Set(documents.flatMap(peopleOf))]),
  ]);
  return documents.map((document) => toCallView(document, teams, users));
}

function toCallView(
  document: ShownCall,
  teams: ReadonlyMap<string, string>,
  users: Awaited<ReturnType<typeof usersById>>,
): CallView {
  const { _id, provider, providerCallId, integrationId, session } = document;
  const accepted = acceptedBy(document);
  return {
    id: _id,
    provider: providerName(provider),
    providerCallId,
    integration: { id: integrationId, displayName: session.settings.displayName },
    teams: document.teamIds.map((id) => ({ id, displayName: teams.get(id) ?? 'Deleted team' })),
    callerNumber: session.from,
    callerKind: callerKinds[session.fromKind],
    calledNumber: session.settings.phoneNumber,
    startedAt: session.startedAt.toISOString(),
    endedAt: session.endedAt?.toISOString() ?? null,
    durationSeconds: session.endedAt && elapsed(session.startedAt, session.endedAt),
    outcome: session.outcome,
    ...answered('endReason', session.endReason),
    menuKey: session.routeKey ? String(session.routeKey) : null,
    acceptedBy: accepted && userView(accepted, users),
    secondsToAnswer: accepted && elapsed(session.startedAt, accepted.at),
    dialedCount: session.triesUsed,
    recording: recordingView(document),
    transcript: session.transcript?.text ?? null,
    incidentId: document.incidentId,
    ...answered('incidentReason', whyNoIncident(document)),
    callBacks: (session.callBacks ?? []).map((one) => callBackView(one, users)),
  };
}

function peopleOf(document: ShownCall): string[] {
  const calledBack = document.session.callBacks ?? [];
  return [acceptedBy(document)?.userId, ...calledBack.map(({ userId }) => userId)].flatMap(
    (id) => id ?? [],
  );
}

function callBackView(
  { askedAt, endedAt, outcome, talkedSeconds, endReason, ...person }: CallBack,
  users: Awaited<ReturnType<typeof usersById>>,
): CallView['callBacks'][number] {
  return {
    by: userView(person, users),
    startedAt: askedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    outcome: outcome ?? 'Ongoing',
    talkedSeconds,
    ...answered('endReason', endReason),
  };
}

type CallBack = NonNullable<ShownCall['session']['callBacks']>[number];

/** The person who took the call, under their name at its time. */
function acceptedBy({ session }: ShownCall) {
  if (session.outcome !== 'Accepted' && session.phase !== 'bridged') return null;
  const leg = session.legs.findLast(({ acceptedAt }) => acceptedAt !== null);
  const target = leg && session.chain?.[leg.target];
  if (!leg?.acceptedAt || !target) return null;
  return { userId: target.userId, displayName: target.displayName, at: leg.acceptedAt };
}

/** Somebody who has left the organization took the call nonetheless. */
function userView(
  { userId, displayName }: { userId: string; displayName: string | null },
  users: Awaited<ReturnType<typeof usersById>>,
) {
  const user = users.get(userId);
  return {
    id: userId,
    displayName: user?.displayName ?? displayName,
    avatarUrl: null,
    email: user?.email ?? null,
  };
}

function recordingView({ session: { recording }, copy }: ShownCall): CallView['recording'] {
  // That a carrier is asked whether there is one does not mean that there is, unless somebody waits for it.
  const isSought = copy?.state === 'sought' && copy.since !== undefined;
  const isMissing = copy?.state === 'failed' && !copy.isOnlySuspected;
  if (!recording && !isSought && !isMissing) return null;
  const durationSeconds = recording?.durationSeconds ?? null;
  const [state, reason] = recordingState(recording, copy);
  return { state, durationSeconds, ...answered('reason', reason) };
}

type RecordingState = NonNullable<CallView['recording']>['state'];

function recordingState(
  recording: ShownCall['session']['recording'],
  copy: ShownCall['copy'],
): [state: RecordingState, reason: Sentence | null] {
  if (copy?.state === 'deleted') return ['Deleted', null];
  if (copy?.state === 'sought') return ['Pending', copy.error ?? null];
  if (recording?.state === 'absent') return ['Absent', null];
  if (copy?.state === 'failed') return ['Failed', copy.reason];
  if (recording?.state === 'failed') return ['Failed', say('messageNotRecorded')];
  if (copy?.state === 'stored') return ['Completed', null];
  return ['Pending', copy?.error ?? null];
}

const callerKinds = {
  number: 'Number',
  anonymous: 'Anonymous',
  sip: 'Sip',
  invalid: 'Invalid',
} as const;

/** Carriers are named in small letters in addresses. */
function providerName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export function toLogView({ at, step, action, result, reason, detail }: LoggedEntry) {
  return { at: at.toISOString(), step, action, result, ...answered('reason', reason), detail };
}

export function toCountsView(counts: CallCounts) {
  const { calls, byOutcome, milliseconds, averageMillisecondsToAnswer: answer } = counts;
  return {
    calls,
    ongoing: byOutcome.Ongoing,
    accepted: byOutcome.Accepted,
    voicemail: byOutcome.Voicemail,
    missed: byOutcome.Missed,
    blocklisted: byOutcome.Blocklisted,
    failed: byOutcome.Failed,
    durationSeconds: Math.round(milliseconds / 1000),
    averageSecondsToAnswer: answer === null ? null : Math.round(answer / 100) / 10,
  };
}
