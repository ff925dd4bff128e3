import type { OutboundClient } from '../../../egress/index.ts';
import { isObject } from '../../../kernel/index.ts';
import { type ApiAnswer, type ApiCaller, askApi, deletedBy } from '../api-request.ts';
import type { CarrierAccess, CarrierApi, NumberSetUp } from '../carrier.ts';
import { fetchRecording } from '../fetch-recording.ts';
import { longestOf } from '../found-recordings.ts';
import { callStatusOf } from '../twiml/parse.ts';
import { connectNumber, destinationOf } from './connect-number.ts';

export interface TelnyxApiOptions {
  outbound: OutboundClient;
}

const usualHost = 'api.telnyx.com';
/** Recordings are in a bucket of the carrier, with a signature in the address that is valid for ten minutes. */
const bucket = 'telephony-recorder-prod';
/** How long after the end of a call its recording may come into being. */
const lateMilliseconds = 10 * 60_000;

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
  const account = accountId === null ? null : encodeURIComponent(accountId);
  const fetchFrom = (url: string) =>
    fetchRecording(outbound, url, (target) => {
      if (target.protocol !== 'https:') return null;
      if (target.host === host) return { authorization };
      return isBucket(target) ? {} : null;
    });
  const freshUrlOf = async (id: string) => {
    if (id === '') return null;
    const named = encodeURIComponent(id);
    const answer = await ask(
      account === null
        ? `recordings/${named}`
        : `texml/Accounts/${account}/Recordings/${named}.json`,
    );
    if (answer.outcome !== 'answered') return null;
    const { data, media_url: url } = answer.members;
    return isObject(data) ? urlIn(data) : typeof url === 'string' ? url : null;
  };
  return {
    async callStatus(callId) {
      const id = encodeURIComponent(callId);
      if (account !== null) {
        const answer = await ask(`texml/Accounts/${account}/Calls/${id}`);
        return answer.outcome === 'answered' ? callStatusOf(String(answer.members.status)) : null;
      }
      const answer = await ask(`calls/${id}`);
      const call = answer.outcome === 'answered' ? answer.members.data : null;
      if (!isObject(call) || typeof call.is_alive !== 'boolean') return null;
      return call.is_alive ? 'ongoing' : 'completed';
    },

    async recording({ id, url }) {
      const fetched = await fetchFrom(url);
      if (fetched.outcome !== 'refused' || !fetched.isForbidden) return fetched;
      // The address was valid for ten minutes.
      const fresh = await freshUrlOf(id);
      return fresh === null ? fetched : fetchFrom(fresh);
    },

    async findRecording({ callId, from, until }) {
      if (account !== null) {
        const id = encodeURIComponent(callId);
        const answer = await ask(`texml/Accounts/${account}/Calls/${id}/Recordings.json`);
        return longestOf(answer, ({ media_url: url }) => String(url));
      }
      // No filter is documented for the id by which TeXML knows calls.
      const query = new URLSearchParams({
        'filter[created_at][gte]': from.toISOString(),
        'filter[created_at][lte]': new Date(until.getTime() + lateMilliseconds).toISOString(),
        'page[size]': '250',
      });
      const answer = await ask(`recordings?${query}`);
      return longestOf(answer, urlIn, (one) => one.call_control_id === callId);
    },

    async deleteRecording(recordingId) {
      const id = encodeURIComponent(recordingId);
      const path =
        account === null ? `recordings/${id}` : `texml/Accounts/${account}/Recordings/${id}.json`;
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

/** Where a recording of its own API is. */
function urlIn({ download_urls: urls }: Record<string, unknown>): string | null {
  const url = isObject(urls) ? (urls.mp3 ?? urls.wav) : null;
  return typeof url === 'string' ? url : null;
}

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
    findRecording: async () => refusal,
    deleteRecording: async () => refusal,
    setUpNumber: async () => refusal,
    destination: async () => refusal,
  };
}
