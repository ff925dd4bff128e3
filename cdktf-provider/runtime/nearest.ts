/** The word somebody probably meant: as few letters away as typing errors are. */
export function nearest(words: readonly string[], typed: string): string | undefined {
  const lower = typed.toLowerCase();
  const distances = words.map((word) => ({ word, away: distance(word.toLowerCase(), lower) }));
  const best = distances.reduce<(typeof distances)[number] | undefined>(
    (found, next) => (found === undefined || next.away < found.away ? next : found),
    undefined,
  );
  const awayMax = Math.max(1, Math.floor(typed.length / 4));
  return best !== undefined && best.away <= awayMax ? best.word : undefined;
}

/** Letters to insert, delete, replace, or exchange with their neighbour (optimal string alignment). */
function distance(one: string, other: string): number {
  let above: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, otherLetter] of [...other].entries()) {
      const replaced = (row[at] ?? 0) + (letter === otherLetter ? 0 : 1);
      const exchanged =
        letter === other[at - 1] && otherLetter === one[index - 1]
          ? (above[at - 1] ?? 0) + 1
          : replaced;
      next.push(Math.min(replaced, exchanged, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    above = row;
    row = next;
  }
  return row[other.length] ?? 0;
}
