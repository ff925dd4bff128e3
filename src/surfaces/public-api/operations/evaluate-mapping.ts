import type { IntegrationType } from '../../../catalogue/index.ts';
import type { components } from '../../../contract/index.ts';
import { utf8Of } from '../../../http/index.ts';
import {
  type AlertEvaluation,
  type DryRunInput,
  dryRun,
  effectOf,
  getPayload,
  rawBodyOf,
} from '../../../ingest/index.ts';
import { type IntakeView, integrationKind } from '../../../integrations/index.ts';
import { AppError, invalidField } from '../../../kernel/index.ts';
import { holdView } from '../../../notifications/index.ts';
import { demandTeamEdit, getResource } from '../../../resources/index.ts';
import { answered, say } from '../../../sentences/index.ts';
import type { ApiCaller } from '../caller.ts';
import { compiledMapping } from '../compiled-mapping.ts';
import { type Handlers, ok } from '../handlers.ts';
import { rawOf } from '../sent-request.ts';
import { toTraceLine } from '../trace-line.ts';

type Input = components['schemas']['MappingEvaluationInput'];

export const evaluateMappingOperations = {
  /** The dry run: the mapping given, else the integration's, else the default of the type. */
  evaluateMapping: async (caller, { body: input, rawBody, headers }) => {
    const view = await viewOf(caller, input.integrationId ?? null);
    const type = typeOf(caller, input, view);
    const rules = {
      type,
      ...mappingOf(input, view, type),
      displayName: view?.displayName ?? type.displayName,
      splitsAlerts: view?.splitsAlerts ?? type.split?.always ?? false,
    };
    const sent = input.payloadId
      ? await storedInput(caller, input.payloadId, view)
      : inputOf(input, type, utf8Of(await rawBody(), headers['content-type']));
    const { intake } = caller.dependencies;
    const account = view?.integrationId ?? caller.organizationId;
    const { evaluations, problem } = await dryRun(caller, intake, account, rules, sent, view);
    const [evaluation, ...others] = evaluations;
    if (!evaluation) throw new AppError('validation-failed', say('payloadHasNoAlert'));
    return ok({
      ...resultOf(evaluation),
      ...answered(
        'failure',
        problem && evaluation.failure
          ? say('inOrder', { said: [evaluation.failure, problem] })
          : evaluation.failure,
      ),
      effect: view ? await effect(caller, view, evaluations) : null,
      ...(others.length > 0 ? { furtherAlerts: others.map(resultOf) } : {}),
    });
  },
} satisfies Handlers;

async function viewOf(caller: ApiCaller, id: string | null): Promise<IntakeView | null> {
  if (id === null) {
    // Without an object to look at, administering any team is enough.
    if (caller.teams.edit !== 'all' && caller.teams.edit.length === 0)
      throw new AppError('forbidden', say('someTeamRoleNeeded'));
    return null;
  }
  const integration = await getResource(caller, integrationKind, id);
  demandTeamEdit(caller, integration.teamId);
  const found = await caller.dependencies.views.load(integration.id);
  if (!found) throw invalidField('integrationId', say('typeReceivesNothing'));
  return found;
}

function typeOf(caller: ApiCaller, input: Input, view: IntakeView | null) {
  if (view && !input.type) return view.type;
  const name = input.type ?? 'Webhook';
  const type = caller.dependencies.catalogue.find(name);
  if (!type) throw invalidField('type', say('noSuchTypeNamed', { type: name }));
  return type;
}

function mappingOf(input: Input, view: IntakeView | null, type: IntegrationType) {
  if (!input.attributesMapping && view && !input.type) {
    const { program, mapping, mappingKey } = view;
    return { program, mapping, mappingKey };
  }
  return compiledMapping(input.attributesMapping ?? type.mapping);
}

async function storedInput(
  caller: ApiCaller,
  payloadId: string,
  view: IntakeView | null,
): Promise<DryRunInput> {
  if (!view) throw invalidField('integrationId', say('payloadOfWhom'));
  const payload = await getPayload(caller, view.integrationId, payloadId);
  return { kind: 'webhook', raw: rawBodyOf(payload) };
}

function inputOf(input: Input, type: IntegrationType, sent: Buffer | undefined): DryRunInput {
  if (input.payload && sent) return { kind: 'dry-run', body: sent };
  if (!input.request) throw invalidField('payload', say('payloadMissing'));
  return { kind: 'webhook', raw: rawOf(input.request, type) };
}

function resultOf(evaluation: AlertEvaluation) {
  const { outcome, attributes, status, severity, title, correlationId, failure, trace, budget } =
    evaluation;
  return {
    outcome,
    attributes,
    status,
    severity,
    title,
    correlationId,
    ...answered('failure', failure),
    trace: trace.map(toTraceLine),
    budget: budget ?? null,
  };
}

/** `isRateLimited` asks without counting. */
async function effect(
  caller: ApiCaller,
  view: IntakeView,
  evaluations: readonly AlertEvaluation[],
) {
  const verdict = await caller.dependencies.limiter.peek(
    'webhook',
    view.integrationId,
    caller.clock.now(),
  );
  const { reason, hold, ...would } = await effectOf(caller, view, evaluations);
  return {
    ...would,
    ...answered('reason', reason),
    hold: hold && holdView(hold),
    isRateLimited: !verdict.allowed,
  };
}
