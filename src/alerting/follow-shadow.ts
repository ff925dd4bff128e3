import {
  asksForAction,
  type IncidentDocument,
  type IncidentEvent,
  severities,
} from '../incidents/index.ts';
import type { Draft } from './draft.ts';
import type { Scene } from './scene.ts';
import { newPlan } from './team-plan.ts';

/**
 * Whether nobody is told of the incident, because another product tells the people of its teams. That is settled when
 * people are about to hear of it first. It ends with the first thing that happens to it while one of its teams is told
 * here, or at once where its run adopts what is open: they are told as of what has just begun. Nothing that opened with
 * people told ever falls silent.
 */
export function followShadow(draft: Draft, scene: Scene): void {
  const { incident, state } = draft;
  const isSilent = scene.isInShadow(incident);
  if (state.announced === 0) {
    if (incident.status !== 'Open') return;
    if (isSilent && !incident.isShadow) draft.change({ ...incident, isShadow: true });
    if (!isSilent && incident.isShadow) heard(draft);
    return;
  }
  if (!incident.isShadow || isSilent) return;
  const rousing = draft.eventsSince(state.announced).find((event) => rouses(incident, event));
  if (!rousing && !isTakenOver(incident, scene)) return;
  heard(draft);
  const at = rousing ? draft.sinceOf(rousing) : scene.now;
  // None of the people who were to be told was told, so everything begins anew.
  state.told = [];
  state.forwardedTo = [];
  state.turns = {};
  state.unreached = [];
  state.failing = [];
  state.generation += 1;
  state.plans = incident.teamIds.map((teamId) => newPlan(teamId, at));
}

/** Somebody has to act, and whoever ended the shadow wants people to be told of what is open. */
function isTakenOver(incident: IncidentDocument, scene: Scene): boolean {
  return incident.status === 'Open' && incident.unattended && scene.isAdopted(incident);
}

function heard(draft: Draft): void {
  const { isShadow: _, ...incident } = draft.incident;
  draft.change(incident);
}

/** Somebody has to act on what happened: it began anew, became worse, or is one more problem. */
function rouses(incident: IncidentDocument, event: IncidentEvent): boolean {
  const { intent, by, at, status } = event;
  if (status !== 'Open') return false;
  // By nobody: the next tier was to be told.
  if (intent === 'Escalated') return by !== undefined;
  if (asksForAction(intent) || intent === 'Forwarded') return true;
  const before = incident.events[incident.events.indexOf(event) - 1];
  if (before && severities.indexOf(event.severity) > severities.indexOf(before.severity))
    return true;
  const joined = (incident.subIncidents ?? []).filter((sub) => sub.status === 'Open');
  return joined.some(({ createdAt }) => createdAt.getTime() === at.getTime());
}
