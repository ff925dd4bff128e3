import type { AttributeDefinition } from '../attributes.ts';
import type { AttributePath } from '../filters/filter.ts';
import { commonAttributes, type ResourceType, type Schema } from './resource-types.ts';

/** The target of a name: an attribute or one of its sub-attributes, or an extension as a whole. */
export type AttributeTarget =
  | { readonly kind: 'attribute'; readonly path: AttributePath }
  | { readonly kind: 'extension'; readonly schema: Schema };

const indexes = new WeakMap<readonly AttributeDefinition[], Map<string, AttributeDefinition>>();

/** An attribute by its name in any letter case. */
export function attributeNamed(
  definitions: readonly AttributeDefinition[],
  name: string,
): AttributeDefinition | undefined {
  let index = indexes.get(definitions);
  if (!index) {
    index = new Map(definitions.map((one) => [one.name.toLowerCase(), one]));
    indexes.set(definitions, index);
  }
  return index.get(name.toLowerCase());
}

/** An attribute of a resource that is in no extension. */
export function coreAttribute(type: ResourceType, name: string): AttributeDefinition | undefined {
  return attributeNamed(type.schema.attributes, name) ?? attributeNamed(commonAttributes, name);
}

/**
 * Resolves `userName`, `name.familyName`, `urn:…:User:userName`, `urn:…:enterprise:2.0:User:manager.value`
 * and the URN of an extension, in any letter case. Null for whatever the schemas do not have.
 */
export function resolveTarget(text: string, type: ResourceType): AttributeTarget | null {
  const lower = text.toLowerCase();
  for (const schema of [type.schema, ...type.extensions]) {
    const urn = schema.id.toLowerCase();
    if (lower === urn) return schema === type.schema ? null : { kind: 'extension', schema };
    if (lower.startsWith(`${urn}:`))
      return resolveIn(text.slice(urn.length + 1), type, schema === type.schema ? null : schema);
  }
  return resolveIn(text, type, null);
}

function resolveIn(
  text: string,
  type: ResourceType,
  extension: Schema | null,
): AttributeTarget | null {
  const [name = '', subName, ...rest] = text.split('.');
  const attribute = extension
    ? attributeNamed(extension.attributes, name)
    : coreAttribute(type, name);
  if (!attribute || rest.length > 0) return null;
  const sub = subName === undefined ? null : attributeNamed(attribute.subAttributes, subName);
  if (sub === undefined) return null;
  return { kind: 'attribute', path: { extension: extension?.id ?? null, attribute, sub } };
}
