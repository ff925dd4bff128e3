import { xmlElement } from '../../channels/index.ts';
import type { Language } from '../../sentences/index.ts';
import type { SpokenBy } from './notification-calls.ts';

const voices = {
  en: { voice: 'Polly.Joanna', language: 'en-US' },
  de: { voice: 'Polly.Vicki', language: 'de-DE' },
} as const;
const method = 'POST';

/** Calls by Telnyx: TeXML, which has the verbs of TwiML. */
export const texml: SpokenBy = {
  carrier: 'telnyx',
  say: async (language, texts) => document([...spoken(language, texts), xmlElement('Hangup')]),
  async ask(language, texts, action) {
    const gather = { action, method, numDigits: 1, timeout: 6 };
    return document([
      xmlElement('Gather', gather, spoken(language, texts)),
      // Whether silence asks the action is not documented: this goes there if it does not.
      xmlElement('Redirect', { method }, { text: action }),
    ]);
  },
};

function spoken(language: Language, texts: readonly string[]): string[] {
  return texts.map((text) => xmlElement('Say', voices[language], { text }));
}

function document(inside: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${xmlElement('Response', {}, inside)}`;
}
