import { nextWindow } from '../calendar/index.ts';
import { organizationLanguage } from '../identity/index.ts';
import {
  type AlertInput,
  decideAlerts,
  type IncidentDocument,
  incidentsById,
  resolveLater,
  tellLater,
} from '../incidents/index.ts';
import { type IntakeView, type IntakeViews, maintenanceAt } from '../integrations/index.ts';
import { repeatableId, type World } from '../kernel/index.ts';
import {
  budgetFor,
  type Evaluation,
  evaluateMapping,
  plainAttribute,
  unmapped,
} from '../mapping/index.ts';
import { named, type Sentence, say, zonedMoment } from '../sentences/index.ts';
import { circumstancesOf, loadSilences, opensNothing } from '../silences/index.ts';
import { type MaintenanceWindowTimes, teamForIntake } from '../teams/index.ts';
import { type CallReport, reportOf } from './call-report.ts';
import { elapsed, incidentPlanOf, routeOf } from './flow/index.ts';
import { earlierMissedCall, isMissed } from './missed-calls.ts';
import type { CallSessionDocument, LaterNews } from './model.ts';

export interface IncidentParts {
  world: World;
  views: IntakeViews;
  publicUrl(): string;
}

/** The incident that a call leads to. `reason`: why it has none. */
export type IncidentOfCall =
  | { incidentId: string; reason: null }
  | { incidentId: null; reason: Sentence };

const attemptsMax = 5;

/**
 * Makes the incident of a call that has ended: by the mapping of its number, for the team of its route. None during a
 * maintenance of the number or of that team. Its id follows from the call, so that making it again, after a crash,
 * makes no second one.
 */
export async function makeIncident(
  parts: IncidentParts,
  call: CallSessionDocument,
): Promise<IncidentOfCall> {
  const incidentId = idOfIncident(call);
  if ((await incidentsById(parts.world, [incidentId])).has(incidentId))
    return { incidentId, reason: null };
  const earlier = isMissed(call) ? await earlierMissedCall(parts.world, call) : null;
  if (earlier !== null && (await tellOfRepeat(parts, call, earlier)))
    return { incidentId: earlier, reason: null };
  const { input, reason } = await planIncident(parts, call);
  return input === null
    ? { incidentId: null, reason }
    : { incidentId: await open(parts.world, input), reason: null };
}

/** The members of a call that decide about its incident. */
export type CallOfIncident = Pick<
  CallSessionDocument,
  '_id' | 'organizationId' | 'integrationId' | 'session'
>;

/** The incident that a call leads to, or why it leads to none. Nothing is stored. */
export async function planIncident(
  parts: IncidentParts,
  call: CallOfIncident,
): Promise<{ input: AlertInput; reason: null } | { input: null; reason: Sentence }> {
  const { world } = parts;
  const { organizationId, integrationId, session } = call;
  const plan = incidentPlanOf(session);
  if (!plan.isCreated) return { input: null, reason: plan.reason };
  const now = world.clock.now();
  const surroundings = await surroundingsOf(parts, call);
  const { view, windows } = surroundings;
  const { isMuted, isInMaintenance } = maintenanceAt({ ...view, windows }, now);
  if (isInMaintenance) return { input: null, reason: reasonOfMaintenance(surroundings, now) };
  const evaluation = evaluate(surroundings);
  if (evaluation.outcome === 'Discarded')
    return { input: null, reason: say('mappingDiscardsCall') };
  const alert: AlertInput['alert'] = {
    organizationId,
    teamId: surroundings.teamId,
    integrationId,
    payloadId: call._id,
    incidentId: idOfIncident(call),
    at: now,
    status: evaluation.status ?? 'Open',
    severity: evaluation.severity ?? surroundings.report.severity,
    title: evaluation.title ?? surroundings.report.title,
    correlationId: evaluation.correlationId ?? call._id,
    attributes: evaluation.attributes,
    groupingKey: evaluation.groupingKey,
    groupingWindowSeconds: evaluation.groupingWindowInSeconds,
    reopenWithinSeconds: view.reopenWithinSeconds,
  };
  const silences = await silencesOf(world, organizationId);
  const circumstances = circumstancesOf(view, now, alert, { isMuted, silences });
  if (circumstances.silence?.opensNothing)
    return { input: null, reason: opensNothing(circumstances.silence) };
  return { input: { alert, circumstances }, reason: null };
}

