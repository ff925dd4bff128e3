/**
 * The provider's schema as `terraform providers schema -json` prints it: what documentation tools
 * and generators of bindings read. Made without a terraform binary; a test compares the two.
 */
import type { ProviderDefinition } from '../runtime/provider.ts';
import type { Attribute, Attributes, Schema, ValueType } from '../runtime/schema.ts';
import { describe, isComputed } from '../runtime/schema.ts';
import { typeBytes } from '../runtime/schema-message.ts';

export interface ProvidersSchema {
  readonly format_version: string;
  readonly provider_schemas: Readonly<Record<string, ProviderSchemaJson>>;
}

interface ProviderSchemaJson {
  readonly provider: object;
  readonly resource_schemas: Readonly<Record<string, object>>;
  readonly data_source_schemas: Readonly<Record<string, object>>;
  readonly ephemeral_resource_schemas: Readonly<Record<string, object>>;
  readonly functions: Readonly<Record<string, object>>;
}

export function toProvidersSchema<Api>(provider: ProviderDefinition<Api>): ProvidersSchema {
  return {
    format_version: '1.0',
    provider_schemas: {
      [provider.address]: {
        provider: schemaJson(provider.schema),
        resource_schemas: each(provider.resources, ({ schema }) => schemaJson(schema)),
        data_source_schemas: each(provider.dataSources, ({ schema }) => schemaJson(schema)),
        ephemeral_resource_schemas: each(provider.ephemeralResources, ({ schema }) =>
          schemaJson(schema),
        ),
        functions: each(provider.functions, (entry) => ({
          description: entry.description,
          summary: entry.summary,
          return_type: typeJson(entry.returns),
          ...(entry.parameters.length === 0
            ? {}
            : { parameters: entry.parameters.map(parameterJson) }),
          ...(entry.variadic === undefined
            ? {}
            : { variadic_parameter: parameterJson(entry.variadic) }),
        })),
      },
    },
  };
}

function schemaJson(schema: Schema): object {
  return {
    version: schema.version,
    block: {
      attributes: attributesJson(schema.attributes),
      description: schema.description,
      description_kind: 'markdown',
    },
  };
}

function attributesJson(attributes: Attributes): object {
  return each(attributes, attributeJson);
}

function attributeJson(attribute: Attribute): object {
  return {
    ...(attribute.nested === undefined
      ? { type: typeJson(attribute.type ?? 'string') }
      : {
          nested_type: {
            attributes: attributesJson(attribute.nested.attributes),
            nesting_mode: attribute.nested.nesting,
          },
        }),
    description: describe(attribute),
    description_kind: 'markdown',
    ...(attribute.deprecated === undefined ? {} : { deprecated: true }),
    ...(attribute.presence === 'required' ? { required: true } : {}),
    ...(attribute.presence.startsWith('optional') ? { optional: true } : {}),
    ...(isComputed(attribute) ? { computed: true } : {}),
    ...(attribute.sensitive === true ? { sensitive: true } : {}),
    ...(attribute.writeOnly === true ? { write_only: true } : {}),
  };
}

function typeJson(type: ValueType): unknown {
  return JSON.parse(typeBytes(type).toString('utf8'));
}

function parameterJson(parameter: {
  name: string;
  description: string;
  type: ValueType;
  allowNull?: boolean;
}): object {
  return {
    name: parameter.name,
    description: parameter.description,
    ...(parameter.allowNull === true ? { is_nullable: true } : {}),
    type: typeJson(parameter.type),
  };
}

function each<In>(
  entries: Readonly<Record<string, In>>,
  convert: (entry: In) => object,
): Record<string, object> {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, convert(entry)]));
}
