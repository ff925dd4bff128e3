import type { Attributes, AttributeValue } from '../../../scim/attributes.ts';
import type { Sort } from '../../../scim/directory.ts';
import { valuesAt } from '../../../scim/filters/evaluate.ts';
import { definitionAt, foldCase } from '../../../scim/filters/filter.ts';
import { isPrimary } from '../../../scim/resources/coerce.ts';
import { isAttributes, isList } from '../../../scim/values.ts';

/** The value that a resource is sorted by; null for none. Texts are folded unless they are case-exact. */
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

/** Where a resource is in a sorted list: its key, and its id between equals. */
export type Place = readonly [key: string | number | null, id: string];

/** The order of two places: missing values last ascending, first descending; between equals the id, ascending. */
export function comparePlaces(order: Sort['order'], a: Place, b: Place): number {
  const [first, second] = order === 'ascending' ? [a, b] : [b, a];
  const byKey = compareKeys(first[0], second[0]);
  if (byKey !== 0) return byKey;
  return a[1] === b[1] ? 0 : a[1] < b[1] ? -1 : 1;
}

function compareKeys(a: Place[0], b: Place[0]): number {
  if (a === b) return 0;
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
