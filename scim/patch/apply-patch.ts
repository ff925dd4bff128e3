import type { AttributeDefinition, Attributes, AttributeValue } from '../attributes.ts';
import { badRequest } from '../errors.ts';
import type { AttributePath } from '../filters/filter.ts';
import { coerce, coerceElements } from '../resources/coerce.ts';
import { demandRequired } from '../resources/read-resource.ts';
import { attributeNamed } from '../schemas/attribute-target.ts';
import type { ResourceType } from '../schemas/resource-types.ts';
import { type Draft, isAttributes, isList, isObject, isSame } from '../values.ts';
import {
  addElements,
  elementOf,
  hasAll,
  isChosen,
  isWorthKeeping,
  noTarget,
  withOnePrimary,
} from './elements.ts';
import type { MemberPlan } from './member-plan.ts';
import { findPath, type PatchPath } from './patch-path.ts';
import type { PatchOperation } from './read-patch.ts';

type AttributeTarget = Extract<PatchPath, { kind: 'attribute' }>;
type Op = PatchOperation['op'];

/**
 * Applies all operations to a copy, or throws and nothing has happened. Operations on members are collected in
 * `members`; without it the resource has none.
 */
export async function applyPatch(
  type: ResourceType,
  attributes: Attributes,
  operations: readonly PatchOperation[],
  members: MemberPlan | null,
): Promise<Attributes> {
  const draft: Draft = structuredClone(attributes) as Draft;
  for (const { op, path, value } of operations) {
    const steps = path ? [{ at: path, value }] : expand(type, value);
    for (const step of steps) {
      if (step.at.kind === 'extension') {
        applyToExtension(type, draft, op, step.at, step.value, path !== null);
        continue;
      }
      const { attribute } = step.at.path;
      if (attribute.name === 'members' && members) await members.apply(op, step.at, step.value);
      else if (mayWrite(step.at, path !== null)) applyTo(draft, op, step.at, step.value);
    }
  }
  tidy(type, draft);
  demandRequired(type, draft);
  return draft;
}

interface Step {
  at: PatchPath;
  value: unknown;
}

/**
 * The members of a value without a path. Their names may be paths, too (`name.givenName`, `urn:…:User:department`,
 * `emails[type eq "work"].value`); what no schema has is left out, as in POST.
 */
function expand(type: ResourceType, value: unknown, isInner = false): Step[] {
  if (!isObject(value))
    throw badRequest('invalidValue', 'Without a path the value must be an object of attributes.');
  return Object.entries(value).flatMap(([name, inner]) => {
    const isCore = name.toLowerCase() === type.schema.id.toLowerCase();
    if (isCore && !isInner && isObject(inner)) return expand(type, inner, true);
    const at = findPath(name, type);
    return at ? [{ at, value: inner }] : [];
  });
}

/** Read-only attributes are left out of whole values and refused where a path names them. */
function mayWrite({ path }: AttributeTarget, isNamed: boolean): boolean {
  const { attribute, sub } = path;
  // The schemas follow from the attributes; clients may name an extension that they start to use.
  if (attribute.name === 'schemas') return false;
  const isReadOnly = attribute.mutability === 'readOnly' || sub?.mutability === 'readOnly';
  if (isReadOnly && isNamed)
    throw badRequest('mutability', `${attribute.name} is read-only and cannot be changed.`);
  return !isReadOnly;
}

function applyToExtension(
  type: ResourceType,
  draft: Draft,
  op: Op,
  { schema }: Extract<PatchPath, { kind: 'extension' }>,
  value: unknown,
  isNamed: boolean,
): void {
  if (op === 'remove' || value === null) {
    delete draft[schema.id];
    return;
  }
  if (!isObject(value)) throw badRequest('invalidValue', `${schema.id} must be an object.`);
  for (const [name, inner] of Object.entries(value)) {
    const at = findPath(`${schema.id}:${name}`, type);
    if (at?.kind === 'attribute' && mayWrite(at, isNamed)) applyTo(draft, op, at, inner);
  }
}

function applyTo(draft: Draft, op: Op, { path, filter }: AttributeTarget, value: unknown): void {
  const { attribute, sub } = path;
  const container = containerOf(draft, path);
  const isRemoval = op === 'remove' || value === null;
  if (isRemoval && !sub && filter === null && attribute.required)
    throw badRequest('mutability', `${attribute.name} is required and cannot be removed.`);
  // Nobody is resumed or suspended by omission; that it was removed would not be so.
  if (op === 'remove' && attribute.name === 'active' && !sub)
    throw badRequest('mutability', 'active cannot be removed; replace it by true or false.');
  if (attribute.multiValued) {
    const present = elementsOf(container, attribute);
    const elements = changeElements(op, { path, filter }, present, value);
    if (elements.length > 0) container[attribute.name] = elements;
    else delete container[attribute.name];
  } else if (attribute.type === 'complex') {
    const present = container[attribute.name];
    const parts = isAttributes(present) ? present : {};
    if (isRemoval && !sub) delete container[attribute.name];
    else
      container[attribute.name] = changeParts(
        attribute,
        parts,
        sub ? { [sub.name]: isRemoval ? null : value } : value,
      );
  } else set(container, attribute, isRemoval ? null : value);
}

