import { intentOfWord } from '../../../notifications/index.ts';

/** The intent of the first line that the person wrote; null if it is none of the words. Pure. */
export function answerIn(text: string): ReturnType<typeof intentOfWord> {
  return intentOf(ownLines(text).find((line) => line !== '') ?? '');
}

function intentOf(line: string) {
  return intentOfWord(line.replace(/[.!]$/, ''));
}

/** Without what is quoted, and without the line above it that says who wrote it: answers stand above it or below. */
function ownLines(text: string): string[] {
  const lines = text
    .slice(0, lookedAtCharacters)
    .split(/\r\n|[\r\n]/)
    .map((line) => line.replaceAll(/[\u200b-\u200f\u2060\ufeff]/g, '').trim());
  const own: string[] = [];
  for (const [index, line] of lines.entries()) {
    const isQuoted = line.startsWith('>');
    if (isQuoted && !lines[index - 1]?.startsWith('>')) dropAttribution(own);
    if (!isQuoted) own.push(line);
  }
  return own;
}

/** `On Sunday somebody wrote:`, which programs break into up to three lines. An answer may stand right above it. */
function dropAttribution(own: string[]): void {
  const end = own.findLastIndex((line) => line !== '');
  if (!own[end]?.endsWith(':')) return;
  const start = own.lastIndexOf('', end) + 1;
  const isLong = end - start >= attributionLinesMax;
  if (!isLong && intentOf(own[start] ?? '') === null) own.length = start;
}

const attributionLinesMax = 3;
const lookedAtCharacters = 20_000;
