import type { OutboundClient } from '../../../egress/index.ts';
import { isObject } from '../../../kernel/index.ts';
import { type ApiCaller, askApi, deletedBy } from '../api-request.ts';
import type { CarrierApi } from '../carrier.ts';
import { fetchRecording } from '../fetch-recording.ts';
import { longestOf } from '../found-recordings.ts';
import type { AskTelnyx } from './api.ts';

/** Recordings are in a bucket of the carrier, with a signature in the address that is valid for ten minutes. */
const bucket = 'telephony-recorder-prod';
/** How long after the end of a call its recording may come into being. */
const lateMilliseconds = 10 * 60_000;

interface TelnyxAccount {
  outbound: OutboundClient;
  host: string;
  authorization: string;
  /** As in paths; null: its id is not known, and what is not of TeXML has to do. */
  account: string | null;
  caller: ApiCaller;
  ask: AskTelnyx;
}

/** The recordings of an account. */
export function recordingsOf({
  outbound,
  host,
  authorization,
  account,
  caller,
  ask,
}: TelnyxAccount): Pick<CarrierApi, 'recording' | 'findRecording' | 'deleteRecording'> {
  const pathOf = (recordingId: string) => {
    const id = encodeURIComponent(recordingId);
    return account === null
      ? `recordings/${id}`
      : `texml/Accounts/${account}/Recordings/${id}.json`;
  };
  const fetchFrom = (url: string) =>
    fetchRecording(outbound, url, (target) => {
      if (target.protocol !== 'https:') return null;
      if (target.host === host) return { authorization };
      return isBucket(target) ? {} : null;
    });
  const freshUrlOf = async (id: string) => {
    const answer = await ask(pathOf(id));
    if (answer.outcome !== 'answered') return null;
    const { data, media_url: url } = answer.members;
    return isObject(data) ? urlIn(data) : typeof url === 'string' ? url : null;
  };
  return {
    async recording({ id, url }) {
      const fetched = await fetchFrom(url);
      if (fetched.outcome !== 'refused' || !fetched.isForbidden || id === '') return fetched;
      // The address was valid for ten minutes.
      const fresh = await freshUrlOf(id);
      return fresh === null ? fetched : fetchFrom(fresh);
    },

    async findRecording({ callId, from, until }) {
      if (account !== null) {
        const id = encodeURIComponent(callId);
        const answer = await ask(`texml/Accounts/${account}/Calls/${id}/Recordings.json`);
        return longestOf(answer, ({ media_url: url }) => (typeof url === 'string' ? url : null));
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

    deleteRecording: async (id) =>
      deletedBy(await askApi(caller, `https://${host}/v2/${pathOf(id)}`, { method: 'DELETE' })),
  };
}

/** Where a recording of its own API is. */
function urlIn({ download_urls: urls }: Record<string, unknown>): string | null {
  const url = isObject(urls) ? (urls.mp3 ?? urls.wav) : null;
  return typeof url === 'string' ? url : null;
}

function isBucket({ host, pathname }: URL): boolean {
  const [, own = '', region = ''] =
    /^(?:([a-z\d-]+)\.)?s3(?:[.-]([a-z\d-]+))?\.amazonaws\.com$/.exec(host) ?? [];
  if (own === '' && region === '' && host !== 's3.amazonaws.com') return false;
  return own === bucket || (own === '' && pathname.startsWith(`/${bucket}/`));
}
