import { setTimeout as pause } from 'node:timers/promises';
import type { IntakeViews } from '../integrations/index.ts';
import type { World } from '../kernel/index.ts';
import { type Applied, type ApplyParts, applyEvent, keyOf, UndecidedError } from './apply-event.ts';
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
  CarrierIds,
  CarrierRequest,
  VoiceCarrier,
} from './carriers/carrier.ts';
import { fieldsOf } from './carriers/form-fields.ts';
import { writeCall } from './change-call.ts';
import type { RandomBelow } from './dial-chain.ts';
import { createDueWork } from './due-work.ts';
import { ended } from './flow/index.ts';
import { type CallSessionDocument, callSessionsOf } from './model.ts';

export interface CallsOptions {
  world: World;
  carriers: readonly VoiceCarrier[];
  /** Mapping, windows and snooze settings of numbers, for their incidents. */
  views: IntakeViews;
  findNumber: FindNumber;
  /** Without a slash at its end. */
  publicUrl(): string;
  /** Starts a task at once. */
  poke(task: string): void;
  /** Told of every call that has ended; of one whose message comes late twice. */
  onEnded?(carrier: string, outcome: CallOutcome): void;
  /** Told of calls that should have ended long ago. */
  onStale?(count: number): void;
  /** In which order people of a tier are dialled; by chance unless tests choose. */
  random?: RandomBelow | undefined;
}

/** Carriers wait for 15 s, and what they hear then is the apology anyway. */
const deadlineMilliseconds = 8_000;

export function createCalls(options: CallsOptions): Calls {
  const { world, findNumber, publicUrl, poke, random } = options;
  const carriers = new Map(options.carriers.map((carrier) => [carrier.name, carrier]));
  const dueWork = createDueWork({ ...options, carriers, applyChecked });

  async function receive(received: ReceivedRequest): Promise<CallAnswer> {
    const carrier = carriers.get(received.carrier);
    return carrier ? answerFor(carrier, received) : { outcome: 'refused' };
  }

  async function answerFor(carrier: VoiceCarrier, received: ReceivedRequest): Promise<CallAnswer> {
    const { integrationId, step, sessionId } = received;
    try {
      return await inTime(handle(carrier, received));
    } catch (error) {
      const about = { err: error, carrier: carrier.name, integrationId, sessionId, step: step.at };
      world.log.error(about, 'a request about a call could not be answered');
      if (!waitsForInstructions(step)) return { outcome: 'unavailable' };
      if (error instanceof UndecidedError) await giveUp(error, step);
      return { outcome: 'answered', answer: carrier.apology };
    }
  }

  async function handle(carrier: VoiceCarrier, received: ReceivedRequest): Promise<CallAnswer> {
    const { request, step, sessionId } = received;
    const integrationId = received.integrationId.toLowerCase();
    const fields = fieldsOf(request.body);
    const ids = fields && carrier.idsOf(fields);
    const [known, found] = await Promise.all([
      ids && findCall(integrationId, ids.callId, sessionId),
      // For a known call, the session knows how its requests are signed.
      step.at === 'voice' ? findNumber(integrationId) : null,
    ]);
    const call = known?.provider === carrier.name ? known : null;
    const isSignedWith = async (access: CarrierAccess | null) =>
      access !== null && (await isGenuine(carrier, request, ids, access));
    let number = found;
    if (!call || !(await isSignedWith(accessOf(world, call)))) {
      // Or it has other tokens since then.
      number ??= await findNumber(integrationId);
      // Without a number, too: a stranger learns nothing of which there are.
      if (number?.carrier !== carrier.name || !(await isSignedWith(number.access)))
        return { outcome: 'refused' };
    }
    const event = fields && carrier.parse(step, fields);
    if (!ids || !event) return nothingToSay(carrier, step);
    const applied = await apply(partsFor(carrier), { number, call, event, ids, step });
    if (!applied) return waitsForInstructions(step) ? hangUp(carrier) : unknown;
    pokeIfDue(applied.call);
    return applied.answer
      ? { outcome: 'answered', answer: applied.answer }
      : nothingToSay(carrier, step);
  }

  /** Null for a call that nobody knows, unless it has just arrived. */
  async function apply(
    parts: ApplyParts,
    { number, call, event, ids, step }: Understood,
  ): Promise<Applied | null> {
    const key = keyOf(step, event);
    if (call) return applyEvent(parts, call, event, key);
    if (!number || event.kind !== 'CallArrived') return null;
    return beginCall(parts, number, event, ids, key);
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

  /** The caller hears the apology; a member's side ends with it, and the caller's goes on with the next one. */
  async function giveUp({ call }: UndecidedError, { at }: CallStep): Promise<void> {
    if (at === 'whisper' || at === 'confirm') return;
    const now = world.clock.now();
    const reason = 'The server made a mistake and could not go on with the call.';
    const entry = { action: 'Internal', result: 'Failed', reason, detail: { at } } as const;
    const session = ended(call.session, now, 'Failed', reason);
    const entries = [{ ...entry, step: 'Hangup' as const, at: now }];
    await writeCall(world, call, { session }, { entries }).catch((error: unknown) =>
      world.log.error({ err: error, sessionId: call._id }, 'a failed call could not be ended'),
    );
  }

  /** What a carrier answered of a call that has gone silent. */
  async function applyChecked(
    call: CallSessionDocument,
    event: CallEvent & { kind: 'CallChecked' },
  ): Promise<void> {
    const carrier = carriers.get(call.provider);
    if (!carrier) return;
    const asked = call.session.checkAt?.getTime() ?? 0;
    const applied = await applyEvent(partsFor(carrier), call, event, `check ${asked}`);
    pokeIfDue(applied.call);
  }

  function partsFor(carrier: VoiceCarrier): ApplyParts {
    return {
      world,
      random,
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

  return { receive, tasks: [dueWork.nextTask, dueWork.askTask, dueWork.staleTask] };
}

const unknown: CallAnswer = { outcome: 'unknown' };

/** Signed with this access, and about the account that it is of. */
async function isGenuine(
  carrier: VoiceCarrier,
  request: CarrierRequest,
  ids: CarrierIds | null,
  access: CarrierAccess,
): Promise<boolean> {
  if (ids && access.accountId !== null && access.accountId !== ids.accountId) return false;
  return carrier.verify(request, access);
}

/** A request that is genuine, in our words. */
interface Understood {
  number: CallNumber | null;
  call: CallSessionDocument | null;
  event: CallEvent;
  ids: CarrierIds;
  step: CallStep;
}

/** A hang-up goes on nowhere. */
const noAddresses: Addresses = { of: () => '', audio: () => '' };

/** Rejects when it takes longer than a caller can wait. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const late = new AbortController();
  const deadline = pause(deadlineMilliseconds, undefined, { signal: late.signal }).then(() => {
    throw new Error(`No answer within ${deadlineMilliseconds} ms.`);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    deadline.catch(() => undefined);
    late.abort();
  }
}
