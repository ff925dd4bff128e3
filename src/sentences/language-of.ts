import type { Language } from './in-language.ts';

const known: readonly Language[] = ['en', 'de'];

/** The language that the browser prefers (RFC 9110 12.5.4), English where it wants none of ours. */
export function languageOf(acceptLanguage: string | null | undefined): Language {
  let best: Language = 'en';
  let bestQuality = 0;
  for (const part of (acceptLanguage ?? '').slice(0, 1000).split(',')) {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const language = known.find((one) => range === one || range.startsWith(`${one}-`));
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    const quality = q === undefined ? 1 : Number(q.slice(2));
    if (language && quality > bestQuality) {
      best = language;
      bestQuality = quality;
    }
  }
  return best;
}
