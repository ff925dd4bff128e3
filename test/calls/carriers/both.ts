import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type {
  CarrierAccess,
  CarrierRequest,
  VoiceCarrier,
} from '../../../src/calls/carriers/carrier.ts';
import { createTelnyxCarrier } from '../../../src/calls/carriers/telnyx/index.ts';
import { createTwilioCarrier } from '../../../src/calls/carriers/twilio/index.ts';
import { createOutboundClient, type OutboundClient } from '../../../src/egress/index.ts';
import { addressList } from '../../../src/kernel/index.ts';

/** A carrier, and what somebody who plays it needs. */
export interface PlayedCarrier {
  carrier: VoiceCarrier;
  access: CarrierAccess;
  /** The request as the carrier sends it; `by` one of its two keys, or a stranger's. */
  request(body: string, by?: 'first' | 'second' | 'stranger'): CarrierRequest;
  /** Where a recording of it is. */
  recordingUrl: string;
}

export const now = new Date('2026-11-22T03:00:00Z');
export const publicUrl = 'https://alerts.example.com/base';
export const target = '/telephony/any/i1/menu?s=s1&g=1';
export const accountId = 'AC0123456789abcdef0123456789abcdef';
const keyNames = ['first', 'second', 'stranger'] as const;

export function playTwilio(outbound: OutboundClient): PlayedCarrier {
  const requestOf = (body: string, by: string): CarrierRequest => {
    const pairs = [...new URLSearchParams(body)].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const text = publicUrl + target + pairs.map(([name, value]) => name + value).join('');
    const signature = createHmac('sha1', by).update(text, 'utf8').digest('base64');
    return withHeaders({ 'x-twilio-signature': signature }, body);
  };
  return {
    carrier: createTwilioCarrier({ outbound, apiBase: undefined }),
    access: {
      accountId,
      authTokens: ['first', 'second'],
      publicKeys: [],
      applicationId: null,
      apiHost: null,
    },
    request: (body, by = 'first') => requestOf(body, by),
    recordingUrl: `https://api.twilio.com/2010-04-01/Accounts/${accountId}/Recordings/RE1`,
  };
}

export function playTelnyx(outbound: OutboundClient): PlayedCarrier {
  const keys = new Map<string, { publicKey: KeyObject; privateKey: KeyObject }>(
    keyNames.map((name) => [name, generateKeyPairSync('ed25519')]),
  );
  const publicKeyOf = (name: string) =>
    Buffer.from(keys.get(name)?.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString(
      'base64',
    );
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return {
    carrier: createTelnyxCarrier({ outbound }),
    access: {
      accountId,
      authTokens: ['KEY1'],
      publicKeys: ['first', 'second'].map(publicKeyOf),
      applicationId: null,
      apiHost: null,
    },
    request(body, by = 'first') {
      const key = keys.get(by)?.privateKey;
      if (!key) throw new Error(`no key ${by}`);
      const signature = sign(null, Buffer.from(`${timestamp}|${body}`), key).toString('base64');
      return withHeaders(
        { 'telnyx-timestamp': timestamp, 'telnyx-signature-ed25519': signature },
        body,
      );
    },
    recordingUrl: 'https://s3.amazonaws.com/telephony-recorder-prod/a/b.wav?X-Amz-Expires=600',
  };
}

export const played: readonly [name: string, play: (outbound: OutboundClient) => PlayedCarrier][] =
  [
    ['twilio', playTwilio],
    ['telnyx', playTelnyx],
  ];

function withHeaders(headers: Record<string, string>, body: string): CarrierRequest {
  return {
    target,
    publicUrl,
    header: (name) => headers[name] ?? null,
    body: Buffer.from(body),
    now,
  };
}

/** Sends every request to `url` instead, and notes where it was meant to go. */
export function divertedTo(url: string): { outbound: OutboundClient; asked: string[] } {
  const client = createOutboundClient({ allowedPrivateTargets: addressList('127.0.0.1') });
  const asked: string[] = [];
  return {
    asked,
    outbound: {
      request(wanted, options) {
        asked.push(`${options?.method ?? 'GET'} ${wanted}`);
        const { pathname, search } = new URL(wanted);
        return client.request(url + pathname + search, options);
      },
    },
  };
}
