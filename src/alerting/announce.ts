import {
  allowsOutbound,
  type IncidentDocument,
  type IncidentEvent,
  type Intent,
} from '../incidents/index.ts';
import { deliveriesTo, toolDelivery, updatesFor } from '../notifications/index.ts';
import { isWanted, type OutboundIntegration } from '../outbound/index.ts';
import { say } from '../sentences/index.ts';
import { urgencyAt } from '../urgency/index.ts';
import type { Draft } from './draft.ts';
import type { Scene } from './scene.ts';
import { newPlan, raised } from './team-plan.ts';

/** After these, whoever was being alerted is alerted anew or not at all. */
const restarting: readonly Intent[] = [
  'Resolved',
  'Unresolved',
  'Snoozed',
  'Unsnoozed',
  'Released',
  'Merged',
  'Unmerged',
  'Archived',
  'Unarchived',
];

/** The events that tools hear of when an incident is part of another one. */
const ofMerged: readonly Intent[] = ['Merged', 'Resolved'];

/** Tells of what happened since the last look, and notes what it means for the plans of the teams. */
export function announce(draft: Draft, scene: Scene): void {
  const { state } = draft;
  const isNews = state.announced > 0 || draft.incident.status === 'Open';
  const fresh = draft.eventsSince(state.announced);
  for (const [index, event] of fresh.entries()) {
    noteForPlans(draft, event);
    // One of several updates in a row says as much as all of them.
    if (event.intent === 'Updated' && fresh[index + 1]?.intent === 'Updated') continue;
    // Resolved before anybody heard of it, or created as resolved: no news (spec 3.1).
    if (isNews) tellThose(draft, scene, event);
    updateThose(draft, scene, event);
    tellTools(draft, scene, event, isNews);
  }
  state.announced = draft.incident.eventsTotalCount;
}

function noteForPlans(draft: Draft, event: IncidentEvent): void {
  const { state } = draft;
  const { intent, by, options } = event;
  const at = draft.sinceOf(event);
  if (restarting.includes(intent)) {
    state.plans = [];
    state.unreached = [];
    state.failing = [];
    state.generation += 1;
  }
  const teams = options?.teams as { ids: string[]; repeatAlerts: boolean | null } | undefined;
  if (intent === 'Assigned' && teams) {
    state.generation += 1;
    for (const teamId of teams.ids)
      if (!state.plans.some((plan) => plan.teamId === teamId || plan.alsoFor?.includes(teamId)))
        state.plans.push(newPlan(teamId, at, teams.repeatAlerts === false));
  }
  // By somebody: what alerting itself escalates is only recorded.
  if (intent === 'Escalated' && by) {
    if (draft.incident.isMuted) {
      draft.change({ ...draft.incident, isMuted: false });
      state.plans = draft.incident.teamIds.map((teamId) => newPlan(teamId, at));
    } else state.plans = state.plans.map((plan) => raised(plan, at));
  }
}

/** People who know of the incident already, and those it was given to; never the one who did it. */
function tellThose(draft: Draft, scene: Scene, event: IncidentEvent): void {
  const { incident, state } = draft;
  const { intent, by } = event;
  if (incident.snoozed || isQuiet(incident) || intent === 'Created') return;
  // Events without an author are alerts, or are only there to be read.
  if (!by) return;
  const { ids: assigned, sparesTold } = assignmentOf(event);
  const at = draft.sinceOf(event);
  const actor = by.kind === 'user' ? by.id : null;
  for (const userId of new Set([...state.told, ...(incident.userIds ?? [])])) {
    if (sparesTold && state.told.includes(userId)) continue;
    const recipient = userId === actor ? undefined : scene.recipient(userId);
    if (!recipient) continue;
    // A resolved incident is news, not an alert: there is nothing to act on.
    const isAlert = assigned.includes(userId) && event.status === 'Open';
    const deliveries = deliveriesTo(
      recipient,
      {
        ...noticeOf(draft, event),
        isAlert,
        urgency: urgencyAt(scene.urgency(incident), event.severity, at.getTime()).urgency,
        because: say(assigned.includes(userId) ? 'assignedToYou' : 'toldOfIncident'),
      },
      state.limits,
      scene.channels,
    );
    draft.deliveries.push(...deliveries);
    if (isAlert && deliveries.some((delivery) => delivery.state === 'queued'))
      state.told = [...new Set([...state.told, userId])];
  }
}

