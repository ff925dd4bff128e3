import { expect } from 'vitest';
import { english } from '../../openapi/texts/english/index.ts';

/** Words of four letters and more that only English has. */
const wordsOf = (text: string) => text.match(/\p{L}{4,}/gu) ?? [];
const same =
  /^(?:alarm|attribute|backup|code|heartbeat|minute|moment|link|team|stop|test|name|tocsin|warnung|integration|status|push)$/i;
const englishWords = new Set(
  Object.values(english).flatMap((template) =>
    wordsOf(template.replaceAll(/\{[\w:]+\}/g, ' ')).map((word) => word.toLowerCase()),
  ),
);

/** Text of pages and mails without what nobody reads. */
export function read(said: unknown): string {
  return JSON.stringify(said)
    .replaceAll(/<style>.*?<\/style>/gs, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#?\w+;/g, ' ')
    .replaceAll(/https?:\/\/[^\s"\\<]+/g, ' ')
    .replaceAll(/"\w+":(?:true|false|null)?/g, ' ')
    .replaceAll(/"(?:high|normal|POST|de|[\w-]{36})"/g, ' ');
}

/** No word of the English texts is in it. */
export function expectGerman(said: unknown): void {
  const words = wordsOf(read(said));
  expect(words.filter((word) => englishWords.has(word.toLowerCase()) && !same.test(word))).toEqual(
    [],
  );
}
