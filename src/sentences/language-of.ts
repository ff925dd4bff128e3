import { type Language, type Speech, usualSpeech } from './in-language.ts';

/**
 * Regions whose way of writing dates is followed. A page is kept once for each, so they are few; readers elsewhere get
 * what is usual in the language.
 */
const regions: Readonly<Record<Language, readonly string[]>> = {
  en: ['AU', 'CA', 'GB', 'IE', 'IN', 'NZ', 'SG', 'US', 'ZA'],
  de: ['AT', 'CH', 'DE'],
};

/** The language that the browser prefers (RFC 9110 12.5.4), English where it wants none of ours. */
export function languageOf(acceptLanguage: string | null | undefined): Language {
  return browserSpeech(acceptLanguage).language;
}

/** In the language that was chosen, else in the one that the browser prefers; dates as in the region that it names. */
export function browserSpeech(
  acceptLanguage: string | null | undefined,
  chosen: Language | null = null,
): Speech {
  let best: Speech | null = null;
  let bestQuality = 0;
  for (const part of (acceptLanguage ?? '').slice(0, 1000).split(',')) {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const speech = speechIn(range);
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    const quality = q === undefined ? 1 : Number(q.slice(2));
    if (speech && quality > bestQuality && speech.language === (chosen ?? speech.language)) {
      best = speech;
      bestQuality = quality;
    }
  }
  return best ?? usualSpeech[chosen ?? 'en'];
}

/** The speech for a range such as `de`, `en-us` or `de-latn-ch`; null for a language that we do not have. */
function speechIn(range: string): Speech | null {
  const [name = '', ...subtags] = range.split('-');
  if (!isLanguage(name)) return null;
  const region = regions[name].find((one) => subtags.includes(one.toLowerCase()));
  const usual = usualSpeech[name];
  return region === undefined ? usual : { ...usual, locale: `${name}-${region}` };
}

/** Whether people can be spoken to in what is named so. */
export function isLanguage(name: unknown): name is Language {
  return typeof name === 'string' && Object.hasOwn(regions, name);
}
