import { httpUrl, type Setting } from '../../kernel/index.ts';
import { missingVariables } from '../missing-variables.ts';
import { parseSenderNumber } from '../sender-number.ts';

export interface TwilioSettings {
  readonly twilioAccountSid: string | undefined;
  /** The first one is used; all of them are accepted in signatures. */
  readonly twilioAuthTokens: readonly string[] | undefined;
  /** E.164. */
  readonly twilioFrom: string | undefined;
  /** In place of `https://api.twilio.com`. */
  readonly twilioApiBase: string | undefined;
}

type Rows = { readonly [Name in keyof TwilioSettings]: Setting<TwilioSettings[Name]> };

export const twilioSettings: Rows = {
  twilioAccountSid: {
    env: 'TOCSIN_TWILIO_ACCOUNT_SID',
    default: undefined,
    meaning: 'Twilio account for text messages and voice calls of notifications (AC…)',
    parse: (value) => {
      if (!/^AC[0-9a-f]{32}$/i.test(value)) throw new Error('must be AC and 32 hexadecimal digits');
      return value;
    },
  },
  twilioAuthTokens: {
    env: 'TOCSIN_TWILIO_AUTH_TOKEN',
    default: undefined,
    secret: true,
    meaning:
      'Auth token of that account. While it is being replaced: the one to use, a comma, and the other one, whose ' +
      'signatures are then accepted, too',
    parse: (value) => {
      const tokens = value.split(',').map((token) => token.trim());
      if (tokens.length > 2 || !tokens.every((token) => /^[\x21-\x7e]+$/.test(token)))
        throw new Error('must be one token, or two with a comma between them');
      return tokens;
    },
  },
  twilioFrom: {
    env: 'TOCSIN_TWILIO_FROM',
    default: undefined,
    meaning: 'Phone number of that account which texts and calls people, such as +15551234567',
    parse: parseSenderNumber,
  },
  twilioApiBase: {
    env: 'TOCSIN_TWILIO_API_BASE',
    default: undefined,
    meaning: 'Base URL of the API of Twilio, for another region; default https://api.twilio.com',
    parse: httpUrl,
  },
};

/** Names of the variables without which the account cannot be used. */
export function missingTwilio(settings: TwilioSettings): string[] {
  const needed = ['twilioAccountSid', 'twilioAuthTokens', 'twilioFrom'] as const;
  return missingVariables(twilioSettings, settings, needed);
}
