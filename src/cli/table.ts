export type Row = readonly string[];

const gap = '  ';

/**
 * Aligned columns; the one at `flexible` is cut so that a line fits `width`. Values come from alerts, so control
 * characters, which a terminal would obey, are taken out.
 */
export function renderTable(
  head: Row,
  rows: readonly Row[],
  flexible: number,
  width: number,
): string {
  const lines = [head, ...rows.map((row) => row.map(oneLine))];
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => lengthOf(line[column] ?? ''))),
  );
  const others = widths.reduce((sum, one, at) => sum + (at === flexible ? 0 : one), 0);
  const room = Math.max(8, width - others - gap.length * (head.length - 1));
  widths[flexible] = Math.min(widths[flexible] ?? 0, room);
  return lines
    .map((line) =>
      line
        .map((cell, column) => padded(cut(cell, widths[column] ?? 0), widths[column] ?? 0))
        .join(gap)
        .trimEnd(),
    )
    .join('\n');
}

/** Text on one line that a terminal only shows. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}

/** Breaks between words; a word longer than a line, such as a URL, stays whole. */
export function wrap(text: string, width: number, lead = ''): string {
  const lines: string[] = [];
  let line = lead;
  for (const word of oneLine(text).split(' ')) {
    if (line.trim() !== lead.trim() && line.length + word.length > width) {
      lines.push(line.trimEnd());
      line = ' '.repeat(lead.length);
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()].join('\n');
}

/** How long ago, in at most three characters and a unit: `45s`, `12m`, `5h`, `31d`. */
export function age(moment: string, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - Date.parse(moment)) / 1000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)}h`;
  return `${Math.floor(seconds / 86_400)}d`;
}

function cut(text: string, width: number): string {
  return lengthOf(text) <= width ? text : `${[...text].slice(0, width - 1).join('')}…`;
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - lengthOf(text)));
}

function lengthOf(text: string): number {
  return [...text].length;
}
