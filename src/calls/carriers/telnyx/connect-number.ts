import { isObject } from '../../../kernel/index.ts';
import { type Sentence, say } from '../../../sentences/index.ts';
import type { ApiAnswer } from '../api-request.ts';
import type { CarrierNumber, Destination, NumberSetUp, NumberUrls } from '../carrier.ts';
import type { AskTelnyx } from './api.ts';

type Member = Record<string, unknown>;

/**
 * A number of Telnyx belongs to an application, and that has the addresses. The one that was named is changed; without
 * one, the number gets an application of its own. One that is there already and that nobody named may serve other
 * numbers, too: it is left alone.
 */
export async function connectNumber(
  ask: AskTelnyx,
  { phoneNumber, phoneNumberId }: CarrierNumber,
  applicationId: string | null,
  urls: NumberUrls,
): Promise<NumberSetUp> {
  const found = await findNumber(ask, { phoneNumber, phoneNumberId });
  if ('error' in found) return found;
  const { id, connection_id: connected } = found.data;
  const application = await applicationFor(ask, phoneNumber, applicationId, connected, urls);
  if ('error' in application) return application;
  if (String(connected ?? '') !== application.id) {
    const assigned = dataOf(
      await ask(`phone_numbers/${encodeURIComponent(String(id))}`, {
        method: 'PATCH',
        members: { connection_id: application.id },
      }),
    );
    if ('error' in assigned) return assigned;
  }
  return { outcome: 'set', phoneNumber, phoneNumberId: String(id) };
}

/** Where calls of the number go: to the address of its application; what else it may belong to is named. */
export async function destinationOf(ask: AskTelnyx, number: CarrierNumber): Promise<Destination> {
  const found = await findNumber(ask, number);
  if ('error' in found) return found;
  const { connection_id: connected } = found.data;
  if (!connected) return { ...known, voiceUrl: null };
  const application = dataOf(
    await ask(`texml_applications/${encodeURIComponent(String(connected))}`),
  );
  if ('error' in application)
    return application.outcome === 'retry'
      ? application
      : { ...known, voiceUrl: String(connected) };
  return { ...known, voiceUrl: String(application.data.voice_url ?? '') || null };
}

/** The application that the number belongs to; null where it has none, or Telnyx does not say. */
export async function applicationOf(ask: AskTelnyx, phoneNumber: string): Promise<string | null> {
  const found = await findNumber(ask, { phoneNumber, phoneNumberId: null });
  return 'error' in found || !found.data.connection_id ? null : String(found.data.connection_id);
}

/** Addresses are written to it as they are. */
const known = { outcome: 'known', isOutdated: false } as const;

async function findNumber(
  ask: AskTelnyx,
  { phoneNumber, phoneNumberId }: CarrierNumber,
): Promise<{ data: Member } | Failure> {
  const found =
    phoneNumberId === null
      ? (pick(
          await ask(`phone_numbers?${query({ 'filter[phone_number]': phoneNumber.slice(1) })}`),
          (number) => number.phone_number === phoneNumber,
        ) ?? refused(say('numberNotOfAccount', { number: phoneNumber })))
      : dataOf(await ask(`phone_numbers/${encodeURIComponent(phoneNumberId)}`));
  if ('error' in found || found.data.phone_number === phoneNumber) return found;
  return refused(
    say('numberIdOfOther', {
      id: phoneNumberId ?? '',
      other: String(found.data.phone_number),
      number: phoneNumber,
    }),
  );
}

async function applicationFor(
  ask: AskTelnyx,
  phoneNumber: string,
  named: string | null,
  connected: unknown,
  urls: NumberUrls,
): Promise<{ id: string } | Failure> {
  const addresses = {
    voice_url: urls.voice,
    voice_method: 'post',
    voice_fallback_url: urls.fallback,
    status_callback: urls.status,
    status_callback_method: 'post',
  };
  const id = named ?? (connected ? String(connected) : null);
  if (id !== null) {
    const present = dataOf(await ask(`texml_applications/${encodeURIComponent(id)}`));
    if ('error' in present) return present;
    const isOurs = present.data.voice_url === urls.voice;
    if (named === null && !isOurs) return refused(say('numberOfConnection', { id }));
    const changed = dataOf(
      await ask(`texml_applications/${encodeURIComponent(id)}`, {
        method: 'PATCH',
        // It demands the name, too.
        members: { friendly_name: present.data.friendly_name, ...addresses },
      }),
    );
    return 'error' in changed ? changed : { id };
  }
  const name = `Tocsin ${phoneNumber}`;
  // An earlier attempt may have made it, and not have come to the number any more.
  const earlier = pick(
    await ask(`texml_applications?${query({ 'filter[friendly_name][contains]': name })}`),
    (one) => one.friendly_name === name && one.voice_url === urls.voice,
  );
  if (earlier) return 'error' in earlier ? earlier : { id: String(earlier.data.id) };
  const made = dataOf(
    await ask('texml_applications', {
      method: 'POST',
      members: { friendly_name: name, ...addresses },
    }),
  );
  return 'error' in made ? made : { id: String(made.data.id) };
}

type Failure = Exclude<NumberSetUp, { outcome: 'set' }>;

/** The API wraps whatever it answers. */
function dataOf(answer: ApiAnswer): { data: Member } | Failure {
  if (answer.outcome !== 'answered') return answer;
  const { data } = answer.members;
  return isObject(data) ? { data } : { outcome: 'retry', error: say('carrierAnsweredOddly') };
}

/** The first one of a list that fits; null: none does. */
function pick(
  answer: ApiAnswer,
  fits: (one: Member) => boolean,
): { data: Member } | Failure | null {
  if (answer.outcome !== 'answered') return answer;
  const { data } = answer.members;
  const found = (Array.isArray(data) ? data : []).filter(isObject).find(fits);
  return found ? { data: found } : null;
}

function refused(error: Sentence): Failure {
  return { outcome: 'refused', error };
}

function query(parameters: Record<string, string>): string {
  return new URLSearchParams(parameters).toString();
}
