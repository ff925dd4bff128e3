import type VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';
import { spokenText } from '../../channels/index.ts';
import type { OperationAnswer } from '../../http/index.ts';
import type { Language } from '../../sentences/index.ts';
import type { SpokenBy } from './notification-calls.ts';

export const xml = { 'content-type': 'text/xml; charset=utf-8' };
export const noInstructions = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

const voices = { en: { language: 'en-US' }, de: { language: 'de-DE' } } as const;

/** Calls by Twilio. */
export const twiml: SpokenBy = { carrier: 'twilio', say, ask };

export function instructions(text: string): OperationAnswer {
  return { status: 200, text, headers: xml };
}

async function say(language: Language, texts: readonly string[]): Promise<string> {
  const response = await newVoiceResponse();
  for (const text of texts) response.say(voices[language], spokenText(text));
  response.hangup();
  return response.toString();
}

async function ask(language: Language, texts: readonly string[], action: string): Promise<string> {
  const response = await newVoiceResponse();
  const gather = response.gather({
    action,
    method: 'POST',
    numDigits: 1,
    timeout: 6,
    finishOnKey: '',
    actionOnEmptyResult: true,
  });
  for (const text of texts) {
    gather.say(voices[language], spokenText(text));
    gather.pause({ length: 1 });
  }
  return response.toString();
}

/** A text that answers a text. */
export async function textBack(text: string): Promise<string> {
  const { default: MessagingResponse } = await import('twilio/lib/twiml/MessagingResponse.js');
  const response = new MessagingResponse();
  response.message(spokenText(text));
  return response.toString();
}

/** Loaded at the first call: the package is not small. */
async function newVoiceResponse(): Promise<VoiceResponse> {
  const { default: Response } = await import('twilio/lib/twiml/VoiceResponse.js');
  return new Response();
}
