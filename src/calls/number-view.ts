import type { IntegrationType } from '../catalogue/index.ts';
import { type IntegrationWire, phoneNumberOf, promptsOf } from '../integrations/index.ts';
import { inEnglish, type Sentence, say } from '../sentences/index.ts';
import { spokenIn, voiceLocales } from './carriers/voices.ts';
import { isVerifiable, type ServerAccess } from './find-number.ts';
import type { NumberSetUpDocument } from './number-set-up.ts';

const locales = new Set(voiceLocales.map(([locale]) => locale.toLowerCase()));

/**
 * A warning if calls of the number cannot be proven, or a setting has no effect; null if there is none, or no number.
 */
export function numberWarningOf(
  type: IntegrationType,
  wire: Pick<IntegrationWire, 'integrationSettings'>,
  serverAccess: ServerAccess,
): Sentence | null {
  const number = phoneNumberOf(type, wire);
  if (!number) return null;
  if (!isVerifiable(number, serverAccess))
    return say(number.carrier === 'telnyx' ? 'callsNeedKey' : 'callsNeedToken');
  const prompts = promptsOf(number.flow);
  const silent = prompts.find(
    ({ prompt }) => prompt.locale && !locales.has(prompt.locale.toLowerCase()),
  );
  if (silent)
    return say('voiceMissing', {
      locale: silent.prompt.locale ?? '',
      prompt: silent.path,
      language: spokenIn(silent.prompt.locale ?? '').language,
    });
  const voiced = prompts.find(({ prompt }) => prompt.voice);
  if (voiced) return say('voiceUnused', { prompt: voiced.path });
  return null;
}

/** The members of a number that the server chooses. */
export function numberViewOf(setUp: NumberSetUpDocument | undefined) {
  if (!setUp) return { providerWebhookId: null, configurationStatus: null };
  const { askedAt, text, phoneNumber, phoneNumberId } = setUp;
  return {
    providerWebhookId: phoneNumberId,
    configurationStatus: {
      lastUpdated: askedAt?.toISOString() ?? null,
      validationStatus: inEnglish(text),
      resolvedPhoneNumber: phoneNumber,
    },
  };
}
