import { draftIncident, plainIncident } from '../../../incidents/index.ts';
import { systemContext } from '../../../kernel/index.ts';
import { type EscalationPolicy, policyKind } from '../../../on-call/index.ts';
import { canSeeTeam, demandDateTime, getResource } from '../../../resources/index.ts';
import { answered, say } from '../../../sentences/index.ts';
import { afterRules, simulateAlerting } from '../../../stage/index.ts';
import type { ApiCaller } from '../caller.ts';
import { type Handlers, ok, type Request } from '../handlers.ts';
import { resourceOperations } from '../resource-operations.ts';
import { simulatedMessageView, simulatedStepView } from '../simulated-view.ts';

/** Weekly hours of each step have come by then. */
const daysAhead = 8;

export const escalationPolicyOperations = {
  ...resourceOperations({
    kind: policyKind,
    name: 'EscalationPolicy',
    list: 'EscalationPolicies',
    items: 'escalationPolicies',
  }),

  previewEscalationPolicy: async (caller, { params, query }) => {
    const policy = await getResource(caller, policyKind, params.id);
    demandDateTime('At', query.At);
    const at = query.At === undefined ? caller.clock.now() : new Date(query.At);
    const { Severity: severity = 'Critical', Urgency: urgency = 'High' } = query;
    const minutes = query.AcknowledgedAfterMinutes;
    const tried = await triedIncident(caller, policy, severity, at);
    const because = say('policyIsTried');
    const policies = [{ policyId: policy.id, teamIds: tried.teamIds, at, because }];
    const incident = afterRules(tried, { channels: [], policies });
    const { messages, steps, events, after, hasMore } = simulateAlerting(
      await caller.dependencies.alerting.scenesFor(incident),
      incident,
      {
        at,
        days: daysAhead,
        urgency,
        ...(minutes === undefined
          ? {}
          : { acknowledgedAt: new Date(at.getTime() + minutes * 60_000) }),
      },
    );
    const seesAll = after.teamIds.every((id) => canSeeTeam(caller, id));
    return ok({
      escalationPolicyId: policy.id,
      at: at.toISOString(),
      severity,
      urgency,
      steps: steps.map((one) => simulatedStepView(one, seesAll)),
      messages: messages.map((one) => simulatedMessageView(one, seesAll)),
      // Names of people are in them.
      events: (seesAll ? events : []).map((event) => ({
        at: event.at.toISOString(),
        intent: event.intent,
        ...answered('message', event.message ?? null),
      })),
      hasMore,
    });
  },
} satisfies Handlers;

/** An incident of the team that owns the policy, whoever asks; nothing is stored. */
function triedIncident(
  caller: ApiCaller,
  { wire: { displayName, teamId } }: EscalationPolicy,
  severity: NonNullable<Request<'previewEscalationPolicy'>['query']['Severity']>,
  at: Date,
) {
  const system = systemContext(caller, caller.organizationId);
  return draftIncident(
    { ...system, clock: { ...caller.clock, now: () => at } },
    plainIncident({
      title: displayName,
      status: 'Open',
      severity,
      teamIds: [teamId.toLowerCase()],
    }),
  );
}
