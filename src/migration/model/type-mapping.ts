import { normaliseMapping } from '../../mapping/index.ts';
import { typeMappings } from '../generated/type-mappings.generated.ts';
import type { Attribute, AttributesMapping } from './matched-attributes.ts';

/** How payloads of a type are read unless an integration says otherwise; null: it takes none. */
export function mappingOfType(type: string): AttributesMapping | null {
  const text = Object.hasOwn(typeMappings, type) ? typeMappings[type] : undefined;
  if (text === undefined) return null;
  const read = normaliseMapping(JSON.parse(text));
  if (!read.ok) throw new Error(`The mapping of ${type} cannot be read.`);
  return read.mapping;
}

/** A mapping takes so many. */
const attributesMax = 200;

/** A mapping with further attributes in front of its own and behind them; null: there would be too many. */
export function withAttributes(
  mapping: AttributesMapping,
  { first = [], last = [] }: { first?: readonly Attribute[]; last?: readonly Attribute[] },
): AttributesMapping | null {
  const attributes = [...first, ...mapping.attributes, ...last];
  return attributes.length > attributesMax ? null : { ...mapping, attributes };
}
