import { inEnglish as englishWording } from '../../openapi/texts/in-english.ts';
import { inGerman as germanWording } from '../../openapi/texts/in-german.ts';
import { render, type Wording } from '../../openapi/texts/render.ts';
import { type Sentence, type Speak, say } from './sentence.ts';

/** The languages that people are written and spoken to in. */
export type Language = 'en' | 'de';

/** How somebody is spoken to. */
export interface Speech {
  language: Language;
  /** By whose habits days and times are written: `de-CH`. */
  locale: string;
}

const wordings: Readonly<Record<Language, Wording>> = { en: englishWording, de: germanWording };

/** Where nothing else was chosen. */
export const usualSpeech: Readonly<Record<Language, Speech>> = {
  en: { language: 'en', locale: englishWording.locale },
  de: { language: 'de', locale: germanWording.locale },
};

/** The text of a sentence; its code where it was stored by a later version, which had one more. */
export function inWords(sentence: Sentence, { language, locale }: Speech): string {
  return render(sentence, { ...wordings[language], locale }) ?? sentence.code;
}

/** For the API, logs and the command line. */
export function inEnglish(sentence: Sentence): string {
  return inWords(sentence, usualSpeech.en);
}

/** `const t = speaker(speech)`, `t('deedBy', { deed, who })`: the text of a sentence that nobody keeps. */
export function speaker(speech: Speech): Speak<string> {
  return (code, ...values) => inWords(say(code, ...values), speech);
}
