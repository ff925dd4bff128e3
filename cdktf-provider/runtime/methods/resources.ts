/** The life of a resource: its state read, planned, applied, imported, upgraded, taken over. */
import { decodeObject, encodeObject, objectFromJson } from '../codec.ts';
import { diagnosticToMessage, pathToMessage, toDiagnostics } from '../diagnostics.ts';
import { parseExactJson } from '../exact-json.ts';
import type { Log } from '../log.ts';
import type { RequestOf } from '../messages.ts';
import { missingSecrets } from '../missing-secrets.ts';
import { planChange } from '../plan.ts';
import type { ProviderDefinition, ResourceDefinition, Takeover } from '../provider.ts';
import { nullsOf, PartialCreate } from '../provider.ts';
import type { Attributes } from '../schema.ts';
import { settleApply, settleRead } from '../settle.ts';
import type { ValueObject } from '../value.ts';
import { isObject } from '../value.ts';
import { answering, failure, find, type Methods } from './answer.ts';

/** `api` throws until the provider is configured. */
export function resourceMethods<Api>(
  { resources }: ProviderDefinition<Api>,
  api: () => Api,
  log: Log,
): Methods<
  | 'UpgradeResourceState'
  | 'MoveResourceState'
  | 'ReadResource'
  | 'PlanResourceChange'
  | 'ApplyResourceChange'
  | 'ImportResourceState'
> {
  const resource = (type: string) => find(resources, 'resource', type);
  return {
    UpgradeResourceState: ({ type_name, version, raw_state }) =>
      answering(async () => {
        const entry = resource(type_name);
        const { attributes } = entry.schema;
        const state = upgraded(entry, raw_state?.json, version);
        return { upgraded_state: encodeObject(attributes, state) };
      }),

    MoveResourceState: (request) =>
      answering(async () => {
        const entry = resource(request.target_type_name);
        const state = movedState(entry, request);
        return { target_state: encodeObject(entry.schema.attributes, state) };
      }),

    ReadResource: ({ type_name, current_state, private: kept }) =>
      answering(async () => {
        const { schema, read } = resource(type_name);
        const stored = decodeObject(schema.attributes, current_state) ?? {};
        const answer = await read(api(), stored, memoryIn(kept));
        if (answer === null) log('info', 'no longer exists', { type: type_name });
        const state = answer === null ? null : settleRead(schema.attributes, stored, answer);
        // The memory of its creation is no longer needed.
        return { new_state: encodeObject(schema.attributes, state), private: nothing };
      }),

    PlanResourceChange: (request) =>
      answering(() => plan(resource(request.type_name), api, request)),

    ApplyResourceChange: async (request) => change(resource(request.type_name), api, request),

    ImportResourceState: ({ type_name, id }) =>
      answering(async () => {
        const { schema, importId } = resource(type_name);
        const state = { ...nullsOf(schema.attributes), ...importId(id) };
        return {
          imported_resources: [{ type_name, state: encodeObject(schema.attributes, state) }],
        };
      }),
  };
}

/** Private data of Terraform's: nothing is kept there but how to find out what became of a creation. */
const nothing = Buffer.alloc(0);

function memoryIn(kept: Uint8Array): string | undefined {
  return kept.length === 0 ? undefined : Buffer.from(kept).toString('utf8');
}

async function plan<Api>(
  entry: ResourceDefinition<Api>,
  api: () => Api,
  { prior_state, config, proposed_new_state, prior_private }: RequestOf<'PlanResourceChange'>,
) {
  const { attributes } = entry.schema;
  const prior = decodeObject(attributes, prior_state);
  // A null proposal is a destroy: nothing is planned.
  if (decodeObject(attributes, proposed_new_state) === null)
    return { planned_state: encodeObject(attributes, null), planned_private: prior_private };
  const configured = decodeObject(attributes, config) ?? {};
  const planned = planChange(attributes, configured, prior);
  const problems = [
    ...missingSecrets(attributes, configured, prior),
    ...((await entry.check?.(api(), planned.planned, prior)) ?? []),
  ];
  return {
    diagnostics: problems.map(diagnosticToMessage),
    planned_state: encodeObject(attributes, planned.planned),
    requires_replace: planned.requiresReplace.map(pathToMessage),
    planned_private: prior_private,
  };
}

