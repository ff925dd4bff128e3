import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { ApiClient } from './api-client.ts';

export const accountSid = `AC${'7'.repeat(32)}`;
export const authToken = '89abcdef89abcdef89abcdef89abcdef';

/** How a carrier sends requests about the calls of a number. */
export interface LineCarrier {
  /** As addresses name it, and as the member of the settings. */
  name: 'twilio' | 'telnyx';
  type: string;
  accessSettings: object;
  headers(url: string, fields: Readonly<Record<string, string>>): Record<string, string>;
}

/** As Twilio signs: the address, then every field and its value, sorted by name. */
export const byTwilio: LineCarrier = {
  name: 'twilio',
  type: 'Twilio',
  accessSettings: { accountSid, authToken },
  headers(url, fields) {
    const text = Object.keys(fields)
      .toSorted()
      .reduce((so, name) => so + name + fields[name], url);
    const signature = createHmac('sha1', authToken).update(text, 'utf8').digest('base64');
    return { 'x-twilio-signature': signature };
  },
};

/** As Telnyx signs: the time and the body, by a key of its own. */
export function byTelnyx(now: () => Date): LineCarrier {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return {
    name: 'telnyx',
    type: 'Telnyx',
    accessSettings: {
      accountId: accountSid,
      publicKey: Buffer.from(x, 'base64url').toString('base64'),
    },
    headers(_url, fields) {
      const timestamp = String(Math.floor(now().getTime() / 1000));
      const signed = Buffer.from(`${timestamp}|${new URLSearchParams(fields)}`);
      return {
        'telnyx-timestamp': timestamp,
        'telnyx-signature-ed25519': sign(null, signed, privateKey).toString('base64'),
      };
    },
  };
}

/** A number whose calls come to a server, played by whoever knows its token. */
export interface PhoneLine {
  integrationId: string;
  phoneNumber: string;
  /** Of its addresses, without a slash at the end. */
  base: string;
  /** A new call from this number, which has not asked anything yet. */
  ring(from?: string): PhoneCall;
}

export interface PhoneCall {
  sid: string;
  /** A signed request to an address: a path below that of the number, or one that an answer named. */
  post(address: string, fields?: Record<string, string>): Promise<LineAnswer>;
}

export interface LineAnswer {
  status: number;
  text: string;
  /** The first address of this attribute or element in the answer. */
  next(name: string): string;
}

let count = 0;

/** A number of its own for a team, with calls led by these settings. */
export async function connectLine(
  api: ApiClient,
  url: string,
  teamId: string,
  callFlowConfig: object = {},
  carrier: LineCarrier = byTwilio,
): Promise<PhoneLine> {
  count += 1;
  const phoneNumber = `+4930${String(2_000_000 + count)}`;
  const integrationId = await api.make('/inbound-integration', {
    displayName: `Hotline ${count}`,
    teamId,
    type: carrier.type,
    integrationSettings: {
      [carrier.name]: {
        accessSettings: { ...carrier.accessSettings, phoneNumber },
        callFlowConfig,
      },
    },
  });
  const base = `${url}/telephony/${carrier.name}/${integrationId}`;
  return {
    integrationId,
    phoneNumber,
    base,
    ring(from = '+4917012345678') {
      count += 1;
      const sid = `CA${String(count).padStart(32, '0')}`;
      const shared = { AccountSid: accountSid, CallSid: sid, From: from, To: phoneNumber };
      return {
        sid,
        async post(address, fields = {}) {
          const [target = ''] = (address.startsWith('http') ? address : `${base}/${address}`).split(
            '#',
          );
          const all = { ...shared, CallStatus: 'in-progress', ...fields };
          const response = await fetch(target, {
            method: 'POST',
            headers: {
              'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
              ...carrier.headers(target, all),
            },
            body: new URLSearchParams(all).toString(),
          });
          const text = await response.text();
          return { status: response.status, text, next: (name) => addressIn(text, name) };
        },
      };
    },
  };
}

function addressIn(text: string, name: string): string {
  const found =
    new RegExp(`\\b${name}="([^"]+)"`).exec(text) ??
    new RegExp(`<${name}[^>]*>([^<]+)<`).exec(text);
  if (!found?.[1]) throw new Error(`There is no ${name} in ${text}`);
  return found[1].replaceAll('&amp;', '&');
}
