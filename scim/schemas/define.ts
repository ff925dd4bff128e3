import type { AttributeDefinition, AttributeType } from '../attributes.ts';

type Traits = Partial<Omit<AttributeDefinition, 'name' | 'type' | 'description'>>;

/** An attribute with the defaults of RFC 7643 section 2.2. */
export function attribute(
  name: string,
  type: AttributeType,
  description: string,
  traits: Traits = {},
): AttributeDefinition {
  return {
    name,
    type,
    description,
    multiValued: false,
    required: false,
    caseExact: type === 'reference',
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    subAttributes: [],
    ...traits,
  };
}

export const text = (name: string, description: string, traits: Traits = {}) =>
  attribute(name, 'string', description, traits);

/** A multi-valued attribute with the sub-attributes that RFC 7643 section 2.4 gives to all of them. */
export function plural(
  name: string,
  description: string,
  value: AttributeDefinition,
  types: readonly string[] = [],
): AttributeDefinition {
  return attribute(name, 'complex', description, {
    multiValued: true,
    subAttributes: [
      value,
      text('display', 'A name of the value for people.'),
      text('type', 'What the value is for.', types.length > 0 ? { canonicalValues: types } : {}),
      attribute('primary', 'boolean', 'Whether this is the preferred value; one at most is.'),
    ],
  });
}
