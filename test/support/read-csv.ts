/**
 * Reads CSV as RFC 4180 has it, by nothing of what writes it; throws for what is none. A byte order mark stays in the
 * first cell.
 */
export function readCsv(text: string): string[][] {
  if (!text.endsWith('\r\n')) throw new Error('The last line has no end.');
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /"((?:[^"]|"")*)"(,|\r\n)|([^",\r\n]*)(,|\r\n)/y;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const found = cell.exec(text);
    if (!found) throw new Error(`No cell at ${at}: ${text.slice(at, at + 40)}`);
    const [, quoted, afterQuoted, plain = '', afterPlain] = found;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if ((afterQuoted ?? afterPlain) === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
