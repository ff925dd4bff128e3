/** The first of each list, then the second of each, and so on. */
export function inTurns<Item>(lists: Iterable<readonly Item[]>): Item[] {
  const all = [...lists];
  const longest = Math.max(0, ...all.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) =>
    all.flatMap((list) => list.slice(place, place + 1)),
  ).flat();
}
