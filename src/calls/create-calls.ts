import type { IntakeViews } from '../integrations/index.ts';
import type { World } from '../kernel/index.ts';
import { type ApplyParts, applyEvent, UndecidedError } from './apply-event.ts';
import type { FoundEvent } from './ask-carrier.ts';
import { createCallBack } from './call-back.ts';
import type { CallNumber, FindNumber } from './call-number.ts';
import type { CallOutcome } from './call-session.ts';
import {
  type CallAnswer,
  type Calls,
  type ReceivedRequest,
  waitsForInstructions,
} from './calls.ts';
import { createAddresses } from './carriers/addresses.ts';
import type { CarrierAnswer, VoiceCarrier } from './carriers/carrier.ts';
import { calledOf, fieldsOf } from './carriers/form-fields.ts';
import { apology } from './carriers/twiml/apology.ts';
import type { RandomBelow } from './dial-chain.ts';
import { createDueWork } from './due-work.ts';
import { createHandler } from './handle-request.ts';
import { KnownNumbers } from './known-numbers.ts';
import type { CallSessionDocument } from './model.ts';
import { patienceFor } from './patience.ts';
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
  const partsFor = createPartsFor({ world, random, publicUrl });
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
  const handle = createHandler({ world, numbers, learn, partsFor, onChanged: pokeIfDue });
  const dueWork = createDueWork({ ...options, carriers, applyFound });

  async function receive(received: ReceivedRequest): Promise<CallAnswer> {
    const carrier = carriers.get(received.carrier);
    return carrier ? answerFor(carrier, received) : { outcome: 'refused' };
  }

  async function answerFor(carrier: VoiceCarrier, received: ReceivedRequest): Promise<CallAnswer> {
    const { integrationId, step, sessionId } = received;
    const patience = patienceFor(received, answerWithinMilliseconds);
    try {
      return await patience.inTime(() => handle(carrier, received, patience.isAwaited));
    } catch (error) {
      const about = { err: error, carrier: carrier.name, integrationId, sessionId, step: step.at };
      world.log.error(about, 'a request about a call could not be answered');
      if (!waitsForInstructions(step)) return { outcome: 'unavailable' };
      const answer = await stopgap.answer(carrier, received, error).catch((failure: unknown) => {
        world.log.error({ ...about, err: failure }, 'nor could anything else be said');
        return carrier.apology(calledOf(fieldsOf(received.request.body)));
      });
      if (error instanceof UndecidedError) poke(unansweredTask.name);
      return { outcome: 'answered', answer };
    }
  }

  async function fallBack(received: Parameters<Calls['fallBack']>[0]): Promise<CarrierAnswer> {
    const carrier = carriers.get(received.carrier);
    if (!carrier) return apology(calledOf(fieldsOf(received.request.body)));
    return stopgap.last(carrier, received).catch((error: unknown) => {
      const { integrationId } = received;
      world.log.error({ err: error, integrationId }, 'a caller could not be told more than sorry');
      return carrier.apology(calledOf(fieldsOf(received.request.body)));
    });
  }

  async function learn(integrationId: string): Promise<CallNumber | null> {
    const number = await findNumber(integrationId);
    numbers.note(integrationId, number);
    return number;
  }

  /** Applies the answer of a carrier that was asked. */
  async function applyFound(call: CallSessionDocument, event: FoundEvent): Promise<void> {
    const carrier = carriers.get(call.provider);
    if (!carrier) return;
    const key = `${event.kind} ${call.askAt?.getTime() ?? 0}`;
    const applied = await applyEvent(partsFor(carrier), call, event, { key, attempt: 0 });
    pokeIfDue(applied.call);
  }

  function pokeIfDue({ nextAt, askAt }: CallSessionDocument): void {
    const now = world.clock.now();
    if (nextAt && nextAt <= now) poke(dueWork.nextTask.name);
    if (askAt && askAt <= now) poke(dueWork.askTask.name);
  }

  const callBack = createCallBack({ world, carriers, findNumber, publicUrl, partsFor });

  return {
    receive,
    fallBack,
    callBack,
    async learn(integrationId) {
      await learn(integrationId);
    },
    tasks: [unansweredTask, dueWork.nextTask, dueWork.askTask, dueWork.staleTask],
  };
}

type PartsFor = (carrier: VoiceCarrier, isAwaited?: () => boolean) => ApplyParts;

/** The parts to apply events with, by carrier: instructions are rendered in the carrier's format. */
function createPartsFor({
  world,
  random,
  publicUrl,
}: Pick<CallsOptions, 'world' | 'random' | 'publicUrl'>): PartsFor {
  return (carrier, isAwaited = () => true) => ({
    world,
    random,
    isAwaited,
    render: ({ _id: sessionId, integrationId }, instructions) => {
      const place = { publicUrl: publicUrl(), carrier: carrier.name, integrationId, sessionId };
      return carrier.render(instructions, createAddresses(place));
    },
  });
}
