import { recordAudit } from '../audit/index.ts';
import { callNumbersOf } from '../contacts/index.ts';
import { personName, userKind } from '../identity/index.ts';
import { type AppError, type Ctx, orderedId, type World } from '../kernel/index.ts';
import { getResource } from '../resources/index.ts';
import { named, refusal, type Sentence, say } from '../sentences/index.ts';
import { type ApplyParts, applyEvent } from './apply-event.ts';
import type { CallBackByUs } from './call-event.ts';
import type { CallNumber, FindNumber } from './call-number.ts';
import type { Carriers } from './carrier-of-call.ts';
import { createAddresses } from './carriers/addresses.ts';
import type { VoiceCarrier } from './carriers/carrier.ts';
import { callBackRingSeconds, openCallBack } from './flow/index.ts';
import { type CallSessionDocument, callSessionsOf } from './model.ts';
import { getCallSession, type ShownCall, seen } from './sessions.ts';

export interface CallBackParts {
  world: World;
  carriers: Carriers;
  findNumber: FindNumber;
  publicUrl(): string;
  partsFor(carrier: VoiceCarrier): ApplyParts;
}

/**
 * Has the carrier ring whoever asks, and then the caller. It is written down before the carrier is asked, and the
 * carrier is asked once: a process that dies in between rings nobody twice, and the call says that nothing more was
 * heard.
 */
export function createCallBack({
  world,
  carriers,
  findNumber,
  publicUrl,
  partsFor,
}: CallBackParts) {
  return async function callBack(ctx: Ctx, id: string): Promise<void> {
    const shown = await getCallSession(ctx, id);
    const person = await whoCallsBack(ctx, shown);
    const number = await findNumber(shown.integrationId);
    const carrier = number && carriers.get(number.carrier);
    if (!carrier || number.carrier !== shown.provider) throw refused(say('callBackUnconnected'));
    const call = await callSessionsOf(world).findOne({ _id: id, ...seen });
    if (!call) throw refused(say('callBeingDeleted'));
    const position = call.session.callBacks?.length ?? 0;
    const apply = applyTo(partsFor(carrier));
    const backId = orderedId(world.clock.now().getTime());
    const asked = { kind: 'CallBackAsked', callBack: position, id: backId, ...person } as const;
    const begun = await apply(call, asked);
    // Somebody else was faster, or the same person in another window.
    if (begun.session.callBacks?.[position]?.id !== backId) throw isGoingOn(begun);
    await recordAudit(ctx, {
      action: 'call-session.call-back',
      entityType: 'CallSession',
      entityId: id,
    });
    const placed = await carrier
      .api(number.access)
      .placeCall(placedCall(begun, number, position, person.phoneNumber));
    if (placed.outcome === 'placed') {
      await apply(begun, { kind: 'CallBackPlaced', callBack: position, callId: placed.callId });
      return;
    }
    if (placed.isUncertain) throw refused(say('callBackUncertain', { why: placed.error }));
    await apply(begun, { kind: 'CallBackRefused', callBack: position, error: placed.error });
    throw refused(say('callBackNotPlaced', { why: placed.error }));
  };

  function placedCall(
    call: CallSessionDocument,
    { settings, carrier }: CallNumber,
    leg: number,
    to: string,
  ) {
    const { _id: sessionId, integrationId } = call;
    const addresses = createAddresses({
      publicUrl: publicUrl(),
      carrier,
      integrationId,
      sessionId,
    });
    return {
      to,
      from: settings.phoneNumber,
      ringSeconds: callBackRingSeconds,
      answerUrl: addresses.of({ at: 'call-back', leg }),
      statusUrl: addresses.of({ at: 'call-back-status', leg }),
    };
  }
}

function applyTo(parts: ApplyParts) {
  return async (call: CallSessionDocument, event: CallBackByUs): Promise<CallSessionDocument> => {
    const key = `${event.kind} ${event.callBack} ${orderedId(parts.world.clock.now().getTime())}`;
    return (await applyEvent(parts, call, event, { key, attempt: 0 })).call;
  };
}

type Person = Omit<CallBackByUs & { kind: 'CallBackAsked' }, 'kind' | 'callBack' | 'id'>;

/** The person who asks, with their phone. Throws 409 with the reason if they cannot call back. */
async function whoCallsBack(ctx: Ctx, call: ShownCall): Promise<Person> {
  const { session } = call;
  if (session.phase !== 'ended') throw refused(say('callStillGoingOn'));
  if (session.outcome === 'Blocklisted') throw refused(say('callerWasTurnedAway'));
  if (session.from === null) throw refused(say('callerShowedNoNumber'));
  if (openCallBack(session)) throw isGoingOn(call);
  if (ctx.actor.kind !== 'user') throw refused(say('onlyPersonCallsBack'));
  const user = await getResource(ctx, userKind, ctx.actor.id);
  const { wire } = user;
  const phoneNumber = (await callNumbersOf(ctx, [user])).get(user.id);
  if (phoneNumber === undefined)
    throw refused(say(wire.phoneNumber === null ? 'youHaveNoPhone' : 'yourPhoneUnconfirmed'));
  if (phoneNumber === session.from) throw refused(say('callFromYourPhone'));
  return { userId: user.id, displayName: personName(wire), phoneNumber };
}

function isGoingOn({ session }: Pick<ShownCall, 'session'>): AppError {
  return refused(say('callBackGoesOn', { person: named(openCallBack(session)) }));
}

function refused(reason: Sentence): AppError {
  return refusal('conflict', reason);
}
