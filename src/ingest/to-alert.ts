import { type Alert, toAttribute } from '../incidents/index.ts';
import type { IntakeView } from '../integrations/index.ts';
import type { Evaluation } from '../mapping/index.ts';

/** The alert that incidents get from an evaluation that neither failed nor was discarded. */
export function toAlert(
  view: Pick<
    IntakeView,
    'organizationId' | 'teamId' | 'integrationId' | 'displayName' | 'reopenWithinSeconds'
  >,
  payloadId: string,
  at: Date,
  evaluation: Evaluation,
): Alert {
  return {
    organizationId: view.organizationId,
    teamId: view.teamId,
    integrationId: view.integrationId,
    payloadId,
    at,
    status: evaluation.status ?? 'Open',
    severity: evaluation.severity ?? 'Warning',
    keepsSeverity: evaluation.severity === null,
    title: evaluation.title ?? view.displayName,
    correlationId: evaluation.correlationId ?? '',
    attributes: evaluation.attributes.map(toAttribute),
    groupingKey: evaluation.groupingKey,
    groupingWindowSeconds: evaluation.groupingWindowInSeconds,
    reopenWithinSeconds: view.reopenWithinSeconds,
  };
}
