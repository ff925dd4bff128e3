import type { Attributes, AttributeValue } from '../attributes.ts';
import type { Sort } from '../directory.ts';
import { valuesAt } from '../filters/evaluate.ts';
import { definitionAt, foldCase } from '../filters/filter.ts';
import { isPrimary } from '../resources/coerce.ts';
import { isAttributes, isList } from '../values.ts';

/** What a resource is sorted by: null for none. Texts that do not regard letter case are folded. */
export function sortKey({ path }: Pick<Sort, 'path'>, resource: Attributes) {
  const value = path.attribute.multiValued
    ? preferredValue(path, resource)
    : valuesAt(path, resource)[0];
  if (value === undefined || isAttributes(value) || isList(value)) return null;
  const { type, caseExact } = definitionAt(path);
  if (typeof value !== 'string') return Number(value);
  if (type === 'dateTime') return Date.parse(value);
  return caseExact ? value : foldCase(value);
}

/** The order of two resources: missing values last ascending, first descending; the id between equals. */
export function compareBy(sort: Sort, a: Attributes, b: Attributes): number {
  const [first, second] = [sortKey(sort, a), sortKey(sort, b)];
  const order = first === second ? 0 : compareKeys(first, second);
  if (order !== 0) return sort.order === 'ascending' ? order : -order;
  return String(a.id) < String(b.id) ? -1 : 1;
}

function compareKeys(a: string | number | null, b: string | number | null): number {
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}

function preferredValue(path: Sort['path'], resource: Attributes): AttributeValue | undefined {
  const whole = { ...path, sub: null };
  const elements = valuesAt(whole, resource);
  const element = elements.find(isPrimary) ?? elements[0];
  return isAttributes(element) && path.sub ? element[path.sub.name] : element;
}
