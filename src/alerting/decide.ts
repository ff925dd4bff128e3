import type { AlertingState, IncidentDocument } from '../incidents/index.ts';
import { type DeliveryDocument, wouldBeSent } from '../notifications/index.ts';
import type { RuleExecution } from '../routing/index.ts';
import { say } from '../sentences/index.ts';
import { advancePlans } from './advance-plans.ts';
import { announce } from './announce.ts';
import { Draft, type TakenStep } from './draft.ts';
import { followRules } from './follow-rules.ts';
import { followShadow } from './follow-shadow.ts';
import { holdBack } from './hold-back.ts';
import { endMerge } from './part-of.ts';
import type { Scene } from './scene.ts';

/** The consequences of an incident at one moment. */
export interface Decision {
  before: IncidentDocument;
  /** The incident with the changes of rules and escalations; `before` itself when there are none. */
  after: IncidentDocument;
  state: AlertingState;
  /** Messages, in the order in which they were thought of; those that are dropped say why. */
  deliveries: DeliveryDocument[];
  executions: RuleExecution[];
  /** The steps that the plans of its teams took, in order. */
  steps: readonly TakenStep[];
  /** A rule wants the incident deleted, and its time has come. */
  isToBeDeleted: boolean;
  /** Turns of round robins that have to be taken first; then it is decided again. */
  missingTurns: ReadonlySet<string>;
}

/**
 * Decides who is told what about an incident and what changes in it: rules, then whether another product tells of it,
 * then whether it is held back or part of another one, then what has happened, then the plans of its teams. Pure: the
 * same incident and the same scene give the same decision with the same keys, so that deciding again after a crash is
 * harmless.
 */
export function decide(incident: IncidentDocument, scene: Scene): Decision {
  const draft = new Draft(incident, scene.now);
  // As in `ruledIncident`.
  followRules(draft, scene);
  followShadow(draft, scene);
  // Here, and nowhere else: whoever is told of an incident is told by a decision.
  const { isShadow } = draft.incident;
  const around = isShadow ? { ...scene, reached: () => ['everybody'] } : scene;
  if (!holdBack(draft, around) && !endMerge(draft, around)) {
    announce(draft, around);
    advancePlans(draft, around);
  }
  const { deleteAt } = draft.state;
  if (deleteAt) draft.dueAt(deleteAt.getTime());
  if (draft.comparesTooMuch)
    draft.addEvent(`rules ${draft.state.routed}`, incident.lastUpdatedAt, {
      intent: 'Commented',
      message: say('rulesCompareTooMuch'),
      messageIsPublic: false,
    });
  // The next look handles the events that this one added.
  if (draft.incident.eventsTotalCount > draft.state.announced) draft.dueAt(scene.now.getTime());
  return {
    before: incident,
    after: draft.incident,
    state: draft.finish(),
    deliveries: isShadow ? draft.messages().map(wouldBeSent) : draft.messages(),
    executions: draft.executions,
    steps: draft.steps,
    isToBeDeleted: deleteAt !== undefined && deleteAt <= scene.now,
    missingTurns: draft.missingTurns,
  };
}
