import type { AttributeDefinition, Attributes, AttributeValue } from '../attributes.ts';
import { badRequest } from '../errors.ts';
import { type AttributeTarget, coreAttribute, resolveTarget } from '../schemas/attribute-target.ts';
import type { ResourceType } from '../schemas/resource-types.ts';
import { type Draft, isAttributes, isList } from '../values.ts';

/** Which attributes an answer shows: RFC 7644 section 3.9. */
export interface Projection {
  shows(definition: AttributeDefinition): boolean;
  apply(resource: Attributes): Attributes;
  /** The client asked for particular attributes, so it has to get them. */
  readonly isChosen: boolean;
}

const namesMax = 200;

/** Names are separate or with commas. Names that no schema has choose nothing. Throws when both are given. */
export function readProjection(
  type: ResourceType,
  given: { attributes?: unknown; excludedAttributes?: unknown },
): Projection {
  const wanted = targetsOf(type, given.attributes, 'attributes');
  const excluded = targetsOf(type, given.excludedAttributes, 'excludedAttributes');
  if (wanted && excluded)
    throw badRequest('invalidValue', 'Send attributes or excludedAttributes, not both.');
  const pick = (definition: AttributeDefinition, extension: string | null, value: AttributeValue) =>
    pickAttribute({ wanted, excluded }, definition, extension, value);
  return {
    isChosen: wanted !== null || excluded !== null,
    shows: (definition) => pick(definition, null, true) !== undefined,
    apply(resource) {
      const draft: Draft = {};
      for (const [name, value] of Object.entries(resource)) {
        const extension = type.extensions.find(({ id }) => id === name);
        const definition = extension ? undefined : coreAttribute(type, name);
        const picked = definition
          ? pick(definition, null, value)
          : extension && isAttributes(value)
            ? pickAll(extension.attributes, value, (one, inner) => pick(one, extension.id, inner))
            : undefined;
        if (picked !== undefined) draft[name] = picked;
      }
      return draft;
    },
  };
}

interface Choice {
  wanted: readonly AttributeTarget[] | null;
  excluded: readonly AttributeTarget[] | null;
}

function targetsOf(
  type: ResourceType,
  given: unknown,
  parameter: string,
): AttributeTarget[] | null {
  if (given === undefined || given === null) return null;
  const list: unknown[] = Array.isArray(given) ? given : [given];
  const names = list.flatMap((one) => {
    if (typeof one !== 'string')
      throw badRequest('invalidValue', `${parameter} must be names of attributes.`);
    return one.split(',').map((name) => name.trim());
  });
  const spelled = names.filter((name) => name !== '');
  if (spelled.length > namesMax)
    throw badRequest('invalidValue', `${parameter} has more than ${namesMax} names.`);
  if (spelled.length === 0) return null;
  return spelled.flatMap((name) => resolveTarget(name, type) ?? []);
}

/** The value or the part of it that is shown; undefined for nothing. */
function pickAttribute(
  { wanted, excluded }: Choice,
  definition: AttributeDefinition,
  extension: string | null,
  value: AttributeValue,
): AttributeValue | undefined {
  if (definition.returned === 'always') return value;
  if (definition.returned === 'never') return undefined;
  if (wanted) {
    const found = targetsAt(wanted, definition, extension);
    if (found.length === 0) return undefined;
    const subs = subsOf(found);
    return subs === null ? value : keepSubs(value, (name) => subs.includes(name));
  }
  if (definition.returned === 'request') return undefined;
  const found = targetsAt(excluded ?? [], definition, extension);
  if (found.length === 0) return value;
  const subs = subsOf(found);
  return subs === null ? undefined : keepSubs(value, (name) => !subs.includes(name));
}

function targetsAt(
  targets: readonly AttributeTarget[],
  definition: AttributeDefinition,
  extension: string | null,
): AttributeTarget[] {
  return targets.filter((target) =>
    target.kind === 'extension'
      ? target.schema.id === extension
      : target.path.attribute === definition && target.path.extension === extension,
  );
}

/** The sub-attributes that are named; null when the attribute is named as a whole. */
function subsOf(targets: readonly AttributeTarget[]): string[] | null {
  const subs = targets.map((target) => (target.kind === 'attribute' ? target.path.sub : null));
  return subs.includes(null) ? null : subs.flatMap((sub) => sub?.name ?? []);
}

function keepSubs(
  value: AttributeValue,
  keeps: (name: string) => boolean,
): AttributeValue | undefined {
  if (isList(value)) {
    const elements = value.flatMap((element) => keepSubs(element, keeps) ?? []);
    return elements.length > 0 ? elements : undefined;
  }
  // A value without parts is shown or hidden as a whole; `shows` asks with such a value.
  if (!isAttributes(value)) return value;
  const kept = Object.entries(value).filter(([name]) => keeps(name));
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

function pickAll(
  definitions: readonly AttributeDefinition[],
  value: Attributes,
  pick: (definition: AttributeDefinition, inner: AttributeValue) => AttributeValue | undefined,
): AttributeValue | undefined {
  const draft: Draft = {};
  for (const definition of definitions) {
    const inner = Object.hasOwn(value, definition.name) ? value[definition.name] : undefined;
    const picked = inner === undefined ? undefined : pick(definition, inner);
    if (picked !== undefined) draft[definition.name] = picked;
  }
  return Object.keys(draft).length > 0 ? draft : undefined;
}
