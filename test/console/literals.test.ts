import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/**
 * What people read comes from tables that have it in English and German: a page with a sentence of its own would speak
 * two languages at once. What the eye or a reader of screens gets from JSX is its text and a few attributes.
 */
const spoken = [
  />\s*([A-Z][a-z]+(?: [a-z]+)+[^<>{}=;]*)</g,
  /\b(?:title|label|placeholder|alt|hint|aria-label|aria-description)="([A-Z][a-z]+ [^"]*)"/g,
];

function sentencesIn(source: string): string[] {
  return spoken.flatMap((pattern) =>
    Array.from(source.matchAll(pattern), ([, sentence = '']) => sentence.trim()),
  );
}

it('no page has a sentence of its own', () => {
  const pages = globSync('console/**/*.tsx', { exclude: ['**/node_modules/**'] });
  expect(pages.length).toBeGreaterThan(100);
  for (const page of pages) expect(sentencesIn(readFileSync(page, 'utf8')), page).toEqual([]);
});

it('would find one as text or attribute, and takes no code for one', () => {
  expect(sentencesIn('<p>Nobody is on call.</p>')).toEqual(['Nobody is on call.']);
  expect(sentencesIn('<img alt="Nobody is here" />')).toEqual(['Nobody is here']);
  expect(sentencesIn('<p>{t.nobody}</p><a title={t.help}>UTC</a>; new Map<Id, Team>()')).toEqual(
    [],
  );
});
