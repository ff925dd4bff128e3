import type { Wire } from './api-connection.ts';
import { type CodePlace, type PlaceAt, withPlace } from './code-place.ts';
import type { WholeReplay } from './whole-replay.ts';

export type Cause = NonNullable<Wire['ReplayGroup']['cause']>;

/** Where the part that decides is in code; null where that is not known. */
export type PlaceOfCause = (cause: Cause) => CodePlace | null;

/** Objects that do not exist yet are found by their ids in the changes. */
export function placeOfCauses(
  addresses: ReadonlyMap<string, string>,
  placeAt: PlaceAt,
): PlaceOfCause {
  return ({ entityType, entityId, changeId, member }) => {
    const id = changeId ?? entityId;
    const address = addresses.get(`${entityType} ${id}`);
    if (address !== undefined) return placeAt(address, member);
    // Perhaps something that belongs to it is: a mapping of an integration, settings of a person.
    const other = addresses.get(id);
    return other === undefined ? null : placeAt(other, null);
  };
}

/** With the place of each cause in code, as far as it is known. */
export function withPlaces({ replay, ofCopy }: WholeReplay, placeOf: PlaceOfCause): WholeReplay {
  const placed = <One extends { cause: Cause | null }>(one: One): One =>
    one.cause === null ? one : { ...one, cause: withPlace(one.cause, placeOf(one.cause)) };
  return {
    replay: { ...replay, groups: replay.groups.map(placed) },
    ofCopy: ofCopy && { ...ofCopy, examples: ofCopy.examples.map(placed) },
  };
}
