import { xmlElement } from '../../channels/index.ts';
import type { SpokenBy } from './notification-calls.ts';

const voice = { voice: 'Polly.Joanna', language: 'en-US' } as const;
const method = 'POST';

/** Calls by Telnyx: TeXML, which has the verbs of TwiML. */
export const texml: SpokenBy = {
  carrier: 'telnyx',
  say: async (...texts) => document([...texts.map(spoken), xmlElement('Hangup')]),
  async ask(texts, action) {
    const gather = { action, method, numDigits: 1, timeout: 6 };
    return document([
      xmlElement('Gather', gather, texts.map(spoken)),
      // Whether silence asks the action is not documented: this goes there if it does not.
      xmlElement('Redirect', { method }, { text: action }),
    ]);
  },
};

function spoken(text: string): string {
  return xmlElement('Say', voice, { text });
}

function document(inside: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${xmlElement('Response', {}, inside)}`;
}
