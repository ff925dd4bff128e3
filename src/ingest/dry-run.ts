import { bodyToPayload } from '../bodies/index.ts';
import { decideAlerts, type IncidentHold } from '../incidents/index.ts';
import { type IntakeView, maintenanceAt, snoozeUntil } from '../integrations/index.ts';
import type { World } from '../kernel/index.ts';
import type { Sentence } from '../sentences/index.ts';
import { loadSilences } from '../silences/index.ts';
import { withoutBodySecrets } from './body-secrets.ts';
import { type AlertOutcome, decidePayload, summarise } from './decide-payload.ts';
import { payloadInCall } from './dry-run-payload.ts';
import { type AlertEvaluation, type EvaluationRules, evaluateBriefly } from './evaluate.ts';
import type { Intake } from './intake.ts';
import type { ReadingRules } from './large-bodies.ts';
import { previousIncidentOf } from './previous-incident.ts';
import type { PayloadSource } from './reading.ts';
import { isCostly } from './reading-cost.ts';

/** The effect that a payload would have at an integration now; nothing is stored or changed. */
interface DryRunEffect extends AlertOutcome {
  maintenance: 'maintenance' | 'muted' | null;
  isMuted: boolean;
  snoozedUntil: string | null;
  /** How an incident that it opens is held back. */
  hold: IncidentHold | null;
}

/** A webhook request, or the body of an API call that has a wrapped payload in it. */
export type DryRunInput = Exclude<PayloadSource, { kind: 'protocol' }>;

export interface DryRun {
  evaluations: AlertEvaluation[];
  /** As in `WrappedPayload`. */
  problem: Sentence | null;
}

/**
 * The alerts of a payload, evaluated by the code and under the limits of a webhook request; large ones in the thread
 * that reads those of webhooks. `account` is who waits for it there.
 */
export async function dryRun(
  world: World,
  { largeBodies }: Pick<Intake, 'largeBodies'>,
  account: string,
  given: EvaluationRules & ReadingRules,
  input: DryRunInput,
  view: IntakeView | null,
): Promise<DryRun> {
  const rules = { ...given, measures: true };
  const findPrevious = view ? previousIncidentOf(world)(view) : async () => null;
  const body = input.kind === 'webhook' ? input.raw.body : input.body;
  const secrets = { type: rules.type, signatureSecret: view?.signatureSecret ?? null };
  const inThread = () => largeBodies.tryOut(account, rules, input, secrets, findPrevious);
  if (isCostly({ body }, rules)) return inThread();
  const wrapped =
    input.kind === 'webhook'
      ? withoutBodySecrets(secrets, input.raw, await bodyToPayload(input.raw)).wrapped
      : { payload: payloadInCall(input.body), problem: null };
  const evaluations = await evaluateBriefly(rules, wrapped, body.length, findPrevious);
  return evaluations === null ? inThread() : { evaluations, problem: wrapped.problem };
}

/** The effects that the alerts would have on incidents, decided as intake does; nothing is written. */
export async function effectOf(
  world: World,
  view: IntakeView,
  evaluations: readonly AlertEvaluation[],
): Promise<DryRunEffect> {
  const now = world.clock.now();
  const silences = await loadSilences(world, view.organizationId);
  const decision = decidePayload(view, now, evaluations, silences);
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
  const opened = results
    .map(({ incident }) => incident)
    .find((incident) => incident?._id === summary.incidentId && incident.version === 1);
  return {
    ...summary,
    incidentId: opened ? null : summary.incidentId,
    maintenance: isInMaintenance ? 'maintenance' : isMuted ? 'muted' : null,
    isMuted,
    snoozedUntil: snoozeUntil(view.snoozeSettings, now, view.timeZoneId)?.toISOString() ?? null,
    hold: opened?.hold ?? null,
  };
}
