import type { Attributes, AttributeValue } from '../attributes.ts';
import { isAttributes } from '../values.ts';
import {
  type AttributePath,
  type Comparison,
  definitionAt,
  type Filter,
  foldCase,
} from './filter.ts';

/** Whether a resource, as clients see it, matches. This is what a filter means; a directory's query must agree. */
export function matches(filter: Filter, resource: Attributes): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every((part) => matches(part, resource));
    case 'or':
      return filter.filters.some((part) => matches(part, resource));
    case 'not':
      return !matches(filter.filter, resource);
    case 'present':
      return valuesAt(filter.path, resource).some(isPresent);
    case 'element':
      return elementsAt(filter.path, resource).some((element) =>
        matchesElement(filter.filter, element),
      );
    case 'compare':
      return compares(filter, valuesAt(filter.path, resource));
  }
}

/** Whether one element of a multi-valued attribute matches the filter in its brackets. */
export function matchesElement(filter: Filter, element: AttributeValue): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every((part) => matchesElement(part, element));
    case 'or':
      return filter.filters.some((part) => matchesElement(part, element));
    case 'not':
      return !matchesElement(filter.filter, element);
    case 'present':
      return subValues(filter.path, element).some(isPresent);
    case 'element':
      return false;
    case 'compare':
      return compares(filter, subValues(filter.path, element));
  }
}

/** All values at a path, those of a sub-attribute out of every element. */
export function valuesAt(path: AttributePath, resource: Attributes): AttributeValue[] {
  const elements = elementsAt(path, resource);
  return path.sub ? elements.flatMap((element) => subValues(path, element)) : elements;
}

function elementsAt({ extension, attribute }: AttributePath, resource: Attributes) {
  const container = extension === null ? resource : own(resource, extension);
  const value = isAttributes(container) ? own(container, attribute.name) : undefined;
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as AttributeValue[]) : [value];
}

function subValues({ sub }: AttributePath, element: AttributeValue): AttributeValue[] {
  if (sub === null || !isAttributes(element)) return sub?.name === 'value' ? [element] : [];
  const value = own(element, sub.name);
  return value === undefined ? [] : [value];
}

function own(container: Attributes, name: string): AttributeValue | undefined {
  return Object.hasOwn(container, name) ? container[name] : undefined;
}

function isPresent(value: AttributeValue): boolean {
  if (value === '') return false;
  return !isAttributes(value) || Object.values(value).some(isPresent);
}

function compares(
  { path, operator, value }: Comparison,
  found: readonly AttributeValue[],
): boolean {
  const { caseExact, type } = definitionAt(path);
  if (operator === 'ne') return !found.some((one) => orderOf(one, value, caseExact, type) === 0);
  if (operator === 'co' || operator === 'sw' || operator === 'ew')
    return found.some((one) =>
      contains(operator, textOf(one, caseExact), textOf(value, caseExact)),
    );
  return found.some((one) => satisfies(operator, orderOf(one, value, caseExact, type)));
}

function satisfies(operator: 'eq' | 'gt' | 'ge' | 'lt' | 'le', order: number | null): boolean {
  if (order === null) return false;
  switch (operator) {
    case 'eq':
      return order === 0;
    case 'gt':
      return order > 0;
    case 'ge':
      return order >= 0;
    case 'lt':
      return order < 0;
    case 'le':
      return order <= 0;
  }
}

function contains(operator: 'co' | 'sw' | 'ew', whole: string, part: string): boolean {
  if (operator === 'co') return whole.includes(part);
  return operator === 'sw' ? whole.startsWith(part) : whole.endsWith(part);
}

function textOf(value: AttributeValue | Date, caseExact: boolean): string {
  const text = String(value);
  return caseExact ? text : foldCase(text);
}

/** Negative, zero or positive; null for what cannot be compared. */
function orderOf(
  found: AttributeValue,
  wanted: Comparison['value'],
  caseExact: boolean,
  type: string,
): number | null {
  if (wanted instanceof Date || type === 'dateTime') {
    const order = Date.parse(String(found)) - Number(wanted);
    return Number.isNaN(order) ? null : order;
  }
  if (typeof wanted === 'string') {
    if (typeof found !== 'string') return null;
    const [a, b] = [textOf(found, caseExact), textOf(wanted, caseExact)];
    return a === b ? 0 : a < b ? -1 : 1;
  }
  return typeof found === typeof wanted ? Number(found) - Number(wanted) : null;
}
