import { decideAlerts } from '../incidents/index.ts';
import { type IntakeView, maintenanceAt, snoozeUntil } from '../integrations/index.ts';
import type { World } from '../kernel/index.ts';
import type { WrappedPayload } from './body-to-payload.ts';
import { type AlertOutcome, decidePayload, summarise } from './decide-payload.ts';
import { type AlertEvaluation, type EvaluationRules, evaluatePayload } from './evaluate.ts';
import { previousIncidentOf } from './previous-incident.ts';

/** What a payload would do at an integration now; nothing is stored or changed. */
export interface DryRunEffect extends AlertOutcome {
  maintenance: 'maintenance' | 'muted' | null;
  isMuted: boolean;
  snoozedUntil: string | null;
}

/** The alerts of a payload, evaluated by the code and under the limits of a webhook request. */
export async function dryRun(
  world: World,
  rules: EvaluationRules,
  { wrapped, characters }: { wrapped: WrappedPayload; characters: number },
  view: IntakeView | null,
): Promise<AlertEvaluation[]> {
  const findPrevious = view ? previousIncidentOf(world)(view) : async () => null;
  return evaluatePayload(rules, wrapped, findPrevious, characters);
}

/** What the alerts would do to incidents, decided as intake does; what it decides is not written. */
export async function effectOf(
  world: World,
  view: IntakeView,
  evaluations: readonly AlertEvaluation[],
): Promise<DryRunEffect> {
  const now = world.clock.now();
  const decision = decidePayload(view, now, evaluations);
  const { results } = await decideAlerts(world, decision.alerts);
  const { isMuted, isInMaintenance } = maintenanceAt(view, now);
  const summary = summarise(
    decision,
    results.map(({ outcome, reason, incident }) => ({
      outcome,
      reason,
      incidentId: incident?._id ?? null,
    })),
  );
  const isNew = results.some(
    ({ incident }) => incident?._id === summary.incidentId && incident?.version === 1,
  );
  return {
    ...summary,
    incidentId: isNew ? null : summary.incidentId,
    maintenance: isInMaintenance ? 'maintenance' : isMuted ? 'muted' : null,
    isMuted,
    snoozedUntil: snoozeUntil(view.snoozeSettings, now, view.timeZoneId)?.toISOString() ?? null,
  };
}