/** Adds a call to the incident of an earlier one, instead of an incident of its own. False when that is gone. */
async function tellOfRepeat(
  parts: IncidentParts,
  call: CallSessionDocument,
  incidentId: string,
): Promise<boolean> {
  const { _id, organizationId, session } = call;
  const { startedAt, endedAt } = session;
  const { attributes } = evaluate(await surroundingsOf(parts, call));
  return tellLater(parts.world, {
    organizationId,
    incidentId,
    eventId: repeatableId(startedAt.getTime(), 'call', _id, 'again'),
    payloadId: _id,
    attributes,
    message: say('callerRangAgain', { seconds: elapsed(startedAt, endedAt ?? startedAt) }),
  });
}

/** Tells an incident what came after it: nobody is alerted anew. */
export async function tellNews(
  parts: IncidentParts,
  call: CallSessionDocument,
  news: LaterNews,
): Promise<void> {
  const { _id, organizationId, incidentId, session } = call;
  if (incidentId === null) return;
  const message = messageOf(call, news);
  const eventId = repeatableId(session.startedAt.getTime(), 'call', _id, news);
  // The missed caller has been reached. The incident of a voicemail stays open: it asks for more than a call back.
  if (news.startsWith('called-back') && call.told.includes('missed'))
    if (session.outcome !== 'Voicemail')
      return resolveLater(parts.world, {
        organizationId,
        incidentId,
        eventId,
        payloadId: _id,
        message,
      });
  const { attributes } = evaluate(await surroundingsOf(parts, call));
  await tellLater(parts.world, {
    organizationId,
    incidentId,
    eventId,
    payloadId: _id,
    attributes,
    message,
  });
}

function messageOf({ session, copy }: CallSessionDocument, news: LaterNews): Sentence {
  const calledBack = session.callBacks?.[Number(/^called-back (\d+)$/.exec(news)?.[1])];
  if (calledBack) {
    const { talkedSeconds } = calledBack;
    const person = named(calledBack);
    return talkedSeconds === null
      ? say('calledBack', { person })
      : say('calledBackFor', { person, seconds: talkedSeconds });
  }
  switch (news) {
    case 'message-after-all':
      return say('callerLeftMessageAfterAll');
    case 'transcript':
      return say('callerSaid', { words: session.transcript?.text ?? '' });
    case 'no-recording':
      return say('recordingMissing');
    case 'not-copied':
      return copy?.state === 'failed'
        ? say('recordingNotFetched', { why: copy.reason })
        : say('recordingMissing');
    case 'copied-after-all':
      return say('recordingCopiedAfterAll');
    default:
      throw new Error(`The call has no news of the kind ${news}.`);
  }
}

function idOfIncident({ _id, session }: CallOfIncident): string {
  return repeatableId(session.startedAt.getTime(), 'call', _id);
}

type OpeningView = Pick<
  IntakeView,
  | 'displayName'
  | 'isMuted'
  | 'isInMaintenance'
  | 'language'
  | 'reopenWithinSeconds'
  | 'snoozeSettings'
  | 'timeZoneId'
> & { program: IntakeView['program'] | null };

interface Surroundings {
  view: OpeningView;
  /** Windows of the number and its team, and of the team that the incident belongs to. */
  windows: MaintenanceWindowTimes[];
  /** The team of the route; that of the number once the other one was deleted. */
  teamId: string;
  report: CallReport;
}

