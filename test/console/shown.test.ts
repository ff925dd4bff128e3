import { expect, it } from 'vitest';
import { cleanText } from '../../console/parts/clean-text.ts';
import { regional } from '../../console/parts/language.ts';

it('a title cannot turn itself round, nor hide characters', () => {
  expect(cleanText('title \u202egnp.exe\u202c')).toBe('title gnp.exe');
  expect(cleanText('a\u200bb\u2066c\u0000d\ufeff')).toBe('abcd');
  // What people write stays: lines, letters from right to left, and what joins emoji.
  for (const text of ['two\nlines\tand a tab', 'مرحبا שלום', '👩‍🚒 Ä ẞ 中'])
    expect(cleanText(text)).toBe(text);
});

it('days and times are written as in the region of the browser, in the language of the page', () => {
  const time = new Date('2026-11-23T00:12:00Z');
  const shown = (language: string, preferred: string[]) =>
    new Intl.DateTimeFormat(regional(language, preferred), {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'UTC',
    }).format(time);
  expect(shown('en', ['en-GB', 'en'])).toBe('23 Nov 2026, 00:12');
  expect(shown('en', ['de-DE', 'en-US'])).toContain('12:12');
  expect(shown('de', ['en-GB', 'de-AT'])).toBe('23.11.2026, 00:12');
  expect(shown('en', ['en'])).toBe('23 Nov 2026, 00:12');
  expect(regional('de', ['en'])).toBe('de-DE');
  // A page that is read elsewhere than where its language is spoken.
  expect(regional('en', ['de-CH'])).toBe('en-CH');
  expect(regional('en', ['zh-Hant-TW'])).toBe('en-TW');
  expect(regional('en', ['en-US@posix', 'en-AU'])).toBe('en-AU');
});
