import type { AttributeDefinition, AttributeValue } from '../attributes.ts';
import { badRequest } from '../errors.ts';
import { attributeNamed } from '../schemas/attribute-target.ts';
import { type Draft, isAttributes, isObject, isSame } from '../values.ts';

const textCharsMax = 4000;
const elementsMax = 200;

/**
 * Makes a value of an attribute out of JSON, forgiving what identity providers are known to send: other letter
 * case of names, booleans as texts, a bare text for a complex value, one value for a list, nulls. Members that
 * are unknown or read-only are left out. Undefined means unassigned. Throws `invalidValue`.
 */
export function coerce(
  definition: AttributeDefinition,
  given: unknown,
  name: string = definition.name,
): AttributeValue | undefined {
  if (given === null || given === undefined) return undefined;
  if (!definition.multiValued) return coerceOne(definition, given, name);
  const elements = coerceElements(definition, given, name);
  return elements.length > 0 ? elements : undefined;
}

/** The elements of a multi-valued attribute, equal ones once. */
export function coerceElements(
  definition: AttributeDefinition,
  given: unknown,
  name: string = definition.name,
): AttributeValue[] {
  const list: unknown[] = Array.isArray(given) ? given : [given];
  if (list.length > elementsMax)
    throw badRequest('invalidValue', `${name} has more than ${elementsMax} values.`);
  const elements: AttributeValue[] = [];
  for (const one of list) {
    const element = one === null ? undefined : coerceOne(definition, one, name);
    if (element !== undefined && !elements.some((known) => isSame(known, element)))
      elements.push(element);
  }
  return elements;
}

/** Refuses more than one primary element: the caller must choose one. Throws `invalidValue`. */
export function demandOnePrimary(name: string, elements: readonly AttributeValue[]): void {
  if (elements.filter(isPrimary).length > 1)
    throw badRequest('invalidValue', `Only one of ${name} can be primary.`);
}

export function isPrimary(element: AttributeValue): boolean {
  return isAttributes(element) && element.primary === true;
}

function coerceOne(
  definition: AttributeDefinition,
  given: unknown,
  name: string,
): AttributeValue | undefined {
  if (definition.type === 'complex') return coerceComplex(definition, given, name);
  if (Array.isArray(given) && given.length <= 1)
    return given.length === 0 || given[0] === null
      ? undefined
      : coerceOne(definition, given[0], name);
  switch (definition.type) {
    case 'boolean':
      return coerceBoolean(given, name);
    case 'decimal':
    case 'integer':
      if (typeof given !== 'number' || (definition.type === 'integer' && !Number.isInteger(given)))
        throw wrongType(name, definition.type === 'integer' ? 'a whole number' : 'a number');
      return given;
    case 'dateTime':
      if (typeof given !== 'string' || Number.isNaN(Date.parse(given)))
        throw wrongType(name, 'a date and time like "2026-03-02T10:00:00Z"');
      return given;
    case 'string':
    case 'reference':
    case 'binary':
      if (typeof given !== 'string') throw wrongType(name, 'a text');
      if (given.length > textCharsMax)
        throw badRequest('invalidValue', `${name} is longer than ${textCharsMax} characters.`);
      // Half of a surrogate pair is no text that a store could give back.
      return given.toWellFormed();
  }
}

function coerceBoolean(given: unknown, name: string): boolean {
  if (typeof given === 'boolean') return given;
  const word = typeof given === 'string' ? given.trim().toLowerCase() : '';
  if (word !== 'true' && word !== 'false') throw wrongType(name, 'true or false');
  return word === 'true';
}

function coerceComplex(
  { subAttributes }: AttributeDefinition,
  given: unknown,
  name: string,
): AttributeValue | undefined {
  const hasValue = attributeNamed(subAttributes, 'value') !== undefined;
  // Entra sends a manager as a text, and an empty one to take it away.
  const object = typeof given === 'string' && hasValue ? { value: given || null } : given;
  if (!isObject(object)) throw wrongType(name, 'an object');
  const draft: Draft = {};
  for (const [key, value] of Object.entries(object)) {
    const sub = attributeNamed(subAttributes, key);
    if (!sub || sub.mutability === 'readOnly') continue;
    const coerced = coerce(sub, value, `${name}.${sub.name}`);
    if (coerced !== undefined) draft[sub.name] = coerced;
  }
  return Object.keys(draft).length > 0 ? draft : undefined;
}

function wrongType(name: string, wanted: string) {
  return badRequest('invalidValue', `${name} must be ${wanted}.`);
}
