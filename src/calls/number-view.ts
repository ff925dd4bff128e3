import {
  type IntegrationType,
  type IntegrationWire,
  phoneNumberOf,
  promptsOf,
} from '../integrations/index.ts';
import { inEnglish } from '../sentences/index.ts';
import { spokenIn, voiceLocales } from './carriers/voices.ts';
import { isVerifiable, type ServerAccess } from './find-number.ts';
import type { NumberSetUpDocument } from './number-set-up.ts';

/** What proves requests, by carrier. */
const proofs: Readonly<Record<string, string>> = {
  twilio: 'accountSid and authToken',
  telnyx: 'publicKey',
};

const locales = new Set(voiceLocales.map(([locale]) => locale.toLowerCase()));

/** What the settings of a number do not do, though they say so; null when there is nothing, or no number. */
export function numberWarningOf(
  type: IntegrationType,
  wire: Pick<IntegrationWire, 'integrationSettings'>,
  serverAccess: ServerAccess,
): string | null {
  const number = phoneNumberOf(type, wire);
  if (!number) return null;
  if (!isVerifiable(number, serverAccess))
    return `No call is taken: nothing proves that a request comes from the carrier. Give ${proofs[number.carrier]} in integrationSettings.${number.carrier}.accessSettings.`;
  const prompts = promptsOf(number.flow);
  const silent = prompts.find(
    ({ prompt }) => prompt.locale && !locales.has(prompt.locale.toLowerCase()),
  );
  if (silent)
    return `No voice speaks ${silent.prompt.locale}, so ${silent.path} is spoken as ${spokenIn(silent.prompt.locale ?? '').language}; see call-routing-options.`;
  const voiced = prompts.find(({ prompt }) => prompt.voice);
  if (voiced)
    return `The voice of ${voiced.path} is not used: each language has its voice; see call-routing-options.`;
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
