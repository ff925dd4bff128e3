/** The methods about the provider itself: schemas, names, functions, and calls of functions. */
import { decodeTyped, encodeTyped } from '../codec.ts';
import type { FunctionDefinition, Parameter, ProviderDefinition } from '../provider.ts';
import { FunctionFailure } from '../provider.ts';
import { toProtocol, typeBytes } from '../schema-message.ts';
import { find, type Methods } from './answer.ts';

export function schemaMethods<Api>(
  provider: ProviderDefinition<Api>,
): Methods<
  | 'GetMetadata'
  | 'GetProviderSchema'
  | 'GetFunctions'
  | 'GetResourceIdentitySchemas'
  | 'CallFunction'
> {
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
  };
}

const serverCapabilities = {
  plan_destroy: true,
  get_provider_schema_optional: true,
  move_resource_state: true,
};

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