/** A failure is answered beside the state, which says what is known to exist by now. */
async function change<Api>(
  entry: ResourceDefinition<Api>,
  api: () => Api,
  { prior_state, planned_state, config, planned_private }: RequestOf<'ApplyResourceChange'>,
) {
  const { attributes } = entry.schema;
  const prior = decodeObject(attributes, prior_state);
  try {
    const planned = decodeObject(attributes, planned_state);
    const configured = decodeObject(attributes, config) ?? {};
    const memory = memoryIn(planned_private);
    const state = await apply(entry, api(), { prior, planned, configured, memory });
    return { new_state: encodeObject(attributes, state), private: nothing };
  } catch (error) {
    const partial = error instanceof PartialCreate;
    const known = partial ? { ...nullsOf(attributes), ...error.state } : prior;
    return {
      new_state: encodeObject(attributes, known),
      private: partial ? Buffer.from(error.memory) : planned_private,
      diagnostics: toDiagnostics(partial ? error.cause : error).map(diagnosticToMessage),
    };
  }
}

interface Change {
  readonly prior: ValueObject | null;
  readonly planned: ValueObject | null;
  readonly configured: ValueObject;
  readonly memory: string | undefined;
}

async function apply<Api>(
  entry: ResourceDefinition<Api>,
  api: Api,
  { prior, planned, configured, memory }: Change,
): Promise<ValueObject | null> {
  const { attributes } = entry.schema;
  if (planned === null) {
    if (prior !== null) await entry.remove(api, prior, memory);
    return null;
  }
  const answer =
    prior === null
      ? await entry.create(api, planned, configured)
      : await entry.update(api, planned, configured, prior);
  return settleApply(attributes, planned, answer);
}

function upgraded<Api>(
  entry: ResourceDefinition<Api>,
  json: Uint8Array | undefined,
  version: number,
): ValueObject {
  const { attributes, version: current } = entry.schema;
  if (version > current) {
    throw failure(
      'State was written by a newer provider',
      `The state has schema version ${version}, this provider knows ${current}. Install the newer version of the provider.`,
    );
  }
  if (entry.upgrade === undefined || version === current) return objectFromJson(attributes, json);
  const raw = parseExactJson(Buffer.from(json ?? []).toString('utf8'));
  const converted = entry.upgrade(isObject(raw) ? raw : {}, version);
  return { ...nullsOf(attributes), ...pick(attributes, converted) };
}

function movedState<Api>(
  entry: ResourceDefinition<Api>,
  request: RequestOf<'MoveResourceState'>,
): ValueObject {
  const { source_provider_address: address, source_type_name: type } = request;
  const takeover = entry.takesOver?.find((known) => isSource(known, address, type));
  if (takeover === undefined) {
    const known = (entry.takesOver ?? []).map((other) => `${other.type} of ${other.provider}`);
    throw failure(
      'State cannot be taken over',
      `${request.target_type_name} cannot take over ${type} of ${address}. ${known.length === 0 ? 'It takes over no other type.' : `It takes over ${known.join(', ')}.`}`,
    );
  }
  const json = request.source_state?.json ?? Buffer.from('{}');
  if (takeover.convert === undefined) return objectFromJson(entry.schema.attributes, json);
  const raw = parseExactJson(json.toString('utf8'));
  const converted = takeover.convert(isObject(raw) ? raw : {});
  return objectFromJson(entry.schema.attributes, Buffer.from(JSON.stringify(converted)));
}

function isSource(takeover: Takeover, address: string, type: string): boolean {
  return takeover.type === type && address.toLowerCase().endsWith(`/${takeover.provider}`);
}

function pick(attributes: Attributes, state: ValueObject): ValueObject {
  return Object.fromEntries(Object.entries(state).filter(([name]) => name in attributes));
}
