import type { KindResult, Product, Results } from '../migration/index.ts';
import { renderTable, wrap } from './table.ts';

/** The result of a save: a text for the terminal, and the exit code. */
export function savedSummary(
  { name: product, displayName, kinds, events = [] }: Product,
  results: Results,
  /** Null: nothing was saved. */
  file: string | null,
  columns: number,
): { output: string; exitCode: 0 | 1 | 3 } {
  const all = [...results];
  const lacking = all.filter(([, { state }]) => state === 'notReadable');
  const failed = all.filter(([, { state }]) => state === 'failed');
  const rows = all.map(([name, result]) => [name, countOf(result), words[result.state]]);
  const paragraph = (text: string, lead = '') => wrap(text, columns, lead);
  // A kind that depends on another one shares its result: one line for the one that was asked for is enough.
  const hangs = new Map([...kinds, ...events].map(({ name, of }) => [name, of]));
  const first = ([name]: readonly [string, KindResult]) =>
    (results.get(hangs.get(name) ?? '')?.state ?? 'whole') === 'whole';
  const output = [
    renderTable(['KIND', 'OBJECTS', 'READ'], rows, 0, columns),
    '',
    ...lacking.filter(first).map(([name, result]) => paragraph(`${name}: ${whyOf(result)}`, '- ')),
    ...failed.filter(first).map(([name, result]) => paragraph(`${name}: ${whyOf(result)}`, '- ')),
    ...(lacking.length + failed.length > 0 ? [''] : []),
    ...(file === null
      ? ['Nothing was read, so nothing was saved.']
      : [
          paragraph(
            `${file} has what ${displayName} answered: names, phone numbers, keys. Only you may read it (0600): ` +
              'keep it as you keep passwords.',
          ),
          ...(failed.length > 0
            ? [paragraph('What failed is not in it: run this again with --force.')]
            : []),
          paragraph(
            `Turn it into Terraform: tocsin import ${product} --from ${file} --into <folder>`,
          ),
        ]),
  ].join('\n');
  return { output, exitCode: failed.length > 0 ? 1 : lacking.length > 0 ? 3 : 0 };
}

const words: Readonly<Record<KindResult['state'], string>> = {
  whole: 'whole',
  notReadable: 'not readable',
  failed: 'failed',
};

function countOf(result: KindResult): string {
  if (result.state !== 'whole') return '-';
  return String(result.answers.reduce((sum, { objects }) => sum + objects.length, 0));
}

function whyOf(result: KindResult): string {
  if (result.state === 'whole') return '';
  if (result.state === 'failed') return `failed. ${result.why}`;
  const { status, why, right } = result;
  if (right === null) return `not readable. ${why}.`;
  const means =
    status === 402
      ? 'The plan of the account does not have it.'
      : status === 403
        ? `The key needs ${right}.`
        : `Not there. If it should be, the key needs ${right}.`;
  return `not readable. ${why}. ${means}`;
}
