/**
 * The methods of `tfplugin6.Provider` over a provider definition. Every method answers: what goes
 * wrong becomes a diagnostic, because an error on the wire reads as a crash of the plugin.
 */
import { decodeObject, decodeTyped, encodeObject, encodeTyped, objectFromJson } from './codec.ts';
import type { Diagnostic } from './diagnostics.ts';
import {
  diagnosticToMessage,
  errorAt,
  ProviderError,
  pathToMessage,
  toDiagnostics,
} from './diagnostics.ts';
import { parseExactJson } from './exact-json.ts';
import type { Log } from './log.ts';
import type { ProviderMethod, RequestOf, ResponseOf } from './messages.ts';
import { planChange } from './plan.ts';
import type {
  FunctionDefinition,
  Parameter,
  ProviderDefinition,
  ResourceDefinition,
  Takeover,
} from './provider.ts';
import { FunctionFailure, nullsOf, PartialCreate } from './provider.ts';
import type { Attributes, Schema } from './schema.ts';
import { toProtocol, typeBytes } from './schema.ts';
import { settleApply, settleRead } from './settle.ts';
import { validateObject } from './validate.ts';
import type { ValueObject } from './value.ts';
import { isObject } from './value.ts';

export type ProviderService = {
  readonly [M in ProviderMethod]: (request: RequestOf<M>) => Promise<ResponseOf<M>> | ResponseOf<M>;
};

export interface ServiceEnvironment {
  readonly log: Log;
  readonly env: NodeJS.ProcessEnv;
}

