/**
 * The messages of Terraform's plugin protocol 6.8 and of go-plugin's side services, as far as a
 * provider takes part in them. Names and numbers are the protocol's.
 */
import type { Message, Read, Write } from './protobuf.ts';
import {
  bytes,
  flag,
  integer,
  many,
  mapOf,
  maybe,
  maybeLater,
  message,
  one,
  text,
} from './protobuf.ts';

export const Empty = message({});

export const DynamicValue = message({ msgpack: one(1, bytes), json: one(2, bytes) });

const PathStep = message({
  attribute_name: maybe(1, text),
  element_key_string: maybe(2, text),
  element_key_int: maybe(3, integer),
});
export const AttributePath = message({ steps: many(1, PathStep) });

export const diagnosticSeverity = { error: 1, warning: 2 } as const;
export const Diagnostic = message({
  severity: one(1, integer),
  summary: one(2, text),
  detail: one(3, text),
  attribute: maybe(4, AttributePath),
});

export const stringKind = { plain: 0, markdown: 1 } as const;
export const nesting = { single: 1, list: 2, set: 3, map: 4 } as const;

/** Written out because an attribute's object holds attributes again. */
export interface SchemaAttribute {
  name?: string | undefined;
  type?: Uint8Array | undefined;
  description?: string | undefined;
  required?: boolean | undefined;
  optional?: boolean | undefined;
  computed?: boolean | undefined;
  sensitive?: boolean | undefined;
  description_kind?: number | undefined;
  deprecated?: boolean | undefined;
  nested_type?:
    | { attributes?: readonly SchemaAttribute[] | undefined; nesting?: number | undefined }
    | undefined;
  write_only?: boolean | undefined;
}
const Attribute: Message<unknown, SchemaAttribute> = message({
  name: one(1, text),
  type: one(2, bytes),
  description: one(3, text),
  required: one(4, flag),
  optional: one(5, flag),
  computed: one(6, flag),
  sensitive: one(7, flag),
  description_kind: one(8, integer),
  deprecated: one(9, flag),
  nested_type: maybeLater(10, () => NestedObject),
  write_only: one(11, flag),
});
const NestedObject: Message<
  unknown,
  { attributes?: readonly SchemaAttribute[] | undefined; nesting?: number | undefined }
> = message({ attributes: many(1, Attribute), nesting: one(3, integer) });

const Block = message({
  version: one(1, integer),
  attributes: many(2, Attribute),
  description: one(4, text),
  description_kind: one(5, integer),
  deprecated: one(6, flag),
});
export const Schema = message({ version: one(1, integer), block: maybe(2, Block) });

const Parameter = message({
  name: one(1, text),
  type: one(2, bytes),
  allow_null_value: one(3, flag),
  allow_unknown_values: one(4, flag),
  description: one(5, text),
  description_kind: one(6, integer),
});
const FunctionSchema = message({
  parameters: many(1, Parameter),
  variadic_parameter: maybe(2, Parameter),
  return: maybe(3, message({ type: one(1, bytes) })),
  summary: one(4, text),
  description: one(5, text),
  description_kind: one(6, integer),
  deprecation_message: one(7, text),
});

const ServerCapabilities = message({
  plan_destroy: one(1, flag),
  get_provider_schema_optional: one(2, flag),
  move_resource_state: one(3, flag),
});
const ClientCapabilities = message({
  deferral_allowed: one(1, flag),
  write_only_attributes_allowed: one(2, flag),
});
const RawState = message({ json: one(1, bytes) });
const TypeName = message({ type_name: one(1, text) });
const Name = message({ name: one(1, text) });
const Timestamp = message({ seconds: one(1, integer), nanos: one(2, integer) });

const onlyDiagnostics = (number: number) => message({ diagnostics: many(number, Diagnostic) });
const typedConfig = (capabilities?: number) =>
  message({
    type_name: one(1, text),
    config: maybe(2, DynamicValue),
    ...(capabilities === undefined
      ? {}
      : { client_capabilities: maybe(capabilities, ClientCapabilities) }),
  });

