/**
 * Twilio: requests are forms, signed with the auth token of the account (HMAC-SHA1 over the address and the sorted
 * fields); answers are TwiML, written by the package `twilio`. Its API is asked by our own client of `egress`, because
 * the host of the API is a setting of users.
 */
import type { VoiceCarrier } from '../carrier.ts';
import { apology } from '../twiml/apology.ts';
import { idsOf, parse } from '../twiml/parse.ts';
import { createApi, type TwilioApiOptions } from './api.ts';
import { render } from './render.ts';
import { verify } from './verify.ts';

export function createTwilioCarrier(options: TwilioApiOptions): VoiceCarrier {
  return {
    name: 'twilio',
    verify,
    idsOf,
    parse,
    render,
    apology,
    notedStatus: 204,
    api: (access) => createApi(options, access),
    async warmUp() {
      await Promise.all([
        import('twilio/lib/twiml/VoiceResponse.js'),
        import('twilio/lib/webhooks/webhooks.js'),
      ]);
    },
  };
}
