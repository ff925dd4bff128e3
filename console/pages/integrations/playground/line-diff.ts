export interface DiffLine {
  kind: '+' | '-' | ' ';
  text: string;
}

/** Beyond it a table of all pairs of lines would take too long. */
const linesMax = 2_000;

/** The shortest way from one list of lines to another. */
export function diffOf(before: readonly string[], after: readonly string[]): DiffLine[] {
  if (before.length > linesMax || after.length > linesMax)
    return [...before.map(line('-')), ...after.map(line('+'))];
  // common[i][j]: how many lines the rests from i and j on have in common.
  const width = after.length + 1;
  const common = new Uint16Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        before[i] === after[j]
          ? at(common, (i + 1) * width + j + 1) + 1
          : Math.max(at(common, (i + 1) * width + j), at(common, i * width + j + 1));
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old, young] = [before[i], after[j]];
    if (old !== undefined && old === young) {
      lines.push({ kind: ' ', text: old });
      i += 1;
      j += 1;
    } else if (
      old !== undefined &&
      (young === undefined || at(common, (i + 1) * width + j) >= at(common, i * width + j + 1))
    ) {
      lines.push({ kind: '-', text: old });
      i += 1;
    } else if (young !== undefined) {
      lines.push({ kind: '+', text: young });
      j += 1;
    }
  }
  return lines;
}

function at(numbers: Uint16Array, place: number): number {
  return numbers[place] ?? 0;
}

function line(kind: DiffLine['kind']) {
  return (text: string): DiffLine => ({ kind, text });
}

export interface DiffPart {
  lines: DiffLine[];
  /** Nothing changed in it, nor near it: its lines need not be shown. */
  isFar: boolean;
}

/** The lines in parts, in order: those that changed with some around them, and what lies between. */
export function partsOf(lines: readonly DiffLine[], around = 3): DiffPart[] {
  const near = new Set<number>();
  for (const [place, { kind }] of lines.entries())
    if (kind !== ' ') for (let by = -around; by <= around; by += 1) near.add(place + by);
  const parts: DiffPart[] = [];
  for (const [place, one] of lines.entries()) {
    const isFar = !near.has(place);
    const last = parts.at(-1);
    if (last?.isFar === isFar) last.lines.push(one);
    else parts.push({ lines: [one], isFar });
  }
  return parts;
}
