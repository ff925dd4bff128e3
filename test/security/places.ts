/** A place in a JSON value: the names and positions that lead to it. */
export type Place = readonly (string | number)[];

/** Every place in a value, the value itself first. */
export function placesIn(value: unknown, at: Place = []): { place: Place; value: unknown }[] {
  const own = { place: at, value };
  if (typeof value !== 'object' || value === null) return [own];
  const members: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return [own, ...members.flatMap(([key, member]) => placesIn(member, [...at, key]))];
}

/** A copy with another value at the place. */
export function withValue(value: unknown, [key, ...rest]: Place, replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((item, place) => (place === key ? withValue(item, rest, replacement) : item));
  const members = value as Record<string, unknown>;
  return { ...members, [key]: withValue(members[key], rest, replacement) };
}
