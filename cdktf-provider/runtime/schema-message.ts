/** A schema as the messages that Terraform reads. */
import type { SchemaAttribute, Schema as SchemaMessage } from './messages.ts';
import { nesting as nestingNumber, stringKind } from './messages.ts';
import type { Write } from './protobuf.ts';
import { type Attributes, describe, isComputed, type Schema, type ValueType } from './schema.ts';

export function toProtocol(schema: Schema): Write<typeof SchemaMessage> {
  return {
    version: schema.version,
    block: {
      version: schema.version,
      attributes: toProtocolAttributes(schema.attributes),
      description: schema.description,
      description_kind: stringKind.markdown,
      deprecated: schema.deprecated !== undefined,
    },
  };
}

function toProtocolAttributes(attributes: Attributes): SchemaAttribute[] {
  return Object.entries(attributes)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, attribute]) => ({
      name,
      description: describe(attribute),
      description_kind: stringKind.markdown,
      required: attribute.presence === 'required',
      optional: attribute.presence === 'optional' || attribute.presence === 'optional-computed',
      computed: isComputed(attribute),
      sensitive: attribute.sensitive === true,
      write_only: attribute.writeOnly === true,
      deprecated: attribute.deprecated !== undefined,
      ...(attribute.nested === undefined
        ? { type: typeBytes(attribute.type ?? 'string') }
        : {
            nested_type: {
              nesting: nestingNumber[attribute.nested.nesting],
              attributes: toProtocolAttributes(attribute.nested.attributes),
            },
          }),
    }));
}

/** The wire form of a type: JSON, as bytes. */
export function typeBytes(type: ValueType): Buffer {
  return Buffer.from(JSON.stringify(typeToJson(type)));
}

function typeToJson(type: ValueType): unknown {
  if (typeof type === 'string') return type;
  if ('list' in type) return ['list', typeToJson(type.list)];
  if ('set' in type) return ['set', typeToJson(type.set)];
  return ['map', typeToJson(type.map)];
}
