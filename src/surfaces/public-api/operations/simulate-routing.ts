import { setImmediate } from 'node:timers/promises';
import type { components } from '../../../contract/index.ts';
import {
  draftIncident,
  type IncidentDocument,
  plainIncident,
  toAttribute,
} from '../../../incidents/index.ts';
import { draftFromPayload } from '../../../ingest/index.ts';
import { integrationKind } from '../../../integrations/index.ts';
import { invalidField } from '../../../kernel/index.ts';
import { holdView, toIncidentView } from '../../../notifications/index.ts';
import { policyKind } from '../../../on-call/index.ts';
import { canSeeTeam, demandDateTime, getResource } from '../../../resources/index.ts';
import { simulateRules } from '../../../routing/index.ts';
import { answered, type Sentence, say } from '../../../sentences/index.ts';
import {
  afterRules,
  loadSnapshot,
  openStage,
  type SimulatedStep,
  saidOfStep,
  simulateAlerting,
} from '../../../stage/index.ts';
import type { ApiCaller } from '../caller.ts';
import { type Handlers, ok } from '../handlers.ts';
import { simulatedMessageView, simulatedStepView } from '../simulated-view.ts';

type Input = components['schemas']['RoutingSimulationInput'];

/** A payload may hold hundreds of alerts; the rules of each may take a tenth of a second. */
const incidentsMax = 10;

export const simulateRoutingOperations = {
  simulateRouting: async (caller, { body: input }) => {
    demandDateTime('at', input.at);
    const at = input.at ? new Date(input.at) : caller.clock.now();
    // Who is on call, and what is said of times, is that of the instant.
    const then: ApiCaller = { ...caller, clock: { ...caller.clock, now: () => at } };
    const { incidents, reason } = await draftsOf(then, input, at);
    const simulated: Awaited<ReturnType<typeof simulate>>[] = [];
    for (const incident of incidents.slice(0, incidentsMax)) {
      await setImmediate();
      simulated.push(await simulate(then, incident, input, at));
    }
    return ok({
      at: at.toISOString(),
      ...answered('reason', reason),
      incidents: simulated,
      hasMore: incidents.length > incidentsMax,
    });
  },
} satisfies Handlers;

async function simulate(caller: ApiCaller, incident: IncidentDocument, input: Input, at: Date) {
  const [latest] = incident.events.slice(-1);
  if (!latest) throw new RangeError('An incident has an event.');
  const intent = input.intent ?? latest.intent;
  const assigned = { teams: { ids: incident.teamIds, repeatAlerts: null } };
  const event = { ...latest, intent, ...(intent === 'Assigned' ? { options: assigned } : {}) };
  const { rules, after, isDiscarded, deleteAfterSeconds, channels, policies } = await simulateRules(
    caller,
    incident,
    event,
    at,
  );
  const tried = await triedPolicy(caller, input.escalationPolicyId ?? null, after, at);
  const routed = afterRules(after, { channels, policies: [...policies, ...tried] });
  const told = isDiscarded
    ? null
    : simulateAlerting(await caller.dependencies.alerting.scenesFor(routed), routed, {
        at,
        acknowledgedAt: minutesAfter(at, input.acknowledgedAfterMinutes ?? null),
      });
  const seesAll = after.teamIds.every((id) => canSeeTeam(caller, id));
  const steps = seesAll ? await explained(caller, told?.steps ?? []) : (told?.steps ?? []);
  return {
    rules: rules.map((rule) => ({
      ...rule,
      ...answered('reason', rule.reason),
      ...answered('effectSummary', rule.effectSummary),
    })),
    after: await toIncidentView(caller, after),
    isDiscarded,
    deleteAfterSeconds,
    hold: told?.hold ? holdView(told.hold) : null,
    messages: told?.messages.map((one) => simulatedMessageView(one, seesAll)) ?? [],
    steps: steps.map((one) => simulatedStepView(one, seesAll)),
  };
}

/** With why nobody of a step is on call: it says who of them is absent, on leave or suspended. */
async function explained(
  caller: ApiCaller,
  steps: readonly SimulatedStep[],
): Promise<readonly SimulatedStep[]> {
  if (!steps.some(({ why }) => why?.code === 'nobodyOfStep')) return steps;
  const { organizationId, dependencies } = caller;
  const snapshot = await loadSnapshot(caller, organizationId, dependencies.channels);
  const stage = openStage(snapshot);
  return steps.map((step) => {
    const { teamId, policyId, tier, at, why } = step;
    if (at === null) return step;
    const place = { teamId, policyId, step: tier, at: at.getTime() };
    return { ...step, why: saidOfStep(snapshot, stage, place, why) };
  });
}

/** As if a rule had chosen it, after all others. */
async function triedPolicy(
  caller: ApiCaller,
  id: string | null,
  { teamIds }: IncidentDocument,
  at: Date,
) {
  if (id === null) return [];
  const policy = await getResource(caller, policyKind, id);
  return [{ policyId: policy.id, teamIds, at, because: say('policyIsTried') }];
}

function minutesAfter(at: Date, minutes: number | null): Date | undefined {
  return minutes === null ? undefined : new Date(at.getTime() + minutes * 60_000);
}

async function draftsOf(
  caller: ApiCaller,
  input: Input,
  at: Date,
): Promise<{ incidents: IncidentDocument[]; reason: Sentence | null }> {
  const { payloadId, integrationId } = input;
  if (payloadId) {
    if (!integrationId) throw invalidField('integrationId', say('payloadOfWhom'));
    demandNothingElse(input);
    const stored = { integrationId: integrationId.toLowerCase(), payloadId };
    return draftFromPayload(caller, caller.dependencies, stored, at);
  }
  const integration = integrationId
    ? await getResource(caller, integrationKind, integrationId)
    : null;
  const given = plainIncident({
    title: input.title ?? 'Simulation',
    status: input.status ?? 'Open',
    severity: input.severity ?? 'Warning',
    integration: integration && { id: integration.id, teamId: integration.wire.teamId },
    teamIds: input.teamIds ?? [],
    serviceIds: (input.serviceIds ?? []).map((id) => id.toLowerCase()),
    attributes: (input.attributes ?? []).map(toAttribute),
  });
  // As if a payload opened it: what a person opens is never held back.
  const payload = { kind: 'integration', payloadId: 'simulation' } as const;
  const incident = await draftIncident(caller, given, ...(integration ? [payload] : []));
  return { incidents: [incident], reason: null };
}

const ofIncidents = ['title', 'status', 'severity', 'teamIds', 'serviceIds', 'attributes'] as const;

/** Refuses members of an incident beside a payload: the payload decides them. */
function demandNothingElse(input: Input): void {
  for (const member of ofIncidents) {
    if (input[member] !== null && input[member] !== undefined)
      throw invalidField(member, say('comesFromPayload'));
  }
}
