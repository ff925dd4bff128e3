import type { OutboundClient } from '../../../egress/index.ts';
import { isObject } from '../../../kernel/index.ts';
import { type ApiAnswer, type ApiCaller, askApi, deletedBy } from '../api-request.ts';
import type { CarrierAccess, CarrierApi, NumberSetUp } from '../carrier.ts';
import { fetchRecording } from '../fetch-recording.ts';
import { callStatusOf } from '../twiml/parse.ts';
import { connectNumber, destinationOf } from './connect-number.ts';

export interface TelnyxApiOptions {
  outbound: OutboundClient;
}

const usualHost = 'api.telnyx.com';
/** Recordings are in a bucket of the carrier, with a signature in the address that is valid for ten minutes. */
const bucket = 'telephony-recorder-prod';

/** The parts of the API of Telnyx that calls need. */
export function createApi({ outbound }: TelnyxApiOptions, access: CarrierAccess): CarrierApi {
  const { apiHost, accountId } = access;
  const [apiKey] = access.authTokens;
  const host = apiHost ?? usualHost;
  if (!isTelnyx(host))
    return refusingApi(`${host} is no host of Telnyx; use one such as ${usualHost}.`);
  if (apiKey === undefined) return refusingApi('The API key is missing.');
  const authorization = `Bearer ${apiKey}`;
  const caller: ApiCaller = {
    outbound,
    carrier: 'Telnyx',
    credentials: 'apiKey and apiBaseDomain',
    authorization,
  };
  const ask: AskTelnyx = (path, body) =>
    askApi(
      caller,
      `https://${host}/v2/${path}`,
      body === undefined
        ? {}
        : {
            method: body.method,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body.members),
          },
    );
  return {
    async callStatus(callId) {
      const id = encodeURIComponent(callId);
      if (accountId !== null) {
        const account = encodeURIComponent(accountId);
        const answer = await ask(`texml/Accounts/${account}/Calls/${id}`);
        return answer.outcome === 'answered' ? callStatusOf(String(answer.members.status)) : null;
      }
      const answer = await ask(`calls/${id}`);
      const call = answer.outcome === 'answered' ? answer.members.data : null;
      if (!isObject(call) || typeof call.is_alive !== 'boolean') return null;
      return call.is_alive ? 'ongoing' : 'completed';
    },

    recording: (url) =>
      fetchRecording(outbound, url, (target) => {
        if (target.protocol !== 'https:') return null;
        if (target.host === host) return { authorization };
        return isBucket(target) ? {} : null;
      }),

    async deleteRecording(recordingId) {
      const id = encodeURIComponent(recordingId);
      const path =
        accountId === null
          ? `recordings/${id}`
          : `texml/Accounts/${encodeURIComponent(accountId)}/Recordings/${id}.json`;
      return deletedBy(await askApi(caller, `https://${host}/v2/${path}`, { method: 'DELETE' }));
    },

    setUpNumber: (number, urls) => connectNumber(ask, number, access.applicationId, urls),
    destination: (number) => destinationOf(ask, number),
  };
}

export type AskTelnyx = (
  path: string,
  body?: { method: 'POST' | 'PATCH'; members: Record<string, unknown> },
) => Promise<ApiAnswer>;

/** No port: only the usual one is the carrier's. */
function isTelnyx(host: string): boolean {
  return /^api(\.[a-z\d-]+)?\.telnyx\.com$/.test(host);
}

function isBucket({ host, pathname }: URL): boolean {
  const [, own = '', region = ''] =
    /^(?:([a-z\d-]+)\.)?s3(?:[.-]([a-z\d-]+))?\.amazonaws\.com$/.exec(host) ?? [];
  if (own === '' && region === '' && host !== 's3.amazonaws.com') return false;
  return own === bucket || (own === '' && pathname.startsWith(`/${bucket}/`));
}

/** Every question is answered alike where it cannot be asked. */
function refusingApi(error: string): CarrierApi {
  const refusal: NumberSetUp & { outcome: 'refused' } = { outcome: 'refused', error };
  return {
    callStatus: async () => null,
    recording: async () => refusal,
    deleteRecording: async () => refusal,
    setUpNumber: async () => refusal,
    destination: async () => refusal,
  };
}
