import {
  type IncidentAttribute,
  type IncidentDocument,
  type Severity,
  transition,
} from '../incidents/index.ts';
import { decidePayload } from '../ingest/index.ts';
import { type Evaluation, plainAttribute, unmapped } from '../mapping/index.ts';
import type { Sentence } from '../sentences/index.ts';
import type { Stage } from './open-stage.ts';

/** The content of a payload, as its mapping reads it. */
interface StagedAlert {
  integrationId: string;
  title: string;
  severity: Severity;
  attributes: readonly Pick<IncidentAttribute, 'name' | 'value'>[];
}

/** The incident as it opens, or why nothing opens. */
type StagedOpening =
  | { incident: IncidentDocument; reason: null }
  | { incident: null; reason: Sentence; silenceId: string | null };

/**
 * Opens an incident as intake does for an alert at an instant, with nothing else open: maintenance, silences, snoozing
 * and holds included. Pure, except for the id of the incident, which is random if none is given. Throws a RangeError if
 * the snapshot does not have the integration, or not its team.
 */
export function openIncident(
  stage: Stage,
  alert: StagedAlert,
  at: Date,
  incidentId?: string,
): StagedOpening {
  const intake = stage.intake(alert.integrationId);
  if (!intake) throw new RangeError(`The stage has no integration ${alert.integrationId}.`);
  const decided = decidePayload(intake, at, [evaluationOf(alert)], stage.silences, 'staged');
  const [input] = decided.alerts;
  if (!input) return { incident: null, reason: decided.reason, silenceId: null };
  const { circumstances } = input;
  const { ifNoneOpen, silence } = circumstances;
  if (ifNoneOpen)
    return { incident: null, reason: ifNoneOpen.reason, silenceId: silence?.id ?? null };
  const opened = { ...input.alert, ...(incidentId === undefined ? {} : { incidentId }) };
  const isShadow = stage.inShadow.holds([intake.teamId], at);
  const { incident } = transition(opened, nothingOpen, {
    ...circumstances,
    ...(isShadow ? { isShadow } : {}),
  });
  return { incident, reason: null };
}

const nothingOpen = { sameProblem: null, openGroup: null };

function evaluationOf({ title, severity, attributes }: StagedAlert): Evaluation {
  return {
    ...unmapped,
    outcome: 'Open',
    status: 'Open',
    severity,
    title,
    correlationId: title,
    attributes: attributes.map(plainAttribute),
  };
}
