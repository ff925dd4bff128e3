import { choicesIn, momentIn, type Sentence, sentences } from './sentences.ts';

interface Pattern {
  matches: RegExp;
  kinds: readonly { kind: string; name: string }[];
  german: string;
}

/** `{name}`, `{+name}`, `{kind:name}`. */
const slots = /\{(\+|\w+:)?(\w+)\}/g;

const patterns: readonly Pattern[] = sentences
  // What begins with a name could be anything: whatever is said more exactly goes first.
  .toSorted(([a], [b]) => fixedPart(b).length - fixedPart(a).length)
  .map(patternOf);

/** A sentence of the server, or several, in German; null where one is not known. */
export function byPattern(text: string): string | null {
  // First, because a name at the end of a pattern would take the sentences after it.
  return severalInGerman(text) ?? oneInGerman(text);
}

function oneInGerman(text: string): string | null {
  for (const { matches, kinds, german } of patterns) {
    const found = matches.exec(text);
    if (!found) continue;
    const values = new Map<string, string>();
    for (const { kind, name } of kinds) {
      const value = filledIn(kind, found.groups?.[name] ?? '');
      if (value === null) break;
      values.set(name, value);
    }
    if (values.size === new Set(kinds.map(({ name }) => name)).size)
      return german.replaceAll(slots, (_, __, name: string) => values.get(name) ?? '');
  }
  return null;
}

function severalInGerman(text: string): string | null {
  const parts = text.split(/(?<=[.!?])\s+(?=\p{Lu}|\d)/u);
  if (parts.length < 2) return null;
  const said = parts.map(oneInGerman);
  return said.includes(null) ? null : said.join(' ');
}

function filledIn(kind: string, text: string): string | null {
  switch (kind) {
    case '+':
      return text === '' ? '' : byPattern(text);
    case 'choice:':
      return choicesIn(text);
    case 'moment:':
      return momentIn(text);
    default:
      return text;
  }
}

function patternOf([english, german]: Sentence): Pattern {
  const kinds = [...german.matchAll(slots)].map(([, kind = '', name = '']) => ({ kind, name }));
  const source = english
    .split(slots)
    // Fixed, kind, name, fixed, kind, name …
    .map((part, place) => {
      if (place % 3 === 0) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
      // What may be empty is glued to the word before it.
      return place % 3 === 1 ? '' : `(?<${part}>.*?)`;
    })
    .join('');
  return { matches: new RegExp(`^${source}$`, 's'), kinds, german };
}

function fixedPart(english: string): string {
  return english.replaceAll(slots, '');
}
