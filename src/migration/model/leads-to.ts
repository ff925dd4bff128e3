/**
 * Whether one leads to another, by however many steps. Each is looked at once: a dense graph has more ways through it
 * than anybody could walk.
 */
export function leadsTo(
  graph: ReadonlyMap<string, Iterable<string>>,
  from: string,
  to: string,
): boolean {
  const reached = new Set([from]);
  for (const one of reached) {
    if (one === to) return true;
    for (const next of graph.get(one) ?? []) reached.add(next);
  }
  return false;
}
