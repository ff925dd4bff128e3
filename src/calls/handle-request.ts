import type { World } from '../kernel/index.ts';
import { type Applied, type ApplyParts, type Asked, applyEvent, keyOf } from './apply-event.ts';
import { openAgain } from './asked-again.ts';
import { beginCall } from './begin-call.ts';
import type { CallEvent } from './call-event.ts';
import type { CallNumber } from './call-number.ts';
import {
  type CallAnswer,
  type CallStep,
  type ReceivedRequest,
  waitsForInstructions,
} from './calls.ts';
import { accessOf } from './carrier-of-call.ts';
import type { Addresses, CarrierAccess, CarrierIds, VoiceCarrier } from './carriers/carrier.ts';
import { fieldsOf } from './carriers/form-fields.ts';
import { isGenuine } from './genuine.ts';
import type { KnownNumbers } from './known-numbers.ts';
import { type CallSessionDocument, callSessionsOf } from './model.ts';

export interface HandlerParts {
  world: World;
  numbers: KnownNumbers;
  /** Reads a number; null when there is none. */
  learn(integrationId: string): Promise<CallNumber | null>;
  partsFor(carrier: VoiceCarrier, isAwaited: () => boolean): ApplyParts;
  onChanged(call: CallSessionDocument): void;
}

type Handler = (
  carrier: VoiceCarrier,
  received: ReceivedRequest,
  isAwaited: () => boolean,
) => Promise<CallAnswer>;

/** Checks a request, and does what it is about. Throws what the store throws, `LateError` and `UndecidedError`. */
export function createHandler({
  world,
  numbers,
  learn,
  partsFor,
  onChanged,
}: HandlerParts): Handler {
  return async function handle(
    carrier: VoiceCarrier,
    received: ReceivedRequest,
    isAwaited: () => boolean,
  ): Promise<CallAnswer> {
    const { request, step, sessionId } = received;
    const integrationId = received.integrationId.toLowerCase();
    const fields = fieldsOf(request.body);
    const ids = fields && carrier.idsOf(fields);
    const [known, found] = await Promise.all([
      ids && findCall(world, integrationId, isOfCallBack(step) ? null : ids.callId, sessionId),
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
    onChanged(applied.call);
    return applied.answer
      ? { outcome: 'answered', answer: applied.answer }
      : nothingToSay(carrier, step);
  };
}

/** Null for a call that nobody knows, unless it has just arrived. */
async function apply(
  parts: ApplyParts,
  { number, call, event, ids, asked }: Understood,
): Promise<Applied | null> {
  if (call) return applyEvent(parts, call, event, asked);
  if (!number || event.kind !== 'CallArrived') return null;
  const startedAt = parts.world.clock.now();
  const arriving = { providerCallId: ids.callId, arrived: event, startedAt };
  return beginCall(parts, number, arriving, event, asked);
}

/** A call back has an id of its own at the carrier, which its events have. */
function isOfCallBack({ at }: CallStep): boolean {
  return at.startsWith('call-back');
}

/** Finds the call by this number and the carrier's own id, whatever the address says. */
async function findCall(
  world: World,
  integrationId: string,
  providerCallId: string | null,
  sessionId: string | null,
) {
  const filter = {
    integrationId,
    ...(providerCallId === null ? {} : { providerCallId }),
    ...(sessionId ? { _id: sessionId } : {}),
  };
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
