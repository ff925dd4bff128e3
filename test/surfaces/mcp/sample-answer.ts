import { isObject } from '../../../src/kernel/index.ts';

/** An answer by its schema in which every text that the document marks as from outside is this one. */
export function sampleAnswer(
  schema: unknown,
  text: string,
  depth = 12,
  isForeign = false,
): unknown {
  if (!isObject(schema) || depth === 0) return null;
  const foreign = isForeign || schema['x-untrusted'] !== undefined;
  const parts = [schema.allOf, schema.oneOf, schema.anyOf].filter(Array.isArray).flat();
  const samples = parts.map((part) => sampleAnswer(part, text, depth - 1, foreign));
  const below = (of: unknown) => sampleAnswer(of, text, depth - 1, foreign);
  if (isObject(schema.properties) || schema.type === 'object' || samples.some(isObject)) {
    const further = isObject(schema.additionalProperties) || schema.additionalProperties === true;
    return {
      ...Object.assign({}, ...samples.filter(isObject)),
      ...Object.fromEntries(
        Object.entries(isObject(schema.properties) ? schema.properties : {}).map(
          ([name, member]) => [name, below(member)],
        ),
      ),
      // Names of members may be foreign, too.
      ...(foreign && further && { [text]: text }),
    };
  }
  if (schema.items !== undefined) return [below(schema.items)];
  if (parts.length > 0) return samples.at(0);
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.type === 'string' || schema.type === undefined) return foreign ? text : 'ours';
  return schema.type === 'boolean' ? true : 1;
}