export function createService<Api>(
  provider: ProviderDefinition<Api>,
  { log, env }: ServiceEnvironment,
): ProviderService {
  const stop = new AbortController();
  let configured: { readonly api: Api } | undefined;

  const api = (): Api => {
    if (configured !== undefined) return configured.api;
    throw failure(
      'The provider is not configured',
      'Terraform asked for an object before configuring the provider.',
    );
  };
  const resource = (type: string) => find(provider.resources, 'resource', type);
  const dataSource = (type: string) => find(provider.dataSources, 'data source', type);
  const ephemeral = (type: string) => find(provider.ephemeralResources, 'ephemeral resource', type);
  const functions = () => mapValues(provider.functions, functionToMessage);

  return {
    GetMetadata: () => ({
      server_capabilities: serverCapabilities,
      data_sources: typeNames(provider.dataSources),
      resources: typeNames(provider.resources),
      ephemeral_resources: typeNames(provider.ephemeralResources),
      functions: Object.keys(provider.functions).map((name) => ({ name })),
    }),

    GetProviderSchema: () => ({
      provider: toProtocol(provider.schema),
      resource_schemas: mapValues(provider.resources, (entry) => toProtocol(entry.schema)),
      data_source_schemas: mapValues(provider.dataSources, (entry) => toProtocol(entry.schema)),
      ephemeral_resource_schemas: mapValues(provider.ephemeralResources, (entry) =>
        toProtocol(entry.schema),
      ),
      functions: functions(),
      server_capabilities: serverCapabilities,
    }),

    GetFunctions: () => ({ functions: functions() }),
    GetResourceIdentitySchemas: () => ({}),

    ValidateProviderConfig: ({ config }) => diagnosing(() => validate(provider, config)),
    ValidateResourceConfig: ({ type_name, config, client_capabilities }) =>
      diagnosing(() => [
        ...validate(resource(type_name), config),
        ...(client_capabilities?.write_only_attributes_allowed === true
          ? []
          : refuseWriteOnly(resource(type_name).schema.attributes, config)),
      ]),
    ValidateDataResourceConfig: ({ type_name, config }) =>
      diagnosing(() => validate(dataSource(type_name), config)),
    ValidateEphemeralResourceConfig: ({ type_name, config }) =>
      diagnosing(() => validate(ephemeral(type_name), config)),

    ConfigureProvider: ({ config, terraform_version }) =>
      diagnosing(() => {
        log('debug', 'configuring', { terraform_version, version: provider.version });
        const values = decodeObject(provider.schema.attributes, config) ?? {};
        configured = { api: provider.configure(values, { signal: stop.signal, log, env }) };
        return [];
      }),

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
        const answer = await read(api(), stored);
        if (answer === null) log('info', 'no longer exists', { type: type_name });
        const state = answer === null ? null : settleRead(schema.attributes, stored, answer);
        return { new_state: encodeObject(schema.attributes, state), private: kept };
      }),

    PlanResourceChange: ({ type_name, prior_state, config, proposed_new_state, prior_private }) =>
      answering(async () => {
        const { attributes } = resource(type_name).schema;
        const prior = decodeObject(attributes, prior_state);
        // A null proposal is a destroy: nothing is planned.
        if (decodeObject(attributes, proposed_new_state) === null) {
          return { planned_state: encodeObject(attributes, null), planned_private: prior_private };
        }
        const plan = planChange(attributes, decodeObject(attributes, config) ?? {}, prior);
        return {
          planned_state: encodeObject(attributes, plan.planned),
          requires_replace: plan.requiresReplace.map(pathToMessage),
          planned_private: prior_private,
        };
      }),

    ApplyResourceChange: async ({
      type_name,
      prior_state,
      planned_state,
      config,
      planned_private,
    }) => {
      const entry = resource(type_name);
      const { attributes } = entry.schema;
      const prior = decodeObject(attributes, prior_state);
      try {
        const planned = decodeObject(attributes, planned_state);
        const configured = decodeObject(attributes, config) ?? {};
        const state = await apply(entry, api(), prior, planned, configured);
        return { new_state: encodeObject(attributes, state), private: planned_private };
      } catch (error) {
        const partial = error instanceof PartialCreate;
        const known = partial ? { ...nullsOf(attributes), ...error.state } : prior;
        return {
          new_state: encodeObject(attributes, known),
          private: planned_private,
          diagnostics: toDiagnostics(partial ? error.cause : error).map(diagnosticToMessage),
        };
      }
    },

    ImportResourceState: ({ type_name, id }) =>
      answering(async () => {
        const { schema, importId } = resource(type_name);
        const state = { ...nullsOf(schema.attributes), ...importId(id) };
        return {
          imported_resources: [{ type_name, state: encodeObject(schema.attributes, state) }],
        };
      }),

    ReadDataSource: ({ type_name, config }) =>
      answering(async () => {
        const { schema, read } = dataSource(type_name);
        const values = decodeObject(schema.attributes, config) ?? {};
        const answer = await read(api(), values);
        return {
          state: encodeObject(schema.attributes, { ...answer, ...configuredOf(schema, values) }),
        };
      }),

    OpenEphemeralResource: ({ type_name, config }) =>
      answering(async () => {
        const { schema, open } = ephemeral(type_name);
        const values = decodeObject(schema.attributes, config) ?? {};
        const { result, memory, renewAt } = await open(api(), values);
        return {
          result: encodeObject(schema.attributes, { ...result, ...configuredOf(schema, values) }),
          private: Buffer.from(memory),
          renew_at: timestamp(renewAt),
        };
      }),

    RenewEphemeralResource: ({ type_name, private: kept }) =>
      answering(async () => {
        const { renew } = ephemeral(type_name);
        if (renew === undefined) return { private: kept };
        const { memory, renewAt } = await renew(api(), kept.toString('utf8'));
        return { private: Buffer.from(memory), renew_at: timestamp(renewAt) };
      }),

    CloseEphemeralResource: ({ type_name, private: kept }) =>
      answering(async () => {
        await ephemeral(type_name).close(api(), kept.toString('utf8'));
        return {};
      }),

    CallFunction: ({ name, arguments: args }) => {
      try {
        const entry = find(provider.functions, 'function', name);
        const values = args.map((arg, index) => {
          const parameter = entry.parameters[index] ?? entry.variadic;
          return parameter === undefined ? null : decodeTyped(parameter.type, arg);
        });
        return { result: encodeTyped(entry.returns, entry.call(values)) };
      } catch (error) {
        const argument = error instanceof FunctionFailure ? error.argument : undefined;
        const text = error instanceof Error ? error.message : String(error);
        return { error: { text, function_argument: argument } };
      }
    },

    StopProvider: () => {
      log('info', 'stopping: requests under way are cancelled');
      stop.abort(failure('Interrupted', 'Terraform asked the provider to stop.'));
      return {};
    },
  };
}

const serverCapabilities = {
  plan_destroy: true,
  get_provider_schema_optional: true,
  move_resource_state: true,
};

