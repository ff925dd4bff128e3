import type { IntakeViews } from '../integrations/index.ts';
import type { World } from '../kernel/index.ts';
import {
  type Applied,
  type ApplyParts,
  type Asked,
  applyEvent,
  keyOf,
  UndecidedError,
} from './apply-event.ts';
import { openAgain } from './asked-again.ts';
import { beginCall } from './begin-call.ts';
import type { CallEvent } from './call-event.ts';
import type { CallNumber, FindNumber } from './call-number.ts';
import type { CallOutcome } from './call-session.ts';
import {
  type CallAnswer,
  type CallStep,
  type Calls,
  type ReceivedRequest,
  waitsForInstructions,
} from './calls.ts';
import { accessOf } from './carrier-of-call.ts';
import { createAddresses } from './carriers/addresses.ts';
import type {
  Addresses,
  CarrierAccess,
  CarrierAnswer,
  CarrierIds,
  VoiceCarrier,
} from './carriers/carrier.ts';
import { fieldsOf } from './carriers/form-fields.ts';
import { apology } from './carriers/twiml/apology.ts';
import type { RandomBelow } from './dial-chain.ts';
import { createDueWork } from './due-work.ts';
import { isGenuine } from './genuine.ts';
import { KnownNumbers } from './known-numbers.ts';
import { type CallSessionDocument, callSessionsOf } from './model.ts';
import { type Patience, patienceFor } from './patience.ts';
import { createUnansweredTask } from './settle-unanswered.ts';
import { createStopgap } from './stopgap.ts';
import { createUnansweredNotes } from './unanswered-notes.ts';

export interface CallsOptions {
  world: World;
  carriers: readonly VoiceCarrier[];
  /** Mapping, windows and snooze settings of numbers, for their incidents. */
  views: IntakeViews;
  findNumber: FindNumber;
  /** Without a slash at its end. */
  publicUrl(): string;
  /** Where what happened is noted while the store does not answer. */
  dataDir: string;
  /** How long a carrier is kept waiting before it is told to ask again; 8 s unless tests choose. */
  answerWithinMilliseconds?: number;
  /** Starts a task at once. */
  poke(task: string): void;
  /** Told of every call that has ended; of one whose message comes late twice. */
  onEnded?(carrier: string, outcome: CallOutcome): void;
  /** Told of calls that should have ended long ago. */
  onStale?(count: number): void;
  /** In which order people of a tier are dialled; by chance unless tests choose. */
  random?: RandomBelow | undefined;
}

/** Carriers wait for 15 s: time enough to tell them to ask again. */
const waitMilliseconds = 8_000;

