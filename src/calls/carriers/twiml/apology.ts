import { html } from '../../../kernel/index.ts';
import { builtInWords } from '../../flow/built-in-words.ts';
import type { CarrierAnswer } from '../carrier.ts';
import { localeOfNumber } from '../locale-of-number.ts';
import { spokenIn } from '../voices.ts';

export const xmlType = 'text/xml; charset=utf-8';

/**
 * Said when nothing else works, in the language of the country of the number that was called: by both carriers in the
 * same words, made without any package.
 */
export function apology(called: string | null): CarrierAnswer {
  const { language, voice } = spokenIn(localeOfNumber(called));
  const say = html`<Say voice="${voice}" language="${language}">${builtInWords(language).closing}</Say>`;
  return {
    contentType: xmlType,
    body: `<?xml version="1.0" encoding="UTF-8"?><Response>${say.markup}<Hangup/></Response>`,
  };
}
