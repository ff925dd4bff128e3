import { lookupContains } from './documents.ts';
import type { KindFilter, ResourceKind } from './kind.ts';

/** A filter by the id of another object (or any value of `lookup` that is compared as a whole). */
export function byLookup(name: string): KindFilter {
  return (value) => ({ [`lookup.${name}`]: value.toLowerCase() });
}

/** A filter by a text of `lookup`: searches compare it as a whole, lists find a part of it. */
export function byText(name: string): KindFilter {
  return (text, match) => ({
    [`lookup.${name}`]: match === 'whole' ? text.toLowerCase() : lookupContains(text),
  });
}

export const byTeam: KindFilter = (id) => ({ teamId: id.toLowerCase() });

export const byId: KindFilter = (id) => ({ _id: id.toLowerCase() });

/** The objects with one of these ids. */
export function withIds(ids: readonly string[]): Record<string, unknown> {
  return { _id: { $in: ids.map((id) => id.toLowerCase()) } };
}

/** Searches are case-sensitive here, as the contract has them. */
const byDisplayName: KindFilter = (text, match) =>
  match === 'whole' ? { 'wire.displayName': text } : { 'lookup.displayName': lookupContains(text) };

/**
 * The filter that the query parameters of a list or search ask for; parameters that are no filters of the kind are left
 * out.
 */
export function filterOf<Wire, Internal>(
  kind: ResourceKind<Wire, Internal>,
  query: Readonly<Record<string, unknown>>,
  match: 'whole' | 'part',
): Record<string, unknown> {
  const filter: Record<string, unknown> = {};
  for (const [parameter, value] of Object.entries(query)) {
    const toFilter =
      kind.filters?.[parameter] ?? (parameter === 'DisplayName' ? byDisplayName : undefined);
    if (toFilter && typeof value === 'string') Object.assign(filter, toFilter(value, match));
  }
  return filter;
}
