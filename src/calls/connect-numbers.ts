import { hash } from 'node:crypto';
import {
  type Catalogue,
  eachIntegrationOf,
  type IntegrationType,
  type IntegrationWire,
  loadIntegrations,
  othersWithNumber,
  type PhoneNumber,
  phoneNumberOf,
  type StoredIntegration,
} from '../integrations/index.ts';
import type { Task, World } from '../kernel/index.ts';
import { inEnglish, type Sentence, say } from '../sentences/index.ts';
import { driverCollection, isDuplicateKey } from '../store/index.ts';
import { numberUrls } from './carriers/addresses.ts';
import type { Destination, NumberSetUp, VoiceCarrier } from './carriers/carrier.ts';
import { carrierAccessOf, type ServerAccess } from './find-number.ts';
import { type NumberSetUpDocument, numberSetUpModel } from './number-set-up.ts';
import { numberWarningOf } from './number-view.ts';

export interface NumberConnectorOptions {
  world: World;
  catalogue: Catalogue;
  carriers: readonly VoiceCarrier[];
  publicUrl(): string;
  serverAccess: ServerAccess;
}

export interface NumberConnector {
  /**
   * Has the carrier send the calls of the integration's number here, unless nothing changed that matters to it. What takes longer
   * than `waitMilliseconds` goes on after the answer. Never throws: the outcome is stored, and what failed is tried again. For whoever
   * has just saved the integration: a number whose calls were sent elsewhere at the carrier is led here again.
   */
  connect(integrationId: string, waitMilliseconds?: number): Promise<void>;
  /** What somebody who relies on the number has to know; null when it works, and for what is no number. */
  warningOf(
    type: IntegrationType,
    wire: Pick<IntegrationWire, 'integrationSettings'>,
  ): string | null;
  /**
   * Tries again what failed, finds numbers that nobody connected, such as after a crash or with another public address, and looks once
   * a day whether calls of the others still come here: whoever changes that at the carrier is not overruled, but it is said.
   */
  task: Task;
}

const minute = 60_000;
/** How long asking a carrier can take at most: then another process may do it. */
const claimMilliseconds = 2 * minute;
/** After so many attempts without success; then every hour. */
const retryMinutes = [1, 2, 5, 15, 60] as const;
const refusedMinutes = 60;
const lookedAgainMinutes = 24 * 60;
const unansweredMinutes = 60;
/** Changes of other processes become visible a moment later, with times of their clocks. */
const clockDifferenceMilliseconds = minute;

