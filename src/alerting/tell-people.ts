import type { Intent, TeamPlanState } from '../incidents/index.ts';
import { type DeliveryDocument, deliveriesTo, toNobody } from '../notifications/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { type Urgency, urgencyAt } from '../urgency/index.ts';
import type { Draft } from './draft.ts';
import type { PolicyScene, Scene, TeamScene } from './scene.ts';
import { stageOf } from './team-plan.ts';

/**
 * One look at the plan of one team. What follows from the plan goes into the draft; how the plan stands then is what
 * functions return.
 */
export interface Look {
  draft: Draft;
  scene: Scene;
  team: TeamScene;
  /** Undefined: it follows the tiers of the team. */
  policy?: PolicyScene;
}

export interface AlertNotice {
  key: string;
  step?: string;
  at: Date;
  because: Sentence;
  intent: Intent;
  alsoAs?: readonly Intent[];
  eventId?: string;
  isLastResort?: true;
  isUntilResolved?: true;
  /** Instead of that of the incident. */
  urgency?: Urgency;
  /** By which schedules somebody is told; default: none. */
  schedulesOf?(userId: string): readonly string[];
}

export interface Told {
  /** Messages, also those that are dropped. They are not in the draft yet. */
  deliveries: DeliveryDocument[];
  /** Who gets a message, or got one before and is spared this one. */
  reached: string[];
}

/** The messages to people of an alert; notes in the draft who is told by them. */
export function tellPeople(
  { draft: { incident, state }, scene }: Look,
  plan: TeamPlanState,
  users: readonly string[],
  { schedulesOf, ...notice }: AlertNotice,
): Told {
  const deliveries: DeliveryDocument[] = [];
  const stage = stageOf(plan);
  const sparesTold = stage.kind === 'untold' && stage.sparesTold;
  const derived = urgencyAt(scene.urgency(incident), incident.severity, notice.at.getTime());
  const reached: string[] = [];
  for (const userId of users) {
    if (sparesTold && state.told.includes(userId)) {
      reached.push(userId);
      continue;
    }
    const recipient = scene.recipient(userId);
    const told = {
      organizationId: incident.organizationId,
      incidentId: incident._id,
      teamIds: incident.teamIds,
      severity: incident.severity,
      urgency: derived.urgency,
      eventId: incident.events.at(-1)?.id ?? null,
      isAlert: true,
      ...(schedulesOf ? { scheduleIds: schedulesOf(userId) } : {}),
      ...notice,
    };
    if (!recipient) {
      deliveries.push(toNobody(userId, told, say('personGone')));
      continue;
    }
    const limits = notice.isLastResort ? [] : state.limits;
    const messages = deliveriesTo(recipient, told, limits, scene.channels);
    deliveries.push(...messages);
    if (!messages.some((message) => message.state === 'queued')) continue;
    reached.push(userId);
    if (!state.told.includes(userId)) state.told.push(userId);
  }
  return { deliveries, reached };
}