/** Request and response of every method of `tfplugin6.Provider` that we answer. */
export const providerMethods = {
  GetMetadata: [
    Empty,
    message({
      server_capabilities: maybe(1, ServerCapabilities),
      diagnostics: many(2, Diagnostic),
      data_sources: many(3, TypeName),
      resources: many(4, TypeName),
      functions: many(5, Name),
      ephemeral_resources: many(6, TypeName),
    }),
  ],
  GetProviderSchema: [
    Empty,
    message({
      provider: maybe(1, Schema),
      resource_schemas: mapOf(2, Schema),
      data_source_schemas: mapOf(3, Schema),
      diagnostics: many(4, Diagnostic),
      provider_meta: maybe(5, Schema),
      server_capabilities: maybe(6, ServerCapabilities),
      functions: mapOf(7, FunctionSchema),
      ephemeral_resource_schemas: mapOf(8, Schema),
    }),
  ],
  ValidateProviderConfig: [message({ config: maybe(1, DynamicValue) }), onlyDiagnostics(2)],
  ValidateResourceConfig: [typedConfig(3), onlyDiagnostics(1)],
  ValidateDataResourceConfig: [typedConfig(), onlyDiagnostics(1)],
  ValidateEphemeralResourceConfig: [typedConfig(), onlyDiagnostics(1)],
  ConfigureProvider: [
    message({
      terraform_version: one(1, text),
      config: maybe(2, DynamicValue),
      client_capabilities: maybe(3, ClientCapabilities),
    }),
    onlyDiagnostics(1),
  ],
  UpgradeResourceState: [
    message({ type_name: one(1, text), version: one(2, integer), raw_state: maybe(3, RawState) }),
    message({ upgraded_state: maybe(1, DynamicValue), diagnostics: many(2, Diagnostic) }),
  ],
  ReadResource: [
    message({
      type_name: one(1, text),
      current_state: maybe(2, DynamicValue),
      private: one(3, bytes),
      client_capabilities: maybe(5, ClientCapabilities),
    }),
    message({
      new_state: maybe(1, DynamicValue),
      diagnostics: many(2, Diagnostic),
      private: one(3, bytes),
    }),
  ],
  PlanResourceChange: [
    message({
      type_name: one(1, text),
      prior_state: maybe(2, DynamicValue),
      proposed_new_state: maybe(3, DynamicValue),
      config: maybe(4, DynamicValue),
      prior_private: one(5, bytes),
      client_capabilities: maybe(7, ClientCapabilities),
    }),
    message({
      planned_state: maybe(1, DynamicValue),
      requires_replace: many(2, AttributePath),
      planned_private: one(3, bytes),
      diagnostics: many(4, Diagnostic),
    }),
  ],
  ApplyResourceChange: [
    message({
      type_name: one(1, text),
      prior_state: maybe(2, DynamicValue),
      planned_state: maybe(3, DynamicValue),
      config: maybe(4, DynamicValue),
      planned_private: one(5, bytes),
    }),
    message({
      new_state: maybe(1, DynamicValue),
      private: one(2, bytes),
      diagnostics: many(3, Diagnostic),
    }),
  ],
  ImportResourceState: [
    message({
      type_name: one(1, text),
      id: one(2, text),
      client_capabilities: maybe(3, ClientCapabilities),
    }),
    message({
      imported_resources: many(
        1,
        message({ type_name: one(1, text), state: maybe(2, DynamicValue), private: one(3, bytes) }),
      ),
      diagnostics: many(2, Diagnostic),
    }),
  ],
  MoveResourceState: [
    message({
      source_provider_address: one(1, text),
      source_type_name: one(2, text),
      source_schema_version: one(3, integer),
      source_state: maybe(4, RawState),
      target_type_name: one(5, text),
      source_private: one(6, bytes),
    }),
    message({
      target_state: maybe(1, DynamicValue),
      diagnostics: many(2, Diagnostic),
      target_private: one(3, bytes),
    }),
  ],
  ReadDataSource: [
    message({
      type_name: one(1, text),
      config: maybe(2, DynamicValue),
      client_capabilities: maybe(4, ClientCapabilities),
    }),
    message({ state: maybe(1, DynamicValue), diagnostics: many(2, Diagnostic) }),
  ],
  OpenEphemeralResource: [
    typedConfig(3),
    message({
      diagnostics: many(1, Diagnostic),
      renew_at: maybe(2, Timestamp),
      result: maybe(3, DynamicValue),
      private: maybe(4, bytes),
    }),
  ],
  RenewEphemeralResource: [
    message({ type_name: one(1, text), private: one(2, bytes) }),
    message({
      diagnostics: many(1, Diagnostic),
      renew_at: maybe(2, Timestamp),
      private: maybe(3, bytes),
    }),
  ],
  CloseEphemeralResource: [
    message({ type_name: one(1, text), private: one(2, bytes) }),
    onlyDiagnostics(1),
  ],
  GetFunctions: [
    Empty,
    message({ functions: mapOf(1, FunctionSchema), diagnostics: many(2, Diagnostic) }),
  ],
  CallFunction: [
    message({ name: one(1, text), arguments: many(2, DynamicValue) }),
    message({
      result: maybe(1, DynamicValue),
      error: maybe(2, message({ text: one(1, text), function_argument: maybe(2, integer) })),
    }),
  ],
  GetResourceIdentitySchemas: [Empty, Empty],
  StopProvider: [Empty, message({ Error: one(1, text) })],
} as const;

export type ProviderMethods = typeof providerMethods;
export type ProviderMethod = keyof ProviderMethods;
export type RequestOf<M extends ProviderMethod> = Read<ProviderMethods[M][0]>;
export type ResponseOf<M extends ProviderMethod> = Write<ProviderMethods[M][1]>;

export const StdioData = message({ channel: one(1, integer), data: one(2, bytes) });
export const ConnInfo = message({
  service_id: one(1, integer),
  network: one(2, text),
  address: one(3, text),
});
export const HealthCheckRequest = message({ service: one(1, text) });
export const HealthCheckResponse = message({ status: one(1, integer) });