export function createNumberConnector(options: NumberConnectorOptions): NumberConnector {
  const { world, catalogue, publicUrl, serverAccess } = options;
  const { clock, log } = world;
  const carriers = new Map(options.carriers.map((carrier) => [carrier.name, carrier]));
  const setUps = driverCollection(numberSetUpModel(world.store));
  const types = catalogue.types.filter(({ callRouting }) => callRouting !== null);
  let seenThrough: Date | null = null;

  /** What to tell the carrier; null when the integration has no number, or nobody carries its calls. */
  function planOf({ id, organizationId, wire }: StoredIntegration) {
    const type = catalogue.find(wire.type);
    const number = type && phoneNumberOf(type, wire);
    const carrier = number && carriers.get(number.carrier);
    if (!number || !carrier) return null;
    const urls = numberUrls({
      publicUrl: publicUrl(),
      carrier: carrier.name,
      integrationId: id,
    });
    const { flow: _, access: __, ...told } = number;
    return {
      id,
      organizationId,
      number,
      carrier,
      urls,
      fingerprint: hash('sha256', JSON.stringify([told, urls])),
    };
  }
  type Plan = NonNullable<ReturnType<typeof planOf>>;

  async function connect(integrationId: string, hasBeenSaved: boolean): Promise<void> {
    const integration = (await loadIntegrations(world, [integrationId])).get(integrationId);
    const plan = integration ? planOf(integration) : null;
    if (!plan) {
      await setUps.deleteOne({ _id: integrationId });
      return;
    }
    const claimed = await claim(plan, hasBeenSaved);
    if (!claimed) return;
    const isKnown = claimed.state === 'set' || (claimed.state === 'changed' && !hasBeenSaved);
    const outcome = isKnown ? await lookAgain(plan, claimed) : await outcomeOf(plan);
    await setUps.updateOne(
      { _id: plan.id, fingerprint: plan.fingerprint },
      { $set: recorded(outcome, claimed.attempts + 1, clock.now()) },
    );
    if (['refused', 'waiting', 'changed'].includes(outcome.state))
      log.warn(
        { integrationId, reason: inEnglish(outcome.text) },
        'a phone number is not connected',
      );
  }

  /** Null when nothing is to be done, or somebody else does it. */
  async function claim(
    { id, organizationId, fingerprint }: Plan,
    hasBeenSaved: boolean,
  ): Promise<NumberSetUpDocument | null> {
    const now = clock.now();
    const isDue = {
      $or: [
        { fingerprint: { $ne: fingerprint } },
        { nextAt: { $lte: now } },
        ...(hasBeenSaved ? [{ state: 'changed' as const }] : []),
      ],
    };
    const present = await setUps.findOne({ _id: id });
    const attempts = present?.fingerprint === fingerprint ? present.attempts : 0;
    const taken = {
      organizationId,
      fingerprint,
      attempts,
      nextAt: new Date(now.getTime() + claimMilliseconds),
      ...(present?.fingerprint === fingerprint ? {} : { ...unknownYet }),
    };
    try {
      return await setUps.findOneAndUpdate(
        { _id: id, ...isDue },
        { $set: taken },
        { upsert: true, returnDocument: 'after' },
      );
    } catch (error) {
      // It is there, and not due.
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  }

  /** Checks a number that was set up. Its state stays while the carrier does not answer. */
  async function lookAgain(
    { id, number, carrier, urls }: Plan,
    { state, text, phoneNumber, phoneNumberId }: NumberSetUpDocument,
  ): Promise<Outcome> {
    const known = {
      phoneNumber: phoneNumber ?? number.phoneNumber,
      phoneNumberId: phoneNumberId ?? '',
    };
    const found = await carrier
      .api(carrierAccessOf(number))
      .destination(number)
      .catch((error: unknown): Destination => {
        log.error({ err: error, integrationId: id }, 'asking where calls of a number go failed');
        return { outcome: 'retry', error: 'The carrier could not be asked.' };
      });
    if (found.outcome !== 'known')
      return found.outcome === 'retry'
        ? { state, text, ...known, isSame: true, isUnanswered: true }
        : { state: 'refused', text: say('numberRefused', { error: found.error }), wasAsked: true };
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

  async function outcomeOf(plan: Plan): Promise<Outcome> {
    const { id, organizationId, number, carrier, urls } = plan;
    if (!hasCredentials(number)) return { state: 'by-hand', text: say('numberByHand', urls) };
    if (isOnlyLocal(urls.voice))
      return {
        state: 'waiting',
        text: say('numberOnlyLocal', { address: new URL(urls.voice).origin }),
      };
    const other = await answeringElsewhere(id, organizationId, number);
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
        log.error({ err: error, integrationId: id }, 'setting a phone number up failed');
        return { outcome: 'retry', error: 'The carrier could not be asked.' };
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
  async function answeringElsewhere(id: string, organizationId: string, number: PhoneNumber) {
    const others = await othersWithNumber(world, organizationId, number.phoneNumber, id);
    if (others.length === 0) return null;
    const set = await setUps.findOne({
      _id: { $in: others.map((one) => one.id) },
      state: 'set',
      phoneNumber: number.phoneNumber,
    });
    return others.find((one) => one.id === set?._id) ?? null;
  }

  async function run(stopping: AbortSignal): Promise<void> {
    const startedAt = clock.now();
    // All of them at the start, and when the clock was set back.
    const since =
      seenThrough && seenThrough <= startedAt
        ? new Date(seenThrough.getTime() - clockDifferenceMilliseconds)
        : null;
    const names = types.map(({ id }) => id);
    for await (const page of eachIntegrationOf(world, names, since))
      for (const { id } of page) {
        if (stopping.aborted) return;
        await connect(id, false);
      }
    seenThrough = startedAt;
    const due = await setUps
      .find({ nextAt: { $lte: startedAt } })
      .project<{ _id: string }>({ _id: 1 })
      .limit(dueMax)
      .toArray();
    for (const { _id } of due) {
      if (stopping.aborted) return;
      await connect(_id, false);
    }
  }

  return {
    async connect(integrationId, waitMilliseconds = 8_000) {
      const work = connect(integrationId, true).catch((error: unknown) =>
        log.error({ err: error, integrationId }, 'a phone number could not be connected'),
      );
      await firstOf(work, waitMilliseconds);
    },
    warningOf: (type, wire) => numberWarningOf(type, wire, serverAccess),
    task: { name: 'connect-numbers', everySeconds: 60, run },
  };
}

const dueMax = 500;

interface Outcome {
  state: NumberSetUpDocument['state'];
  text: Sentence;
  phoneNumber?: string;
  phoneNumberId?: string;
  wasAsked?: true;
  /** The time of the outcome stays: a plan of Terraform, too. */
  isSame?: boolean;
  isUnanswered?: true;
}

function set(phoneNumber: string) {
  return { state: 'set', text: say('numberSet', { number: phoneNumber }) } as const;
}

const unknownYet = {
  state: 'waiting',
  text: say('numberWaiting'),
  phoneNumber: null,
  phoneNumberId: null,
  askedAt: null,
} as const satisfies Partial<NumberSetUpDocument>;

function recorded(
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

/** Whether there are credentials for the API. Verifying requests takes less. */
function hasCredentials({ carrier, accountId, authTokens }: PhoneNumber): boolean {
  return Boolean(authTokens) && (carrier !== 'twilio' || accountId !== null);
}

/** Pointing a real number at a machine that nobody reaches would take its calls away from where they go now. */
function isOnlyLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/.test(hostname);
}

async function firstOf(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, enough]);
  clearTimeout(timer);
}
