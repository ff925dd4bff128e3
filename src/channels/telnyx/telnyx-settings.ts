import { httpUrl, type Setting } from '../../kernel/index.ts';
import { missingVariables } from '../missing-variables.ts';
import { parseSenderNumber } from '../sender-number.ts';

const carriers = ['twilio', 'telnyx'] as const;

export interface TelnyxSettings {
  readonly telnyxApiKey: string | undefined;
  /** In base64, as Telnyx shows it. */
  readonly telnyxPublicKey: string | undefined;
  /** E.164. */
  readonly telnyxFrom: string | undefined;
  /** In place of `https://api.telnyx.com`. */
  readonly telnyxApiBase: string | undefined;
  /** Organization of the account, as calls name it. */
  readonly telnyxAccountId: string | undefined;
  /** TeXML application that calls are placed from. */
  readonly telnyxApplicationId: string | undefined;
  /** The preferred one first. */
  readonly smsCarriers: Carriers;
  readonly voiceCarriers: Carriers;
}

type Carriers = readonly (typeof carriers)[number][];

export const telnyxSettings: {
  readonly [Name in keyof TelnyxSettings]: Setting<TelnyxSettings[Name]>;
} = {
  telnyxApiKey: {
    env: 'TOCSIN_TELNYX_API_KEY',
    default: undefined,
    secret: true,
    meaning:
      'API key of a Telnyx account for text messages and voice calls of notifications, beside Twilio or in its place',
    parse: (value) => {
      if (!/^[\x21-\x7e]+$/.test(value)) throw new Error('must be a key without spaces');
      return value;
    },
  },
  telnyxPublicKey: {
    env: 'TOCSIN_TELNYX_PUBLIC_KEY',
    default: undefined,
    meaning:
      'Public key of that account, in base64: what Telnyx reports and asks is signed with it',
    parse: (value) => {
      if (Buffer.from(value, 'base64').length !== 32)
        throw new Error('must be 32 bytes in base64, as Telnyx shows them');
      return value;
    },
  },
  telnyxFrom: {
    env: 'TOCSIN_TELNYX_FROM',
    default: undefined,
    meaning:
      'Phone number of that account which texts and calls people, such as +15551234567; texts need a messaging profile of it',
    parse: parseSenderNumber,
  },
  telnyxApiBase: {
    env: 'TOCSIN_TELNYX_API_BASE',
    default: undefined,
    meaning: 'Base URL of the API of Telnyx, for another region; default https://api.telnyx.com',
    parse: httpUrl,
  },
  telnyxAccountId: {
    env: 'TOCSIN_TELNYX_ACCOUNT_ID',
    default: undefined,
    meaning: 'Id of that account, which calls name (AccountSid of TeXML); only for calls',
    parse: parseId,
  },
  telnyxApplicationId: {
    env: 'TOCSIN_TELNYX_APPLICATION_ID',
    default: undefined,
    meaning:
      'Id of a TeXML application of that account, with an outbound voice profile; only for calls',
    parse: parseId,
  },
  smsCarriers: {
    env: 'TOCSIN_SMS_CARRIERS',
    default: carriers.join(','),
    meaning:
      'Which carrier texts people, the preferred one first: what it does not take, for a reason that is not its recipient, goes by ' +
      'the other one at once, where both are set up',
    parse: parseCarriers,
  },
  voiceCarriers: {
    env: 'TOCSIN_VOICE_CARRIERS',
    default: carriers.join(','),
    meaning: 'Which carrier calls people, the preferred one first, as for texts',
    parse: parseCarriers,
  },
};

function parseCarriers(value: string): Carriers {
  const names = value.split(/[\s,]+/).map((name) => carriers.find((one) => one === name));
  const known = names.filter((name) => name !== undefined);
  if (known.length < names.length || new Set(known).size < known.length)
    throw new Error(`must be ${carriers.join(' or ')}, or both with a comma between them`);
  return known;
}

function parseId(value: string): string {
  if (!/^[\w-]{1,64}$/.test(value)) throw new Error('must be letters, digits and hyphens');
  return value;
}

const neededForTexts = ['telnyxApiKey', 'telnyxPublicKey', 'telnyxFrom'] as const;
const neededForCalls = [...neededForTexts, 'telnyxAccountId', 'telnyxApplicationId'] as const;

/** Names of the variables without which the account cannot send texts. */
export function missingTelnyx(settings: TelnyxSettings): string[] {
  return missingVariables(telnyxSettings, settings, neededForTexts);
}

/** Names of the variables without which the account cannot call. */
export function missingTelnyxCalls(settings: TelnyxSettings): string[] {
  return missingVariables(telnyxSettings, settings, neededForCalls);
}

/** Somebody has begun to set calls up, beside texts. */
export function areTelnyxCallsBegun({
  telnyxAccountId,
  telnyxApplicationId,
}: TelnyxSettings): boolean {
  return telnyxAccountId !== undefined || telnyxApplicationId !== undefined;
}

/** Somebody has begun to set the account up. */
export function isTelnyxBegun({
  telnyxApiKey,
  telnyxPublicKey,
  telnyxFrom,
}: TelnyxSettings): boolean {
  return [telnyxApiKey, telnyxPublicKey, telnyxFrom].some((value) => value !== undefined);
}
