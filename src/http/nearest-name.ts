/** The name somebody probably meant: as few letters away as typing errors are, in any letter case. */
export function nearestName(names: readonly string[], typed: string): string | undefined {
  const lower = typed.toLowerCase();
  const awayMax = Math.max(1, Math.floor(typed.length / 4));
  const distances = names.map((name) => ({ name, away: distance(name.toLowerCase(), lower) }));
  const [best] = distances.toSorted((a, b) => a.away - b.away);
  return best && best.away <= awayMax ? best.name : undefined;
}

/** Letters to insert, delete or replace (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let at = 0; at < other.length; at += 1) {
      const replaced = (row[at] ?? 0) + (letter === other[at] ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
