import { othersWithNumber, type PhoneNumber } from '../integrations/index.ts';
import type { World } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import type { Destination, NumberSetUp } from './carriers/carrier.ts';
import { setUpsOf } from './claim-set-up.ts';
import { carrierAccessOf } from './find-number.ts';
import type { NumberPlan } from './number-plan.ts';
import type { NumberSetUpDocument } from './number-set-up.ts';

const minute = 60_000;
/** After so many attempts without success; then every hour. */
const retryMinutes = [1, 2, 5, 15, 60] as const;
const refusedMinutes = 60;
const lookedAgainMinutes = 24 * 60;
const unansweredMinutes = 60;

/** The result of setting up a number at its carrier. */
export interface Outcome {
  state: NumberSetUpDocument['state'];
  text: Sentence;
  phoneNumber?: string;
  phoneNumberId?: string;
  wasAsked?: true;
  /** The time of the outcome stays: a plan of Terraform, too. */
  isSame?: boolean;
  isUnanswered?: true;
}

/**
 * Checks a number that was set up, and sets it up again where the carrier has our addresses in another form. Its state
 * stays while the carrier does not answer.
 */
export async function lookAgain(
  world: World,
  plan: NumberPlan,
  { state, text, phoneNumber, phoneNumberId }: NumberSetUpDocument,
): Promise<Outcome> {
  const { id, number, carrier, urls } = plan;
  const known = {
    phoneNumber: phoneNumber ?? number.phoneNumber,
    phoneNumberId: phoneNumberId ?? '',
  };
  const found = await carrier
    .api(carrierAccessOf(number))
    .destination(number, urls)
    .catch((error: unknown): Destination => {
      world.log.error(
        { err: error, integrationId: id },
        'asking where calls of a number go failed',
      );
      return { outcome: 'retry', error: say('carrierNotAsked') };
    });
  const unanswered: Outcome = { state, text, ...known, isSame: true, isUnanswered: true };
  if (found.outcome !== 'known')
    return found.outcome === 'retry'
      ? unanswered
      : { state: 'refused', text: say('numberRefused', { error: found.error }), wasAsked: true };
  if (found.voiceUrl === urls.voice && found.isOutdated) {
    const again = await setUpAtCarrier(world, plan);
    // The calls come all the same.
    return again.state === 'waiting' && state === 'set' ? unanswered : again;
  }
  if (found.voiceUrl === urls.voice)
    return { ...set(number.phoneNumber), ...known, isSame: state === 'set' };
  const { phoneNumber: called } = number;
  return {
    state: 'changed',
    text:
      found.voiceUrl === null
        ? say('numberLeadsNowhere', { number: called })
        : say('numberLeadsElsewhere', { number: called, address: found.voiceUrl }),
    ...known,
    wasAsked: true,
  };
}

/** Has the carrier send the calls here, where nothing speaks against it. */
export async function setUpAtCarrier(world: World, plan: NumberPlan): Promise<Outcome> {
  const { id, organizationId, number, carrier, urls } = plan;
  if (!hasCredentials(number)) return { state: 'by-hand', text: say('numberByHand', urls) };
  if (isOnlyLocal(urls.voice))
    return {
      state: 'waiting',
      text: say('numberOnlyLocal', { address: new URL(urls.voice).origin }),
    };
  const other = await answeringElsewhere(world, id, organizationId, number);
  if (other)
    return {
      state: 'waiting',
      text: say('numberAnsweredElsewhere', {
        name: other.displayName,
        id: other.id,
        number: number.phoneNumber,
      }),
    };
  const asked = await carrier
    .api(carrierAccessOf(number))
    .setUpNumber(number, urls)
    .catch((error: unknown): NumberSetUp => {
      world.log.error({ err: error, integrationId: id }, 'setting a phone number up failed');
      return { outcome: 'retry', error: say('carrierNotAsked') };
    });
  if (asked.outcome === 'set')
    return {
      ...set(asked.phoneNumber),
      phoneNumber: asked.phoneNumber,
      phoneNumberId: asked.phoneNumberId,
    };
  return asked.outcome === 'refused'
    ? { state: 'refused', text: say('numberRefused', { error: asked.error }), wasAsked: true }
    : { state: 'waiting', text: say('numberTriedAgain', { error: asked.error }), wasAsked: true };
}

/** A copy must not take the calls of the original away: whoever answers the number already keeps it. */
async function answeringElsewhere(
  world: World,
  id: string,
  organizationId: string,
  number: PhoneNumber,
) {
  const others = await othersWithNumber(world, organizationId, number.phoneNumber, id);
  if (others.length === 0) return null;
  const set = await setUpsOf(world).findOne({
    _id: { $in: others.map((one) => one.id) },
    state: 'set',
    phoneNumber: number.phoneNumber,
  });
  return others.find((one) => one.id === set?._id) ?? null;
}

/** The stored form of an outcome, with the time of the next try. */
export function recordedOutcome(
  { state, text, phoneNumber = '', phoneNumberId = '', wasAsked, isSame, isUnanswered }: Outcome,
  attempts: number,
  now: Date,
) {
  const lookedAgain = isUnanswered ? unansweredMinutes : lookedAgainMinutes;
  const minutes = {
    set: lookedAgain,
    changed: lookedAgain,
    'by-hand': null,
    refused: refusedMinutes,
    waiting: retryMinutes[Math.min(attempts, retryMinutes.length) - 1] ?? refusedMinutes,
  }[state];
  return {
    state,
    text,
    phoneNumber: phoneNumber || null,
    phoneNumberId: phoneNumberId || null,
    attempts: state === 'waiting' ? attempts : 0,
    nextAt: minutes === null ? null : new Date(now.getTime() + minutes * minute),
    ...((state === 'set' || wasAsked) && !isSame ? { askedAt: now } : {}),
  };
}

function set(phoneNumber: string) {
  return { state: 'set', text: say('numberSet', { number: phoneNumber }) } as const;
}

/** Whether there are credentials for the API. Verifying requests takes less. */
function hasCredentials({ carrier, accountId, authTokens }: PhoneNumber): boolean {
  return Boolean(authTokens) && (carrier !== 'twilio' || accountId !== null);
}

/** Pointing a real number at a machine that nobody reaches would take its calls away from where they go now. */
function isOnlyLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/.test(hostname);
}
