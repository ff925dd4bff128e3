/**
 * Sentences: all that the server says to people in words that it composes, as a code and the values in it. `english/`
 * has the text of each; the console has the German of each. Stores nothing; called by whoever has something to say, and
 * by who answers it.
 *
 * Design notes: a sentence is kept and handed on as `{ code, values }`, and its text is made where it leaves: nobody
 * looks into a text to learn what it says. The contract lists the codes (`SentenceCode`), so a sentence without a text,
 * in either language, is a type error.
 */
export { answered } from './answered.ts';
export { inEnglish } from './in-english.ts';
export { zonedMoment } from './moment.ts';
export { eachOnce, isSame, type Sentence, type SentenceCode, say, words } from './sentence.ts';