function containerOf(draft: Draft, { extension }: AttributePath): Draft {
  if (extension === null) return draft;
  const present = draft[extension];
  const container: Draft = isAttributes(present) ? { ...present } : {};
  draft[extension] = container;
  return container;
}

function elementsOf(container: Draft, { name }: AttributeDefinition): readonly AttributeValue[] {
  const present = Object.hasOwn(container, name) ? container[name] : undefined;
  return isList(present) ? present : [];
}

function changeElements(
  op: Op,
  { path, filter }: Pick<AttributeTarget, 'path' | 'filter'>,
  present: readonly AttributeValue[],
  value: unknown,
): AttributeValue[] {
  const { attribute, sub } = path;
  const isRemoval = op === 'remove' || value === null;
  if (filter === null && !sub) {
    if (op === 'remove' && value !== undefined && value !== null) {
      const unwanted = coerceElements(attribute, value);
      return present.filter((one) => !unwanted.some((given) => hasAll(attribute, one, given)));
    }
    if (isRemoval) return [];
    const given = coerceElements(attribute, value);
    return addElements(attribute.name, op === 'add' ? present : [], given);
  }
  const isMatch = (element: AttributeValue) => filter === null || isChosen(element, filter);
  if (isRemoval && !sub) return present.filter((element) => !isMatch(element));
  const change = sub ? { [sub.name]: isRemoval ? null : value } : value;
  if (!present.some(isMatch)) {
    if (isRemoval) return [...present];
    // RFC 7644 section 3.5.2.3; a sub-attribute of an element that is missing makes it, for Entra.
    const fresh = sub || op === 'add' ? (filter === null ? {} : elementOf(filter)) : null;
    if (!fresh) throw noTarget(attribute.name);
    return addElements(attribute.name, present, [changeParts(attribute, fresh, change)]);
  }
  const touched: AttributeValue[] = [];
  const elements = present.map((element) => {
    if (!isMatch(element)) return element;
    const changed = changeParts(attribute, isAttributes(element) ? element : {}, change);
    touched.push(changed);
    return changed;
  });
  return withOnePrimary(attribute.name, elements, touched);
}

/** A complex value with some of its parts changed; those that are not named stay. */
function changeParts(
  definition: AttributeDefinition,
  present: Attributes,
  change: unknown,
): Attributes {
  const draft: Draft = { ...present };
  const value = attributeNamed(definition.subAttributes, 'value');
  if (!isObject(change)) {
    if (!value || typeof change !== 'string')
      throw badRequest('invalidValue', `${definition.name} must be an object.`);
    // Entra takes a manager away with an empty text.
    return change === '' ? {} : { ...draft, value: change };
  }
  for (const [name, given] of Object.entries(change)) {
    const sub = attributeNamed(definition.subAttributes, name);
    if (sub && sub.mutability !== 'readOnly') set(draft, sub, given);
  }
  return draft;
}

function set(container: Draft, definition: AttributeDefinition, given: unknown): void {
  const value = coerce(definition, given);
  if (value === undefined) delete container[definition.name];
  else container[definition.name] = value;
}

/** Takes out what has become empty, and what is there twice. */
function tidy(type: ResourceType, draft: Draft): void {
  tidyAttributes(type.schema.attributes, draft);
  for (const { id, attributes } of type.extensions) {
    const inner = draft[id];
    if (!isAttributes(inner)) continue;
    const tidied: Draft = { ...inner };
    tidyAttributes(attributes, tidied);
    if (Object.keys(tidied).length > 0) draft[id] = tidied;
    else delete draft[id];
  }
}

function tidyAttributes(definitions: readonly AttributeDefinition[], draft: Draft): void {
  for (const definition of definitions) {
    const value = draft[definition.name];
    if (isList(value)) {
      const kept = value.filter(
        (element, index) =>
          isWorthKeeping(definition, element) &&
          value.findIndex((known) => isSame(known, element)) === index,
      );
      if (kept.length > 0) draft[definition.name] = kept;
      else delete draft[definition.name];
    } else if (isAttributes(value) && Object.keys(value).length === 0)
      delete draft[definition.name];
  }
}
