import type { OutboundClient } from '../../../egress/index.ts';
import { isObject } from '../../../kernel/index.ts';
import { type ApiAnswer, type ApiCaller, askApi, deletedBy } from '../api-request.ts';
import type { CarrierAccess, CarrierApi, CarrierNumber, NumberSetUp } from '../carrier.ts';
import { fetchRecording } from '../fetch-recording.ts';
import { longestOf } from '../found-recordings.ts';
import { callStatusOf } from '../twiml/parse.ts';
import { apiBaseOf, isSameRegion } from './hosts.ts';
import { withoutRetries, withRetries } from './retries.ts';

export interface TwilioApiOptions {
  outbound: OutboundClient;
  /** In place of `https://api.twilio.com`, for numbers that name no host. */
  apiBase: string | undefined;
}

/** The parts of the REST API of Twilio that calls need. */
export function createApi(
  { outbound, apiBase }: TwilioApiOptions,
  access: CarrierAccess,
): CarrierApi {
  const base = apiBaseOf(access.apiHost, apiBase);
  const [authToken] = access.authTokens;
  const { accountId } = access;
  if (base === null)
    return refusingApi(`${access.apiHost} is no host of Twilio; use one such as api.twilio.com.`);
  if (accountId === null || authToken === undefined)
    return refusingApi('The account SID or the auth token is missing.');
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

    async destination(number, urls) {
      const found = await findNumber(ask, number);
      if (found.outcome !== 'answered') return found;
      const {
        voice_url: url,
        voice_fallback_url: fallback,
        status_callback: status,
        trunk_sid: trunk,
        voice_application_sid: application,
      } = found.members;
      // Both take precedence over the address.
      const voiceUrl = [trunk, application, url].find(
        (one) => typeof one === 'string' && one !== '',
      );
      return {
        outcome: 'known',
        voiceUrl: voiceUrl === undefined ? null : withoutRetries(String(voiceUrl)),
        isOutdated: url === urls.voice || fallback === urls.fallback || status === urls.status,
      };
    },

    async setUpNumber(wanted, urls) {
      const found = await findNumber(ask, wanted);
      if (found.outcome !== 'answered') return found;
      const { phoneNumber } = wanted;
      const { sid, trunk_sid: trunk } = found.members;
      if (typeof trunk === 'string' && trunk !== '')
        return refused(`The number belongs to the SIP trunk ${trunk}; remove it there first.`);
      const set = await ask(`IncomingPhoneNumbers/${encodeURIComponent(String(sid))}.json`, {
        VoiceUrl: withRetries(urls.voice),
        VoiceMethod: 'POST',
        VoiceFallbackUrl: withRetries(urls.fallback),
        VoiceFallbackMethod: 'POST',
        StatusCallback: withRetries(urls.status),
        StatusCallbackMethod: 'POST',
        // The addresses of an application would take precedence.
        VoiceApplicationSid: '',
      });
      if (set.outcome !== 'answered') return set;
      return { outcome: 'set', phoneNumber, phoneNumberId: String(sid) };
    },
  };
}

type Ask = ReturnType<typeof openAccount>['ask'];

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
    carrier: 'Twilio',
    credentials: 'accountSid, authToken and apiBaseDomain',
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

async function findNumber(
  ask: Ask,
  { phoneNumber, phoneNumberId }: CarrierNumber,
): Promise<ApiAnswer> {
  const found =
    phoneNumberId === null
      ? firstOf(
          await ask(
            `IncomingPhoneNumbers.json?${new URLSearchParams({ PhoneNumber: phoneNumber })}`,
          ),
          phoneNumber,
        )
      : await ask(`IncomingPhoneNumbers/${encodeURIComponent(phoneNumberId)}.json`);
  if (found.outcome !== 'answered' || found.members.phone_number === phoneNumber) return found;
  return refused(
    `${phoneNumberId} is the number ${found.members.phone_number}, not ${phoneNumber}.`,
  );
}

function sidsOf(answer: ApiAnswer): string[] {
  const listed = answer.outcome === 'answered' ? answer.members.transcriptions : [];
  return (Array.isArray(listed) ? listed : []).flatMap((one) =>
    isObject(one) && typeof one.sid === 'string' ? [one.sid] : [],
  );
}

/** The number of a search for exactly one. */
function firstOf(answer: ApiAnswer, phoneNumber: string): ApiAnswer {
  if (answer.outcome !== 'answered') return answer;
  const { incoming_phone_numbers: found } = answer.members;
  const [first] = Array.isArray(found) ? found : [];
  return isObject(first)
    ? { outcome: 'answered', members: first }
    : refused(`The account has no number ${phoneNumber}.`);
}

function refused(error: string): NumberSetUp & { outcome: 'refused' } {
  return { outcome: 'refused', error };
}

/** Every question is answered alike where it cannot be asked. */
function refusingApi(error: string): CarrierApi {
  return {
    callStatus: async () => null,
    recording: async () => ({ outcome: 'refused', error }),
    findRecording: async () => ({ outcome: 'refused', error }),
    deleteRecording: async () => refused(error),
    setUpNumber: async () => refused(error),
    destination: async () => refused(error),
  };
}