export function createCalls(options: CallsOptions): Calls {
  const { world, findNumber, publicUrl, poke, random } = options;
  const { answerWithinMilliseconds = waitMilliseconds } = options;
  const carriers = new Map(options.carriers.map((carrier) => [carrier.name, carrier]));
  const numbers = new KnownNumbers();
  const notes = createUnansweredNotes(options.dataDir, world.secrets);
  const stopgap = createStopgap({ world, numbers, notes, publicUrl });
  const unansweredTask = createUnansweredTask({
    world,
    notes,
    findNumber,
    partsFor(name) {
      const carrier = carriers.get(name);
      return carrier ? partsFor(carrier) : null;
    },
    onChanged: pokeIfDue,
  });
  const dueWork = createDueWork({ ...options, carriers, applyChecked });

  async function receive(received: ReceivedRequest): Promise<CallAnswer> {
    const carrier = carriers.get(received.carrier);
    return carrier ? answerFor(carrier, received) : { outcome: 'refused' };
  }

  async function answerFor(carrier: VoiceCarrier, received: ReceivedRequest): Promise<CallAnswer> {
    const { integrationId, step, sessionId } = received;
    const patience = patienceFor(received, answerWithinMilliseconds);
    try {
      return await patience.inTime(() => handle(carrier, received, patience));
    } catch (error) {
      const about = { err: error, carrier: carrier.name, integrationId, sessionId, step: step.at };
      world.log.error(about, 'a request about a call could not be answered');
      if (!waitsForInstructions(step)) return { outcome: 'unavailable' };
      const answer = await stopgap.answer(carrier, received, error).catch((failure: unknown) => {
        world.log.error({ ...about, err: failure }, 'nor could anything else be said');
        return carrier.apology;
      });
      if (error instanceof UndecidedError) poke(unansweredTask.name);
      return { outcome: 'answered', answer };
    }
  }

  async function fallBack(received: Parameters<Calls['fallBack']>[0]): Promise<CarrierAnswer> {
    const carrier = carriers.get(received.carrier);
    if (!carrier) return apology;
    return stopgap.last(carrier, received).catch((error: unknown) => {
      const { integrationId } = received;
      world.log.error({ err: error, integrationId }, 'a caller could not be told more than sorry');
      return carrier.apology;
    });
  }

  async function learn(integrationId: string): Promise<CallNumber | null> {
    const number = await findNumber(integrationId);
    numbers.note(integrationId, number);
    return number;
  }

  async function handle(
    carrier: VoiceCarrier,
    received: ReceivedRequest,
    { isAwaited }: Patience,
  ): Promise<CallAnswer> {
    const { request, step, sessionId } = received;
    const integrationId = received.integrationId.toLowerCase();
    const fields = fieldsOf(request.body);
    const ids = fields && carrier.idsOf(fields);
    const [known, found] = await Promise.all([
      ids && findCall(integrationId, ids.callId, sessionId),
      // For a known call, the session knows how its requests are signed.
      step.at === 'voice' ? learn(integrationId) : null,
    ]);
    const call = known?.provider === carrier.name ? known : null;
    const isSignedWith = async (access: CarrierAccess | null) =>
      access !== null && (await isGenuine(carrier, request, ids, access));
    let number = found;
    const access = call && accessOf(world, call);
    if (call && access && (await isSignedWith(access))) {
      const { provider, session } = call;
      numbers.noteFirst(integrationId, { carrier: provider, access, settings: session.settings });
    } else {
      // Or it has other tokens since then.
      number ??= await learn(integrationId);
      // Without a number, too: a stranger learns nothing of which there are.
      if (number?.carrier !== carrier.name || !(await isSignedWith(number.access)))
        return { outcome: 'refused' };
    }
    const again =
      ids && openAgain(world, received.again, { integrationId, callId: ids.callId, at: step.at });
    const event = again?.event ?? (fields && carrier.parse(step, fields));
    if (!ids || !event) return nothingToSay(carrier, step);
    const asked = { key: keyOf(step, event), attempt: again?.attempt ?? 0 };
    const parts = partsFor(carrier, isAwaited);
    const applied = await apply(parts, { number, call, event, ids, asked });
    if (!applied) return waitsForInstructions(step) ? hangUp(carrier) : unknown;
    pokeIfDue(applied.call);
    return applied.answer
      ? { outcome: 'answered', answer: applied.answer }
      : nothingToSay(carrier, step);
  }

  /** Null for a call that nobody knows, unless it has just arrived. */
  async function apply(
    parts: ApplyParts,
    { number, call, event, ids, asked }: Understood,
  ): Promise<Applied | null> {
    if (call) return applyEvent(parts, call, event, asked);
    if (!number || event.kind !== 'CallArrived') return null;
    const startedAt = world.clock.now();
    const arriving = { providerCallId: ids.callId, arrived: event, startedAt };
    return beginCall(parts, number, arriving, event, asked);
  }

  /** Finds the call by this number and the carrier's own id, whatever the address says. */
  async function findCall(integrationId: string, providerCallId: string, sessionId: string | null) {
    const filter = { integrationId, providerCallId, ...(sessionId ? { _id: sessionId } : {}) };
    return callSessionsOf(world).findOne(filter);
  }

  async function nothingToSay(carrier: VoiceCarrier, step: CallStep): Promise<CallAnswer> {
    return waitsForInstructions(step) ? hangUp(carrier) : { outcome: 'noted' };
  }

  /** Said whenever there is nothing else to say: on a member's side no instruction at all would connect the member. */
  async function hangUp(carrier: VoiceCarrier): Promise<CallAnswer> {
    const answer = await carrier.render([{ do: 'hang-up' }], noAddresses);
    return { outcome: 'answered', answer };
  }

  /** What a carrier answered of a call that has gone silent. */
  async function applyChecked(
    call: CallSessionDocument,
    event: CallEvent & { kind: 'CallChecked' },
  ): Promise<void> {
    const carrier = carriers.get(call.provider);
    if (!carrier) return;
    const asked = call.session.checkAt?.getTime() ?? 0;
    const applied = await applyEvent(partsFor(carrier), call, event, {
      key: `check ${asked}`,
      attempt: 0,
    });
    pokeIfDue(applied.call);
  }

  function partsFor(carrier: VoiceCarrier, isAwaited = () => true): ApplyParts {
    return {
      world,
      random,
      isAwaited,
      render: ({ _id: sessionId, integrationId }, instructions) => {
        const place = { publicUrl: publicUrl(), carrier: carrier.name, integrationId, sessionId };
        return carrier.render(instructions, createAddresses(place));
      },
    };
  }

  function pokeIfDue({ nextAt, askAt }: CallSessionDocument): void {
    const now = world.clock.now();
    if (nextAt && nextAt <= now) poke(dueWork.nextTask.name);
    if (askAt && askAt <= now) poke(dueWork.askTask.name);
  }

  return {
    receive,
    fallBack,
    async learn(integrationId) {
      await learn(integrationId);
    },
    tasks: [unansweredTask, dueWork.nextTask, dueWork.askTask, dueWork.staleTask],
  };
}

const unknown: CallAnswer = { outcome: 'unknown' };

/** A request that is genuine, in our words. */
interface Understood {
  number: CallNumber | null;
  call: CallSessionDocument | null;
  event: CallEvent;
  ids: CarrierIds;
  asked: Asked;
}

/** A hang-up goes on nowhere. */
const noAddresses: Addresses = { of: () => '', audio: () => '' };