async function apply<Api>(
  entry: ResourceDefinition<Api>,
  api: Api,
  prior: ValueObject | null,
  planned: ValueObject | null,
  config: ValueObject,
): Promise<ValueObject | null> {
  const { attributes } = entry.schema;
  if (planned === null) {
    if (prior !== null) await entry.remove(api, prior);
    return null;
  }
  const answer =
    prior === null
      ? await entry.create(api, planned, config)
      : await entry.update(api, planned, config, prior);
  return settleApply(attributes, planned, answer);
}

function validate(
  entry: { readonly schema: Schema; validate?(config: ValueObject): Diagnostic[] },
  config: RequestOf<'ValidateProviderConfig'>['config'],
): Diagnostic[] {
  const values = decodeObject(entry.schema.attributes, config) ?? {};
  const problems = validateObject(entry.schema.attributes, values);
  // Rules between attributes read oddly on top of a value that is wrong in itself.
  return problems.length > 0 ? problems : (entry.validate?.(values) ?? []);
}

function refuseWriteOnly(
  attributes: Attributes,
  config: RequestOf<'ValidateResourceConfig'>['config'],
): Diagnostic[] {
  const values = decodeObject(attributes, config) ?? {};
  return Object.entries(attributes).flatMap(([name, attribute]) =>
    attribute.writeOnly === true && (values[name] ?? null) !== null
      ? [
          errorAt(
            [name],
            'Write-only attribute',
            'Write-only attributes need Terraform 1.11 or later.',
          ),
        ]
      : [],
  );
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

/** Configured values come back exactly as configured: Terraform compares them. */
function configuredOf(schema: Schema, config: ValueObject): ValueObject {
  return Object.fromEntries(
    Object.entries(schema.attributes)
      .filter(([name]) => (config[name] ?? null) !== null)
      .map(([name]) => [name, config[name] ?? null]),
  );
}

function pick(attributes: Attributes, state: ValueObject): ValueObject {
  return Object.fromEntries(Object.entries(state).filter(([name]) => name in attributes));
}

type Diagnosing = { diagnostics?: readonly ReturnType<typeof diagnosticToMessage>[] };

async function diagnosing(work: () => readonly Diagnostic[]): Promise<Diagnosing> {
  try {
    return { diagnostics: work().map(diagnosticToMessage) };
  } catch (error) {
    return { diagnostics: toDiagnostics(error).map(diagnosticToMessage) };
  }
}

async function answering<Answer extends object>(
  work: () => Promise<Answer>,
): Promise<Answer | Diagnosing> {
  try {
    return await work();
  } catch (error) {
    return { diagnostics: toDiagnostics(error).map(diagnosticToMessage) };
  }
}

function find<Entry>(entries: Readonly<Record<string, Entry>>, kind: string, name: string): Entry {
  const entry = entries[name];
  if (entry === undefined)
    throw failure(`Unknown ${kind}`, `This provider has no ${kind} "${name}".`);
  return entry;
}

function failure(summary: string, detail: string): ProviderError {
  return new ProviderError([{ severity: 'error', summary, detail }]);
}

function timestamp(at: Date | undefined): { seconds: number; nanos: number } | undefined {
  if (at === undefined) return undefined;
  const milliseconds = at.getTime();
  return { seconds: Math.floor(milliseconds / 1000), nanos: (milliseconds % 1000) * 1_000_000 };
}

function typeNames(entries: Readonly<Record<string, unknown>>): { type_name: string }[] {
  return Object.keys(entries).map((type_name) => ({ type_name }));
}

function functionToMessage(entry: FunctionDefinition) {
  const parameter = ({ name, type, description, allowNull }: Parameter) => ({
    name,
    type: typeBytes(type),
    description,
    allow_null_value: allowNull === true,
  });
  return {
    parameters: entry.parameters.map(parameter),
    variadic_parameter: entry.variadic === undefined ? undefined : parameter(entry.variadic),
    return: { type: typeBytes(entry.returns) },
    summary: entry.summary,
    description: entry.description,
  };
}

function mapValues<In, Out>(
  entries: Readonly<Record<string, In>>,
  each: (entry: In) => Out,
): Record<string, Out> {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, each(entry)]));
}
