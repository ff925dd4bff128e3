import { messageOf } from './proof-files.ts';
import { type ProofReport, placesOf, placeText } from './proof-report.ts';
import { resultText } from './proof-result-text.ts';

const charactersMax = 60_000;
const columns = 100;

/** What a proof comes to, as Markdown for a comment on a change. `link`: where all of it is. */
export function proofComment(report: ProofReport, link: string | null): string {
  const { results } = report.proof;
  const bad = results.filter(({ state }) => state !== 'Holds');
  const heading =
    results.length === 0
      ? '### Guarantees: there are none'
      : `### Guarantees: ${results.length - bad.length} of ${results.length} hold`;
  const parts = bad.map((result) => {
    const places = placesOf(report, result).map((place) => `- ${inCode(placeText(place))}`);
    const fence = fenceFor(resultText(report, result, columns));
    return [
      `**${headings[result.state]}** ${escaped(messageOf(result))}`,
      ...(places.length > 0 ? ['', ...places] : []),
      ...['', '<details><summary>Minute by minute</summary>', '', fence],
      ...[resultText(report, result, columns), fence, '', '</details>'],
    ].join('\n');
  });
  return cut([heading, ...parts], link);
}

const headings = {
  Holds: 'Holds',
  BreaksOn: 'Breaks',
  Broken: 'Broken',
  NotDecided: 'Not decided',
  Vacuous: 'About nothing',
};

/** Whole parts only, so that nothing stays open. */
function cut(parts: readonly string[], link: string | null): string {
  const whole = parts.join('\n\n');
  if (whole.length <= charactersMax) return whole;
  const kept: string[] = [];
  let length = 500;
  for (const part of parts) {
    length += part.length + 2;
    if (length > charactersMax) break;
    kept.push(part);
  }
  const left = parts.length - kept.length;
  const where = link === null ? 'the output of the job' : `[the output of the job](${link})`;
  return [...kept, `${left} more do not fit here: see ${where}.`].join('\n\n');
}

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
