import type { OperationAnswer, OperationHandler, OperationRequest } from '../../http/index.ts';
import {
  answerToReply,
  applyReply,
  findReplyLink,
  notePressedKey,
  type RepliedIncident,
  type ReplyIntent,
  type ReplyLink,
  readReply,
} from '../../notifications/index.ts';
import { fieldsOf } from './fields-of.ts';
import type { Sender, TelephonyOptions } from './telephony.ts';
import { instructions } from './twiml.ts';

/** How a carrier is told what to say. */
export interface SpokenBy {
  /** As its addresses have it. */
  carrier: 'twilio' | 'telnyx';
  /** What a call says, then ends. */
  say(...texts: readonly string[]): Promise<string>;
  /** What a call says while it waits for a key, which is sent to `action`; silence counts as an answer, too. */
  ask(texts: readonly string[], action: string): Promise<string>;
}

/** The first time included. */
const repeatsMax = 3;
const goodbye = 'Goodbye.';
const unknown = 'This call is about nothing that is open any more.';
const testWords = 'This is a test call of Tocsin. If you can hear it, alerts reach you.';

type Handler = OperationHandler<Sender>;

/** Calls by one carrier that tell people about incidents, and the keys that people press. */
export function notificationCalls(
  { world, publicUrl }: Pick<TelephonyOptions, 'world' | 'publicUrl'>,
  { carrier, say, ask }: SpokenBy,
): Readonly<Record<'answer' | 'key' | 'test', Handler>> {
  const saying = async (...texts: readonly string[]): Promise<OperationAnswer> =>
    instructions(await say(...texts));

  return {
    async answer({ requestId }, request) {
      const { link, repeat } = await callOf(request);
      if (!link) return saying(unknown, goodbye);
      const incidents = await readReply(world, link, { via: 'call', requestId });
      return instructions(await present(link, incidents, request, repeat));
    },

    async key({ requestId }, request) {
      const { link, repeat } = await callOf(request);
      if (!link) return saying(unknown, goodbye);
      const { Digits = '', CallSid = '' } = fieldsOf(request);
      const intent = intentOfKey(Digits);
      if (Digits !== '')
        await notePressedKey(world, String(request.query.d), link).catch((err: unknown) =>
          // What the key asks for matters more than what the log says of it.
          world.log.warn({ err, requestId }, 'that a key was pressed was not stored'),
        );
      const options = { via: 'call', requestId };
      if (intent === null) {
        if (repeat >= repeatsMax) return saying(goodbye);
        const incidents = await readReply(world, link, options);
        return instructions(await present(link, incidents, request, repeat + 1));
      }
      // The carrier repeats a request that got no answer: it is the same key that was pressed.
      const effectKey = `${CallSid} ${repeat}`;
      const incidents = await applyReply(world, link, intent, { ...options, effectKey });
      return saying(answerToReply(intent, incidents), goodbye);
    },

    test: () => saying(testWords, goodbye),
  };

  async function callOf({ query }: OperationRequest) {
    const link = await findReplyLink(world, String(query.t));
    return { link, repeat: Number(query.n) };
  }

  /** Says what it is about, and waits for a key as long as there is something to do. */
  async function present(
    { script }: ReplyLink,
    incidents: readonly RepliedIncident[],
    { query }: OperationRequest,
    repeat: number,
  ): Promise<string> {
    const text = script?.text ?? `${incidents.length} incidents. ${incidents[0]?.title ?? ''}.`;
    if (incidents.length === 0) return say(unknown, goodbye);
    const open = incidents.filter(({ status }) => status === 'Open');
    if (open.length === 0) return say(text, 'It is resolved meanwhile.', goodbye);
    if (open.every(({ isAcknowledged }) => isAcknowledged))
      return say(text, 'Somebody has acknowledged it meanwhile.', goodbye);
    if (script && script.menu === null) return say(text, goodbye);
    const menu = script?.menu ?? 'Press 1 to acknowledge, 2 to escalate, 3 to repeat.';
    const path = `/telephony/${carrier}/notifications/keys`;
    const of = (name: 't' | 'd') => `${name}=${encodeURIComponent(String(query[name]))}`;
    return ask([text, menu], `${publicUrl()}${path}?${of('t')}&${of('d')}&n=${repeat}`);
  }
}

function intentOfKey(digits: string): ReplyIntent | null {
  if (digits === '1') return 'Investigated';
  return digits === '2' ? 'Escalated' : null;
}
