import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { byPattern } from '../../console/parts/said/by-pattern.ts';
import { sentences } from '../../console/parts/said/sentences.ts';

test.each([
  ['Title is “a” or “b”, which is not = “c”.', 'Title ist „a” or “b“, was nicht = „c“ ist.'],
])('%s', (english, german) => {
  expect(byPattern(english)).toBe(german);
});

test('what is not known stays as it is', () => {
  expect(byPattern('The disk of db-1 is full.')).toBeNull();
});

test('the server still says what is known of it', () => {
  const source = globSync('src/**/*.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const parts = sentences.flatMap(([english]) =>
    english
      .split(/\{[+\w:]+\}|[“”():;,.]/)
      .map((part) => part.trim())
      // Shorter ones are put together of several.
      .filter((part) => part.split(' ').length > 4),
  );
  expect(parts.length).toBeGreaterThan(30);
  expect(parts.filter((part) => !source.includes(part))).toEqual([]);
});
