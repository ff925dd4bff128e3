/**
 * The locales in which prompts may be spoken, with one voice for each. The voices are those of Amazon Polly, which both
 * carriers have under the same names: to replace a retired voice, change its line here.
 */
export const voiceLocales = [
  ['arb', 'Arabic', 'Zeina'],
  ['ca-ES', 'Catalan (Spain)', 'Arlet-Neural'],
  ['cmn-CN', 'Chinese (Mandarin)', 'Zhiyu'],
  ['cy-GB', 'Welsh (United Kingdom)', 'Gwyneth'],
  ['da-DK', 'Danish (Denmark)', 'Naja'],
  ['de-AT', 'German (Austria)', 'Hannah-Neural'],
  ['de-DE', 'German (Germany)', 'Vicki'],
  ['en-AU', 'English (Australia)', 'Nicole'],
  ['en-GB', 'English (United Kingdom)', 'Amy'],
  ['en-IN', 'English (India)', 'Raveena'],
  ['en-US', 'English (United States)', 'Joanna'],
  ['es-ES', 'Spanish (Spain)', 'Lucia'],
  ['es-MX', 'Spanish (Mexico)', 'Mia'],
  ['es-US', 'Spanish (United States)', 'Lupe'],
  ['fi-FI', 'Finnish (Finland)', 'Suvi-Neural'],
  ['fr-CA', 'French (Canada)', 'Chantal'],
  ['fr-FR', 'French (France)', 'Celine'],
  ['hi-IN', 'Hindi (India)', 'Aditi'],
  ['is-IS', 'Icelandic (Iceland)', 'Dora'],
  ['it-IT', 'Italian (Italy)', 'Bianca'],
  ['ja-JP', 'Japanese (Japan)', 'Mizuki'],
  ['ko-KR', 'Korean (South Korea)', 'Seoyeon'],
  ['nb-NO', 'Norwegian (Norway)', 'Liv'],
  ['nl-BE', 'Dutch (Belgium)', 'Lisa-Neural'],
  ['nl-NL', 'Dutch (Netherlands)', 'Lotte'],
  ['pl-PL', 'Polish (Poland)', 'Ewa'],
  ['pt-BR', 'Portuguese (Brazil)', 'Camila'],
  ['pt-PT', 'Portuguese (Portugal)', 'Ines'],
  ['ro-RO', 'Romanian (Romania)', 'Carmen'],
  ['ru-RU', 'Russian (Russia)', 'Tatyana'],
  ['sv-SE', 'Swedish (Sweden)', 'Astrid'],
  ['tr-TR', 'Turkish (Turkey)', 'Filiz'],
] as const satisfies readonly (readonly [value: string, label: string, voice: string])[];

export type VoiceLocale = (typeof voiceLocales)[number][0];
export type Voice = `Polly.${(typeof voiceLocales)[number][2]}`;

const english: SpokenIn = { language: 'en-US', voice: 'Polly.Joanna' };
const byLocale = new Map<string, SpokenIn>(
  voiceLocales.map(([language, , voice]) => [
    language.toLowerCase(),
    { language, voice: `Polly.${voice}` },
  ]),
);

export interface SpokenIn {
  language: VoiceLocale;
  voice: Voice;
}

/** Macrolanguages and bare codes that people write, under the code that voices have. */
const otherCodes: Readonly<Record<string, string>> = { zh: 'cmn', ar: 'arb', no: 'nb', nn: 'nb' };

/** A locale without a voice is spoken by one of the same language, else in English: a call goes on. */
export function spokenIn(locale: string): SpokenIn {
  return byLocale.get(locale.toLowerCase()) ?? ofSameLanguage(locale) ?? english;
}

function ofSameLanguage(locale: string): SpokenIn | undefined {
  const [code = ''] = locale.toLowerCase().split('-');
  const language = otherCodes[code] ?? code;
  // The country that the language is named after, where there are several.
  return (
    byLocale.get(`${language}-${language}`) ??
    byLocale.get(mainLocales[language] ?? '') ??
    [...byLocale].find(([known]) => known.split('-')[0] === language)?.[1]
  );
}

const mainLocales: Readonly<Record<string, string>> = { en: 'en-gb' };
