import type { AttributeDefinition, AttributeValue } from '../attributes.ts';
import { badRequest } from '../errors.ts';
import { matchesElement } from '../filters/evaluate.ts';
import { type Filter, foldCase } from '../filters/filter.ts';
import type { ResolvedFilter } from '../filters/resolve.ts';
import { demandOnePrimary, isPrimary } from '../resources/coerce.ts';
import { attributeNamed } from '../schemas/attribute-target.ts';
import { type Draft, isAttributes, isSame } from '../values.ts';

type Elements = readonly AttributeValue[];

/**
 * Adds elements to those of a multi-valued attribute. One that is there already, by value and type, takes on what
 * the new one says; so nothing is there twice.
 */
export function addElements(name: string, present: Elements, added: Elements): AttributeValue[] {
  demandOnePrimary(name, added);
  const elements = [...present];
  const touched: AttributeValue[] = [];
  for (const one of added) {
    const index = elements.findIndex((known) => isSameElement(known, one));
    const known = elements[index];
    const merged = isAttributes(known) && isAttributes(one) ? { ...known, ...one } : one;
    if (index < 0) elements.push(merged);
    else elements[index] = merged;
    touched.push(merged);
  }
  return withOnePrimary(name, elements, touched);
}

/** A new primary element takes that from the one before (RFC 7644 section 3.5.2). */
export function withOnePrimary(
  name: string,
  elements: Elements,
  touched: Elements,
): AttributeValue[] {
  const chosen = touched.filter(isPrimary);
  demandOnePrimary(name, chosen);
  if (chosen.length === 0) return [...elements];
  return elements.map((one) =>
    isAttributes(one) && isPrimary(one) && !chosen.includes(one) ? { ...one, primary: false } : one,
  );
}

export function isChosen(element: AttributeValue, filter: ResolvedFilter): boolean {
  return typeof filter === 'boolean' ? filter : matchesElement(filter, element);
}

/**
 * The element that a filter describes when it is nothing but `eq` terms joined by `and`. Entra sets
 * `phoneNumbers[type eq "mobile"].value` where there is none and expects it to appear.
 */
export function elementOf(filter: ResolvedFilter): Draft | null {
  if (typeof filter === 'boolean') return null;
  const terms: readonly Filter[] = filter.kind === 'and' ? filter.filters : [filter];
  const draft: Draft = {};
  for (const term of terms) {
    if (term.kind !== 'compare' || term.operator !== 'eq' || !term.path.sub) return null;
    draft[term.path.sub.name] = term.value instanceof Date ? term.value.toISOString() : term.value;
  }
  return draft;
}

/** Whether an element has everything that `wanted` has: how clients name what they remove. */
export function hasAll(
  definition: AttributeDefinition,
  element: AttributeValue,
  wanted: AttributeValue,
): boolean {
  if (!isAttributes(element) || !isAttributes(wanted))
    return isSameText(definition, element, wanted);
  return Object.entries(wanted).every(([name, value]) => {
    const sub = attributeNamed(definition.subAttributes, name);
    return sub !== undefined && isSameText(sub, element[name], value);
  });
}

function isSameText(
  { caseExact }: AttributeDefinition,
  a: AttributeValue | undefined,
  b: AttributeValue,
): boolean {
  if (typeof a !== 'string' || typeof b !== 'string' || caseExact) return isSame(a, b);
  return foldCase(a) === foldCase(b);
}

function isSameElement(a: AttributeValue, b: AttributeValue): boolean {
  if (!isAttributes(a) || !isAttributes(b) || a.value === undefined) return isSame(a, b);
  return isSame(a.value, b.value) && isSame(a.type, b.type);
}

/** Elements of which only the label is left, without the value, are none. */
export function isWorthKeeping(definition: AttributeDefinition, element: AttributeValue): boolean {
  if (!isAttributes(element)) return true;
  if (attributeNamed(definition.subAttributes, 'value')) return element.value !== undefined;
  return Object.keys(element).some((name) => name !== 'type' && name !== 'primary');
}

export function noTarget(name: string) {
  return badRequest('noTarget', `No element of ${name} matches the filter in the path.`);
}