async function surroundingsOf(
  { world, views, publicUrl }: IncidentParts,
  call: CallOfIncident,
): Promise<Surroundings> {
  const { organizationId, session } = call;
  const { settings } = session;
  const teamId = routeOf(session)?.teamId ?? settings.teamId;
  const [view, team] = await Promise.all([
    views.load(call.integrationId),
    teamForIntake(world, organizationId, teamId),
  ]);
  const known = view ?? (await withoutNumber(world, organizationId, settings.displayName));
  return {
    view: known,
    windows: [
      ...(view?.windows ?? []),
      // The windows of its own team come with the number.
      ...((view?.teamId === teamId ? null : team?.maintenanceWindows) ?? []),
    ],
    teamId: team ? teamId : settings.teamId,
    report: reportOf(call, {
      publicUrl: publicUrl(),
      teamName: team?.displayName ?? null,
      language: known.language,
    }),
  };
}

/** The number was deleted while somebody called: that call counts nevertheless. */
async function withoutNumber(
  world: World,
  organizationId: string,
  displayName: string,
): Promise<OpeningView> {
  return {
    displayName,
    isMuted: false,
    isInMaintenance: false,
    reopenWithinSeconds: 0,
    snoozeSettings: null,
    language: await organizationLanguage(world, organizationId),
    timeZoneId: 'UTC',
    program: null,
  };
}

/** Evaluates the mapping. A mapping that fails loses no call: the incident then gets all that is known of it. */
function evaluate({ view: { program, displayName }, report }: Surroundings): Evaluation {
  const characters = JSON.stringify(report).length;
  const evaluation =
    program &&
    evaluateMapping(program, {
      payload: { jsonBody: report },
      integrationName: displayName,
      budget: budgetFor(characters),
    });
  return evaluation && evaluation.outcome !== 'Failed' ? evaluation : asItIs(report);
}

function asItIs({ status, severity, title, ...others }: CallReport): Evaluation {
  return {
    ...unmapped,
    outcome: status,
    status,
    severity,
    title,
    attributes: Object.entries(others).map(([name, value]) =>
      plainAttribute({ name, value: String(value) }),
    ),
  };
}

/** None when they cannot be read: rather an alert too many. */
async function silencesOf(world: World, organizationId: string) {
  return loadSilences(world, organizationId).catch((error: unknown) => {
    world.log.error({ err: error, organizationId }, 'silences cannot be read');
    return [];
  });
}

/** The incident that the alert opened, or belongs to. */
async function open(world: World, input: AlertInput): Promise<string> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const batch = await decideAlerts(world, [input]);
    const incident = batch.results[0]?.incident;
    if (incident && tellsTwice(incident, input.alert.payloadId)) return incident._id;
    const { overtaken, refused } = await batch.commit();
    if (refused.size > 0) throw new Error('The store refuses the incident of a call.');
    if (incident && overtaken.size === 0) return incident._id;
  }
  throw new Error('Others keep changing the incident of a call.');
}

/** Another process has told the incident of this call a moment ago. */
function tellsTwice({ events }: IncidentDocument, callId: string): boolean {
  return (
    events.filter(({ by }) => by?.kind === 'integration' && by.payloadId === callId).length > 1
  );
}

function reasonOfMaintenance({ view, windows }: Surroundings, now: Date): Sentence {
  const none = { isMuted: false, isInMaintenance: false };
  const ends = windows
    .filter((window) => maintenanceAt({ ...none, windows: [window] }, now).isInMaintenance)
    .map((window) => nextWindow(window, now.getTime())?.end ?? Number.POSITIVE_INFINITY);
  const last = Math.max(...ends);
  return view.isInMaintenance || !Number.isFinite(last)
    ? say('maintenanceOpensNone')
    : say('maintenanceUntilOpensNone', {
        until: zonedMoment(last, view.timeZoneId),
      });
}
