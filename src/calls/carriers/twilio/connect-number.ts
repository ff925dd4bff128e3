import { isObject } from '../../../kernel/index.ts';
import { type Sentence, say } from '../../../sentences/index.ts';
import type { ApiAnswer } from '../api-request.ts';
import type { CarrierNumber, Destination, NumberSetUp, NumberUrls } from '../carrier.ts';
import type { AskTwilio } from './api.ts';
import { withoutRetries, withRetries } from './retries.ts';

/** Points a number to our addresses, unless it belongs to a SIP trunk. */
export async function connectNumber(
  ask: AskTwilio,
  wanted: CarrierNumber,
  urls: NumberUrls,
): Promise<NumberSetUp> {
  const found = await findNumber(ask, wanted);
  if (found.outcome !== 'answered') return found;
  const { phoneNumber } = wanted;
  const { sid, trunk_sid: trunk } = found.members;
  if (typeof trunk === 'string' && trunk !== '')
    return refused(say('numberOfTrunk', { id: trunk }));
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
}

/** Where calls of a number go: a trunk and an application take precedence over its address. */
export async function destinationOf(
  ask: AskTwilio,
  number: CarrierNumber,
  urls: NumberUrls,
): Promise<Destination> {
  const found = await findNumber(ask, number);
  if (found.outcome !== 'answered') return found;
  const {
    voice_url: url,
    voice_fallback_url: fallback,
    status_callback: status,
    trunk_sid: trunk,
    voice_application_sid: application,
  } = found.members;
  const voiceUrl = [trunk, application, url].find((one) => typeof one === 'string' && one !== '');
  return {
    outcome: 'known',
    voiceUrl: voiceUrl === undefined ? null : withoutRetries(String(voiceUrl)),
    isOutdated: url === urls.voice || fallback === urls.fallback || status === urls.status,
  };
}

async function findNumber(
  ask: AskTwilio,
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
    say('numberIdOfOther', {
      id: phoneNumberId ?? '',
      other: String(found.members.phone_number),
      number: phoneNumber,
    }),
  );
}

/** The number of a search for exactly one. */
function firstOf(answer: ApiAnswer, phoneNumber: string): ApiAnswer {
  if (answer.outcome !== 'answered') return answer;
  const { incoming_phone_numbers: found } = answer.members;
  const [first] = Array.isArray(found) ? found : [];
  return isObject(first)
    ? { outcome: 'answered', members: first }
    : refused(say('numberNotOfAccount', { number: phoneNumber }));
}

function refused(error: Sentence): NumberSetUp & { outcome: 'refused' } {
  return { outcome: 'refused', error };
}
