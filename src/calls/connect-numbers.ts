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
import { driverCollection, isDuplicateKey } from '../store/index.ts';
import { numberUrls } from './carriers/addresses.ts';
import type { NumberSetUp, VoiceCarrier } from './carriers/carrier.ts';
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
   * than `waitMilliseconds` goes on after the answer. Never throws: the outcome is stored, and what failed is tried again.
   */
  connect(integrationId: string, waitMilliseconds?: number): Promise<void>;
  /** What somebody who relies on the number has to know; null when it works, and for what is no number. */
  warningOf(
    type: IntegrationType,
    wire: Pick<IntegrationWire, 'integrationSettings'>,
  ): string | null;
  /** Tries again what failed, and finds numbers that nobody connected, such as after a crash or with another public address. */
  task: Task;
}

const minute = 60_000;
/** How long asking a carrier can take at most: then another process may do it. */
const claimMilliseconds = 2 * minute;
/** After so many attempts without success; then every hour. */
const retryMinutes = [1, 2, 5, 15, 60] as const;
const refusedMinutes = 60;
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

  async function connect(integrationId: string): Promise<void> {
    const integration = (await loadIntegrations(world, [integrationId])).get(integrationId);
    const plan = integration ? planOf(integration) : null;
    if (!plan) {
      await setUps.deleteOne({ _id: integrationId });
      return;
    }
    const claimed = await claim(plan);
    if (!claimed) return;
    const outcome = await outcomeOf(plan);
    await setUps.updateOne(
      { _id: plan.id, fingerprint: plan.fingerprint },
      { $set: recorded(outcome, claimed.attempts + 1, clock.now()) },
    );
    if (outcome.state === 'refused' || outcome.state === 'waiting')
      log.warn({ integrationId, reason: outcome.text }, 'a phone number is not connected');
  }

  /** Null when nothing is to be done, or somebody else does it. */
  async function claim({
    id,
    organizationId,
    fingerprint,
  }: Plan): Promise<NumberSetUpDocument | null> {
    const now = clock.now();
    const isDue = { $or: [{ fingerprint: { $ne: fingerprint } }, { nextAt: { $lte: now } }] };
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

  async function outcomeOf(plan: Plan): Promise<Outcome> {
    const { id, organizationId, number, carrier, urls } = plan;
    if (!hasCredentials(number)) return { state: 'by-hand', text: byHand(urls) };
    if (isOnlyLocal(urls.voice))
      return {
        state: 'waiting',
        text: `Waiting: no carrier reaches ${new URL(urls.voice).origin}; set TOCSIN_PUBLIC_URL to the public address of this server.`,
      };
    const other = await answeringElsewhere(id, organizationId, number);
    if (other)
      return {
        state: 'waiting',
        text: `Waiting: the integration ${other.displayName} (${other.id}) answers ${number.phoneNumber}; delete it, or change its number.`,
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
        state: 'set',
        text: `Set: calls to ${asked.phoneNumber} arrive here.`,
        phoneNumber: asked.phoneNumber,
        phoneNumberId: asked.phoneNumberId,
      };
    return asked.outcome === 'refused'
      ? { state: 'refused', text: `Refused: ${asked.error}`, wasAsked: true }
      : { state: 'waiting', text: `Waiting: ${asked.error} It is tried again.`, wasAsked: true };
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
        await connect(id);
      }
    seenThrough = startedAt;
    const due = await setUps
      .find({ nextAt: { $lte: startedAt } })
      .project<{ _id: string }>({ _id: 1 })
      .limit(dueMax)
      .toArray();
    for (const { _id } of due) {
      if (stopping.aborted) return;
      await connect(_id);
    }
  }

  return {
    async connect(integrationId, waitMilliseconds = 8_000) {
      const work = connect(integrationId).catch((error: unknown) =>
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
  text: string;
  phoneNumber?: string;
  phoneNumberId?: string;
  wasAsked?: true;
}

const unknownYet = {
  state: 'waiting',
  text: 'Waiting: the carrier is being asked.',
  phoneNumber: null,
  phoneNumberId: null,
  askedAt: null,
} as const satisfies Partial<NumberSetUpDocument>;

function recorded(
  { state, text, phoneNumber = '', phoneNumberId = '', wasAsked }: Outcome,
  attempts: number,
  now: Date,
) {
  const minutes = {
    set: null,
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
    ...(state === 'set' || wasAsked ? { askedAt: now } : {}),
  };
}

/** Of the API: verifying alone takes less. */
function hasCredentials({ carrier, accountId, authTokens }: PhoneNumber): boolean {
  return Boolean(authTokens) && (carrier !== 'twilio' || accountId !== null);
}

function byHand({ voice, fallback, status }: ReturnType<typeof numberUrls>): string {
  return `By hand: at the carrier, enter ${voice} for incoming calls, ${fallback} for when that fails, and ${status} for changes of the status of a call, all of them with POST. With credentials this is done for you.`;
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
