import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Carrier } from './carrier.ts';
import { silentMp3, silentWav } from './sound.ts';

export interface CarrierApiRequest {
  method: string;
  path: string;
  status: number;
}

/** The REST API of the carrier, and the host of its recordings: both want the credentials of the account. */
export interface CarrierApi {
  url: string;
  requests: CarrierApiRequest[];
  /** Recordings answer 404 that many times before they are there. */
  missingAtFirst: number;
  /** Answers nothing but this status while it is set. */
  trouble: number | null;
  /** Whose calls and numbers it shows. */
  carrier: Carrier | null;
  /** Numbers of the account: sid by E.164. */
  numbers: Map<string, string>;
  stop(): Promise<void>;
}

const numberFields: Readonly<Record<string, 'voiceUrl' | 'voiceFallbackUrl' | 'statusCallback'>> = {
  VoiceUrl: 'voiceUrl',
  VoiceFallbackUrl: 'voiceFallbackUrl',
  StatusCallback: 'statusCallback',
};

export async function startCarrierApi(account: {
  sid: string;
  authToken: string;
}): Promise<CarrierApi> {
  const asked = new Map<string, number>();
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const { method = '', url: path = '', headers } = request;
      const { status, contentType, body: said } = reply(method, path, headers.authorization, body);
      api.requests.push({ method, path, status });
      response.writeHead(status, { 'content-type': contentType }).end(said);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const api: CarrierApi = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    missingAtFirst: 0,
    trouble: null,
    carrier: null,
    numbers: new Map(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return api;

  function reply(method: string, path: string, authorization: string | undefined, body: string) {
    if (api.trouble !== null) return refusal(api.trouble, 20500);
    const expected = Buffer.from(`${account.sid}:${account.authToken}`).toString('base64');
    if (authorization !== `Basic ${expected}`) return refusal(401, 20003);
    const base = `/2010-04-01/Accounts/${account.sid}`;
    if (!path.startsWith(base)) return notFound;
    const { pathname, searchParams } = new URL(path.slice(base.length), 'http://any');
    const ofCall = /^\/Calls\/(\w+)\/Recordings\.json$/.exec(pathname)?.[1];
    if (ofCall !== undefined) return recordingsReply(ofCall);
    const [, kind = '', sid = '', type] =
      /^\/(Calls|IncomingPhoneNumbers|Recordings)(?:\/(\w+))?(\.\w+)?$/.exec(pathname) ?? [];
    if (kind === 'Calls') return callReply(sid);
    if (kind === 'Recordings') return recordingReply(sid, type ?? '.wav');
    if (kind !== 'IncomingPhoneNumbers') return notFound;
    if (sid === '') return json({ incoming_phone_numbers: numbersLike(searchParams) });
    const number = [...api.numbers].find(([, ofNumber]) => ofNumber === sid)?.[0];
    if (number === undefined) return notFound;
    if (method === 'POST') setAddresses(number, new URLSearchParams(body));
    return json(numberOf(number, sid));
  }

  function callReply(callSid: string): Reply {
    const call = api.carrier?.calls.find(({ sid }) => sid === callSid);
    if (!call) return notFound;
    return json({
      sid: call.sid,
      account_sid: account.sid,
      status: call.status,
      duration: call.leg.hasEnded ? String(call.leg.durationSeconds()) : null,
      from: call.from,
      to: call.to,
      direction: 'inbound',
    });
  }

  function recordingsReply(callSid: string): Reply {
    const call = api.carrier?.calls.find(({ sid }) => sid === callSid);
    if (!call) return notFound;
    const recordings = call.recordings.map(({ sid, seconds, status }) => ({
      sid,
      call_sid: callSid,
      status,
      duration: status === 'completed' ? String(seconds) : null,
      source: 'RecordVerb',
      uri: `/2010-04-01/Accounts/${account.sid}/Recordings/${sid}.json`,
    }));
    return json({ recordings, page: 0, page_size: 50, next_page_uri: null });
  }

  function recordingReply(recordingSid: string, type: string): Reply {
    const recording = api.carrier?.calls
      .flatMap(({ recordings }) => recordings)
      .find(({ sid }) => sid === recordingSid);
    if (recording?.status !== 'completed') return notFound;
    const times = (asked.get(recording.sid) ?? 0) + 1;
    asked.set(recording.sid, times);
    if (times <= api.missingAtFirst) return notFound;
    return type === '.mp3'
      ? { status: 200, contentType: 'audio/mpeg', body: silentMp3(recording.seconds) }
      : { status: 200, contentType: 'audio/x-wav', body: silentWav(recording.seconds) };
  }

  function numbersLike(query: URLSearchParams) {
    const wanted = query.get('PhoneNumber');
    return [...api.numbers]
      .filter(([number]) => wanted === null || number === wanted)
      .map(([number, sid]) => numberOf(number, sid));
  }

  /** As the owner of the number would paste them; what is empty is taken away. */
  function setAddresses(number: string, fields: URLSearchParams): void {
    const addresses = api.carrier?.numbers.get(number) ?? { voiceUrl: '' };
    for (const [field, name] of Object.entries(numberFields)) {
      const value = fields.get(field);
      if (value !== null) addresses[name] = value;
    }
    api.carrier?.numbers.set(number, addresses);
  }

  function numberOf(number: string, sid: string) {
    const addresses = api.carrier?.numbers.get(number);
    return {
      sid,
      account_sid: account.sid,
      phone_number: number,
      friendly_name: number,
      capabilities: { voice: true, sms: true, mms: false, fax: false },
      voice_url: addresses?.voiceUrl ?? '',
      voice_method: 'POST',
      voice_fallback_url: addresses?.voiceFallbackUrl ?? '',
      voice_fallback_method: 'POST',
      status_callback: addresses?.statusCallback ?? '',
      status_callback_method: 'POST',
    };
  }
}

interface Reply {
  status: number;
  contentType: string;
  body: string | Buffer;
}

function json(value: unknown, status = 200): Reply {
  return { status, contentType: 'application/json', body: JSON.stringify(value) };
}

function refusal(status: number, code: number): Reply {
  return json({ code, message: 'Refused by the simulated carrier', status }, status);
}

const notFound = refusal(404, 20404);

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
