import { decideAlerts } from '../incidents/index.ts';
import { type IntakeView, maintenanceAt, snoozeUntil } from '../integrations/index.ts';
import type { World } from '../kernel/index.ts';
import type { Evaluation } from '../mapping/index.ts';
import type { WrappedPayload } from './body-to-payload.ts';
import { evaluatePayload } from './evaluate.ts';
import type { Outcome } from './model.ts';
import { previousIncidentOf } from './previous-incident.ts';
import { toAlert } from './to-alert.ts';

/** What a payload would do at an integration now; nothing is stored or changed. */
export interface DryRunEffect {
  outcome: Outcome;
  incidentId: string | null;
  maintenance: 'maintenance' | 'muted' | null;
  isMuted: boolean;
  snoozedUntil: string | null;
  reason: string;
}

/** The alerts of a payload, evaluated by the code and under the limits of a webhook request. */
export async function dryRun(
  world: World,
  view: Pick<IntakeView, 'type' | 'program' | 'displayName' | 'splitsAlerts'>,
  wrapped: WrappedPayload,
  integration: IntakeView | null,
): Promise<Evaluation[]> {
  const findPrevious = integration ? previousIncidentOf(world)(integration) : async () => null;
  return evaluatePayload(view, wrapped, findPrevious);
}

export async function effectOf(
  world: World,
  view: IntakeView,
  evaluation: Evaluation,
): Promise<DryRunEffect> {
  const now = world.clock.now();
  const { isMuted, isInMaintenance } = maintenanceAt(view, now);
  const until = snoozeUntil(view.snoozeSettings, now, view.timeZoneId);
  const base = {
    incidentId: null,
    maintenance: isInMaintenance ? ('maintenance' as const) : isMuted ? ('muted' as const) : null,
    isMuted,
    snoozedUntil: until?.toISOString() ?? null,
  };
  if (evaluation.outcome === 'Failed')
    return { ...base, outcome: 'Failed', reason: evaluation.failure ?? 'The mapping fails.' };
  if (evaluation.outcome === 'Discarded')
    return { ...base, outcome: 'Discarded', reason: 'The mapping discards it.' };
  if (isInMaintenance)
    return {
      ...base,
      outcome: 'Maintenance',
      reason: 'A maintenance window is active: no incident is opened or changed.',
    };
  const alert = toAlert(view, '', now, evaluation);
  const snoozed = until && evaluation.status === 'Open' ? { until } : null;
  // Decided by the very code of intake; what it decides is not written.
  const { results } = await decideAlerts(world, [{ alert, circumstances: { isMuted, snoozed } }]);
  const [decided] = results;
  if (!decided) throw new Error('One alert gives one decision.');
  const isNew = decided.incident.version === 1;
  return {
    ...base,
    outcome: decided.outcome,
    incidentId: isNew ? null : decided.incident._id,
    reason: decided.reason,
  };
}