/**
 * Changes the messages that people have in chats: they show the incident's state also to the person who changed it,
 * and while it is quiet.
 */
function updateThose(draft: Draft, scene: Scene, event: IncidentEvent): void {
  if (event.intent === 'Created') return;
  for (const userId of draft.state.told) {
    const recipient = scene.recipient(userId);
    if (!recipient?.chats?.length) continue;
    const notice = {
      ...noticeOf(draft, event),
      isAlert: false,
      because: say('chatMessageUpdated'),
    };
    const key = `update ${event.id}`;
    draft.deliveries.push(...updatesFor(recipient, { ...notice, key }, scene.channels));
  }
}

/** Nobody hears of it: of what ended while it was held back, neither now nor later. */
function isQuiet({ isMuted, hold, transient, mergedInto }: IncidentDocument): boolean {
  return isMuted || hold !== undefined || transient !== undefined || mergedInto !== undefined;
}

/** The same for tools, which keep a record: they hear that it is part of another one, and of its end. */
function isQuietFor({ mergedInto, ...incident }: IncidentDocument, intent: Intent): boolean {
  return isQuiet(incident) || (mergedInto !== undefined && !ofMerged.includes(intent));
}

interface Assignment {
  /** Users it was given to. */
  ids: readonly string[];
  /** People who were told before are not told again (`repeatAlerts: false`). */
  sparesTold: boolean;
}

function assignmentOf({ options }: IncidentEvent): Assignment {
  const given = options as
    | Partial<Record<'teams' | 'users', { ids: string[]; repeatAlerts: boolean | null }>>
    | undefined;
  const { teams, users } = given ?? {};
  const parts = [teams, users].filter((part) => part !== undefined);
  return {
    ids: users?.ids ?? [],
    sparesTold: parts.length > 0 && parts.every(({ repeatAlerts }) => repeatAlerts === false),
  };
}

function tellTools(draft: Draft, scene: Scene, event: IncidentEvent, isNews: boolean): void {
  const { incident, state } = draft;
  const target = event.intent === 'Forwarded' ? forwardedTo(event) : null;
  const occasion = {
    intent: event.intent,
    severity: event.severity,
    forwardedTo: target,
    forwardedBefore: state.forwardedTo,
    isSnoozed: incident.snoozed !== undefined,
  };
  if (target !== null) {
    const tool = scene.tool(incident.organizationId, target);
    // An explicit forwarding is sent even while the incident is snoozed (spec 3.3), and wherever the tool is connected.
    if (tool && isWanted(tool, occasion)) draft.deliveries.push(toTool(draft, event, tool, true));
  }
  if (isNews && !isQuietFor(incident, event.intent))
    for (const tool of scene.tools(incident))
      if (tool.id !== target && allowsOutbound(state.limits, tool.id) && isWanted(tool, occasion))
        draft.deliveries.push(toTool(draft, event, tool, false));
  if (target !== null) state.forwardedTo = [...new Set([...state.forwardedTo, target])];
}

function toTool(draft: Draft, event: IncidentEvent, tool: OutboundIntegration, isForced: boolean) {
  return toolDelivery(
    { id: tool.id, displayName: tool.wire.displayName },
    { ...noticeOf(draft, event), isAlert: false, because: say('connectedWithTeam') },
    isForced,
  );
}

function noticeOf(draft: Draft, event: IncidentEvent) {
  const { incident } = draft;
  return {
    organizationId: incident.organizationId,
    incidentId: incident._id,
    teamIds: incident.teamIds,
    severity: event.severity,
    intent: event.intent,
    eventId: event.id,
    key: `event ${event.id}`,
    at: draft.sinceOf(event),
  };
}

function forwardedTo({ options }: IncidentEvent): string | null {
  const id = options?.outboundIntegrationId;
  return typeof id === 'string' ? id : null;
}
