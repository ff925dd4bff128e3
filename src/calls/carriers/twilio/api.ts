import type { OutboundClient } from '../../../egress/index.ts';
import { isObject } from '../../../kernel/index.ts';
import { say } from '../../../sentences/index.ts';
import { type ApiAnswer, type ApiCaller, askApi, deletedBy, placementOf } from '../api-request.ts';
import type { CarrierAccess, CarrierApi } from '../carrier.ts';
import { fetchRecording } from '../fetch-recording.ts';
import { longestOf } from '../found-recordings.ts';
import { refusingApi } from '../refusing-api.ts';
import { callStatusOf } from '../twiml/parse.ts';
import { connectNumber, destinationOf } from './connect-number.ts';
import { apiBaseOf, isSameRegion } from './hosts.ts';
import { withRetries } from './retries.ts';

export interface TwilioApiOptions {
  outbound: OutboundClient;
  /** In place of `https://api.twilio.com`, for numbers that name no host. */
  apiBase: string | undefined;
}

const carrier = 'Twilio';

/** The parts of the REST API of Twilio that calls need. */
export function createApi(
  { outbound, apiBase }: TwilioApiOptions,
  access: CarrierAccess,
): CarrierApi {
  const base = apiBaseOf(access.apiHost, apiBase);
  const [authToken] = access.authTokens;
  const { accountId } = access;
  if (base === null)
    return refusingApi(
      say('hostNotOfCarrier', {
        host: access.apiHost ?? '',
        carrier,
        example: 'api.twilio.com',
      }),
    );
  if (accountId === null || authToken === undefined)
    return refusingApi(say('accountOrTokenMissing'));
  const {
    authorization,
    path: account,
    ask,
    remove,
  } = openAccount({ outbound, base }, accountId, authToken);

  return {
    async callStatus(callId) {
      const answer = await ask(`Calls/${encodeURIComponent(callId)}.json`);
      return answer.outcome === 'answered' ? callStatusOf(String(answer.members.status)) : null;
    },

    recording: ({ url }) =>
      fetchRecording(outbound, `${url}.mp3`, (target) =>
        isSameRegion(target, base) && target.pathname.startsWith(`${account}/Recordings/`)
          ? { authorization }
          : null,
      ),

    async findRecording({ callId }) {
      const answer = await ask(`Calls/${encodeURIComponent(callId)}/Recordings.json`);
      return longestOf(answer, ({ sid }) => `${base}${account}/Recordings/${sid}`);
    },

    async deleteRecording(recordingId) {
      const recording = `Recordings/${encodeURIComponent(recordingId)}`;
      // They do not go with it.
      const written = await ask(`${recording}/Transcriptions.json`);
      if (written.outcome !== 'answered' && !written.isMissing)
        return { outcome: written.outcome, error: written.error };
      for (const sid of sidsOf(written)) {
        const removed = await remove(`Transcriptions/${encodeURIComponent(sid)}.json`);
        if (removed.outcome !== 'deleted') return removed;
      }
      return remove(`${recording}.json`);
    },

    async placeCall({ to, from, ringSeconds, answerUrl, statusUrl }) {
      const answer = await ask('Calls.json', {
        To: to,
        From: from,
        Timeout: String(ringSeconds),
        Url: withRetries(answerUrl),
        Method: 'POST',
        StatusCallback: withRetries(statusUrl),
        StatusCallbackMethod: 'POST',
        StatusCallbackEvent: 'completed',
      });
      return placementOf(answer, ({ sid }) => sid);
    },

    destination: (number, urls) => destinationOf(ask, number, urls),
    setUpNumber: (number, urls) => connectNumber(ask, number, urls),
  };
}

export type AskTwilio = ReturnType<typeof openAccount>['ask'];

/** Requests of one account; paths are relative to it. */
function openAccount(
  { outbound, base }: { outbound: OutboundClient; base: string },
  accountId: string,
  authToken: string,
) {
  const authorization = `Basic ${Buffer.from(`${accountId}:${authToken}`).toString('base64')}`;
  const path = `/2010-04-01/Accounts/${encodeURIComponent(accountId)}`;
  const caller: ApiCaller = {
    outbound,
    carrier,
    credentials: ['accountSid', 'authToken', 'apiBaseDomain'],
    authorization,
  };
  return {
    authorization,
    path,
    /** Reads, or writes these fields. */
    ask: (member: string, fields?: Record<string, string>) =>
      askApi(
        caller,
        `${base}${path}/${member}`,
        fields === undefined
          ? {}
          : {
              method: 'POST',
              headers: { 'content-type': 'application/x-www-form-urlencoded' },
              body: new URLSearchParams(fields).toString(),
            },
      ),
    remove: async (member: string) =>
      deletedBy(await askApi(caller, `${base}${path}/${member}`, { method: 'DELETE' })),
  };
}

function sidsOf(answer: ApiAnswer): string[] {
  const listed = answer.outcome === 'answered' ? answer.members.transcriptions : [];
  return (Array.isArray(listed) ? listed : []).flatMap((one) =>
    isObject(one) && typeof one.sid === 'string' ? [one.sid] : [],
  );
}
