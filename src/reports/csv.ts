import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

export type CsvCell = string | number | null;

/** A sheet has no more rows that people could read, and neither has a download. */
const csvRowsMax = 100_000;

/**
 * Rows as a stream of CSV (RFC 4180) that spreadsheets open: with a byte order mark, the names of the columns first,
 * and an apostrophe before what they would take for a formula, because titles come from whoever sends alerts.
 */
export function csvText(
  columns: readonly string[],
  rows: AsyncIterable<readonly CsvCell[]> | Iterable<readonly CsvCell[]>,
): AsyncIterable<string | Uint8Array> {
  const sheet = stringify({
    bom: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    // By itself it takes only both together for the end of a line.
    quoted_match: /[\r\n]/,
    header: true,
    columns: [...columns],
  });
  const source = Readable.from(limited(rows));
  // Who stops reading the sheet stops whoever reads the store for it, and a failure there breaks the download off.
  source.on('error', (error) => sheet.destroy(error));
  sheet.on('close', () => source.destroy());
  return source.pipe(sheet);
}

async function* limited(
  rows: AsyncIterable<readonly CsvCell[]> | Iterable<readonly CsvCell[]>,
): AsyncGenerator<readonly CsvCell[]> {
  let count = 0;
  for await (const row of rows) {
    if (count === csvRowsMax) return;
    count += 1;
    yield row;
  }
}
