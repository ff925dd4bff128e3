import { placeText } from './code-place.ts';
import { fitted } from './fitted-text.ts';
import { messageOf } from './proof-files.ts';
import { mendingsOf, type PlacedMending, type ProofReport, placesOf } from './proof-report.ts';
import { resultText } from './proof-result-text.ts';

/** Leaves room for what a replay adds. */
const charactersMax = 60_000;
const columns = 100;

/** The result of a proof as Markdown, for a comment on a change. `link`: where all of it is. */
export function proofComment(report: ProofReport, link: string | null): string {
  const { results } = report.proof;
  const bad = results.filter(({ state }) => state !== 'Holds');
  const heading =
    results.length === 0
      ? '### Guarantees: there are none'
      : `### Guarantees: ${results.length - bad.length} of ${results.length} hold`;
  const parts = bad.map((result) => {
    const places = placesOf(report, result).map((place) => `- ${inCode(placeText(place))}`);
    const mendings = mendingsOf(report, result).map(mendingLine);
    const fence = fenceFor(resultText(report, result, columns));
    return [
      `**${headings[result.state]}** ${escaped(messageOf(result))}`,
      ...(places.length > 0 ? ['', ...places] : []),
      ...(mendings.length > 0 ? ['', 'One of these mends it:', '', ...mendings] : []),
      ...['', '<details><summary>Minute by minute</summary>', '', fence],
      ...[resultText(report, result, columns), fence, '', '</details>'],
    ].join('\n');
  });
  const where = link === null ? 'the output of the job' : `[the output of the job](${link})`;
  const more = (left: number) => `\n\n${left} more do not fit here: see ${where}.`;
  return fitted([heading, ...parts], { between: '\n\n', charactersMax, more });
}

function mendingLine({ text, place }: PlacedMending): string {
  return `- ${escaped(text)}${place === null ? '' : ` ${inCode(placeText(place))}`}`;
}

const headings = {
  Holds: 'Holds',
  BreaksOn: 'Breaks',
  Broken: 'Broken',
  NotDecided: 'Not decided',
  Vacuous: 'About nothing',
};

/** Names and texts of others neither mention people nor become links or tags. */
export function escaped(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]<>#|~!&]/g, (sign) => `\\${sign}`)
    .replaceAll('@', '@\u200b')
    .replaceAll(/\s+/g, ' ');
}

function inCode(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}

/** Longer than any row of backticks in the text. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([row]) => row.length));
  return '`'.repeat(longest + 1);
}
