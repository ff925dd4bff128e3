import type { components } from '../../../contract/index.ts';
import {
  type AlertEvaluation,
  bodyToPayload,
  dryRun,
  effectOf,
  type WrappedPayload,
} from '../../../ingest/index.ts';
import { type IntakeView, integrationKind } from '../../../integrations/index.ts';
import { AppError, invalidField } from '../../../kernel/index.ts';
import {
  compileMapping,
  type Evaluation,
  isJsonObject,
  type Json,
  type MappingProgram,
  normaliseMapping,
  parseJsonBody,
} from '../../../mapping/index.ts';
import { demandTeamEdit, getResource } from '../../../resources/index.ts';
import type { ApiCaller } from '../caller.ts';
import { type Handlers, ok } from '../handlers.ts';

type Input = components['schemas']['MappingEvaluationInput'];

export const evaluateMappingOperations = {
  /** The dry run: the mapping given, else the integration's, else the default of the type. */
  evaluateMapping: async (caller, { body: input, rawBody }) => {
    const view = await viewOf(caller, input.integrationId ?? null);
    const type = typeOf(caller, input, view);
    const program = programOf(input, view, type.mapping);
    const sent = await rawBody();
    const wrapped = await payloadOf(input, sent);
    const characters = input.request?.body.length ?? sent?.length ?? 0;
    const evaluations = await dryRun(
      caller,
      {
        type,
        program,
        displayName: view?.displayName ?? type.displayName,
        splitsAlerts: view?.splitsAlerts ?? type.split?.always ?? false,
      },
      { wrapped, characters },
      view,
    );
    const [evaluation, ...others] = evaluations;
    if (!evaluation)
      throw new AppError(
        'validation-failed',
        'The payload contains no alert: the list to split is empty.',
      );
    return ok({
      ...resultOf(evaluation),
      failure:
        wrapped.problem && evaluation.failure
          ? `${evaluation.failure} ${wrapped.problem}`
          : evaluation.failure,
      effect: view ? await effect(caller, view, evaluations) : null,
      ...(others.length > 0 ? { furtherAlerts: others.map(resultOf) } : {}),
    });
  },
} satisfies Handlers;

async function viewOf(caller: ApiCaller, id: string | null): Promise<IntakeView | null> {
  if (id === null) {
    // Without an object to look at, administering any team is enough.
    if (caller.teams.edit !== 'all' && caller.teams.edit.length === 0)
      throw new AppError(
        'forbidden',
        'This needs the role Administrator in a team or in the organization.',
      );
    return null;
  }
  const resource = await getResource(caller, integrationKind, id);
  demandTeamEdit(caller, resource.teamId);
  const found = await caller.dependencies.views.load(id);
  if (!found)
    throw invalidField('integrationId', 'the type of this integration receives no payloads');
  return found;
}

function typeOf(caller: ApiCaller, input: Input, view: IntakeView | null) {
  if (view && !input.type) return view.type;
  const type = caller.dependencies.catalogue.find(input.type ?? 'Webhook');
  if (!type)
    throw invalidField(
      'type',
      `there is no integration type ${input.type}; see the types operation`,
    );
  return type;
}

function programOf(
  input: Input,
  view: IntakeView | null,
  defaultMapping: Parameters<typeof compileMapping>[0],
): MappingProgram {
  if (!input.attributesMapping && view && !input.type) return view.program;
  const normalised = normaliseMapping(input.attributesMapping ?? defaultMapping);
  const compiled = normalised.ok ? compileMapping(normalised.mapping) : normalised;
  if (!compiled.ok)
    throw new AppError('validation-failed', 'The mapping is not valid; see errors.', {
      fields: compiled.errors,
    });
  return compiled.program;
}

async function payloadOf(input: Input, sent: Buffer | undefined): Promise<WrappedPayload> {
  if (input.payload)
    return {
      payload: exactPayload(sent) ?? (input.payload as { [key: string]: Json }),
      problem: null,
    };
  if (!input.request)
    throw invalidField(
      'payload',
      'send payload (already wrapped) or request (contentType and body)',
    );
  return bodyToPayload({
    method: 'POST',
    contentType: input.request.contentType ?? 'application/json',
    headers: {},
    query: {},
    body: Buffer.from(input.request.body, 'utf8'),
  });
}

/** The payload with the digits of its numbers as sent: a webhook keeps them, so must its dry run. */
function exactPayload(sent: Buffer | undefined): { [key: string]: Json } | null {
  const body = sent ? parseJsonBody(sent.toString('utf8')) : null;
  if (!isJsonObject(body)) return null;
  // Members of the API have no case.
  const found = Object.entries(body).find(([name]) => name.toLowerCase() === 'payload')?.[1];
  return isJsonObject(found) ? found : null;
}

function resultOf(evaluation: Evaluation) {
  const { outcome, attributes, status, severity, title, correlationId, failure, trace } =
    evaluation;
  return { outcome, attributes, status, severity, title, correlationId, failure, trace };
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
  return { ...(await effectOf(caller, view, evaluations)), isRateLimited: !verdict.allowed };
}
