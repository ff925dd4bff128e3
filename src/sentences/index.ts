/**
 * Sentences: all that the server says to people in words that it composes, as a code and the values in it. Stores
 * nothing; called by whoever has something to say, and by who answers it.
 *
 * Design notes: a sentence is kept and handed on as `{ code, values }`, and its text is made where it leaves: nobody
 * looks into a text to learn what it says. The texts of all languages are in `openapi/texts`, because the console
 * reads them, too; the contract's list of codes is derived from there. A sentence without a text in one of the
 * languages is a type error. People in what is kept are values of their own, with their id: once somebody is deleted,
 * their name goes (`forgetIn`), and the text says so in the language of whoever reads.
 */
export { answered } from './answered.ts';
export {
  inEnglish,
  inWords,
  type Language,
  type Speech,
  speaker,
  usualSpeech,
} from './in-language.ts';
export { browserSpeech, isLanguage, languageOf } from './language-of.ts';
export { zonedMoment } from './moment.ts';
export { type NamedPerson, named } from './named.ts';
export { patternSentence } from './pattern-sentence.ts';
export { refusal, refusedMembers } from './refusal.ts';
export {
  eachOnce,
  isSame,
  type Sentence,
  type SentenceCode,
  type Speak,
  say,
  type Translated,
  translatedWords,
  words,
} from './sentence.ts';
export { spokenNumber } from './spoken-number.ts';
