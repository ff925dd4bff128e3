import type { OperationAnswer, OperationHandler, OperationRequest } from '../../http/index.ts';
import {
  answerToReply,
  applyReply,
  findReplyLink,
  findReplyLinkByText,
  isTextedNumber,
  notePressedKey,
  type RepliedIncident,
  type ReplyIntent,
  type ReplyLink,
  readReply,
  recordCallback,
} from '../../notifications/index.ts';
import { unsubscribeNumber } from '../../status-pages/index.ts';
import type { Sender, TelephonyOptions } from './telephony.ts';
import { type ReceivedText, telnyxEventOf } from './telnyx-event.ts';
import { ask, noInstructions, say, textBack, xml } from './twiml.ts';

/** The first time included. */
const repeatsMax = 3;
const goodbye = 'Goodbye.';
const unknown = 'This call is about nothing that is open any more.';
const help =
  'Reply ACK and the code of an alert to acknowledge it, RES and the code to resolve it. STOP ends all texts.';

/** Said once: silence would look like an answer that is late. */
const noMore =
  'Too many texts were wrong: none is read for an hour. Use the link of the alert or the console.';

type Handler = OperationHandler<Sender>;

/** Calls and texts that tell people about incidents, and what people answer. */
export function notificationHandlers({
  world,
  publicUrl,
  limiter,
  channels,
}: Pick<TelephonyOptions, 'world' | 'publicUrl' | 'limiter' | 'channels'>): Readonly<
  Record<string, Handler>
> {
  return {
    answerCall: async ({ requestId }, request) => {
      const { link, repeat } = await callOf(request);
      if (!link) return instructions(await say(unknown, goodbye));
      const incidents = await readReply(world, link, { via: 'call', requestId });
      return instructions(await present(link, incidents, request, repeat));
    },

    pressKey: async ({ requestId }, request) => {
      const { link, repeat } = await callOf(request);
      if (!link) return instructions(await say(unknown, goodbye));
      const { Digits = '', CallSid = '' } = fieldsOf(request);
      const intent = intentOfKey(Digits);
      if (Digits !== '')
        await notePressedKey(world, String(request.query.d), link).catch((err: unknown) =>
          // What the key asks for matters more than what the log says of it.
          world.log.warn({ err, requestId }, 'that a key was pressed was not stored'),
        );
      const options = { via: 'call', requestId };
      if (intent === null) {
        if (repeat >= repeatsMax) return instructions(await say(goodbye));
        const incidents = await readReply(world, link, options);
        return instructions(await present(link, incidents, request, repeat + 1));
      }
      // The carrier repeats a request that got no answer: it is the same key that was pressed.
      const effectKey = `${CallSid} ${repeat}`;
      const incidents = await applyReply(world, link, intent, { ...options, effectKey });
      return instructions(await say(answerToReply(intent, incidents), goodbye));
    },

    reportStatus: async (_carrier, request) => {
      const { MessageSid, MessageStatus, CallSid, CallStatus, ErrorCode } = fieldsOf(request);
      const providerId = MessageSid ?? CallSid;
      const status = MessageStatus ?? CallStatus;
      const deliveryId = String(request.query.d);
      if (providerId !== undefined && status !== undefined)
        await recordCallback(world, {
          deliveryId,
          providerId,
          status,
          errorCode: ErrorCode || null,
        });
      return instructions(noInstructions);
    },

    replyByText: async ({ requestId }, request) => {
      const { From = '', Body = '', MessageSid = null } = fieldsOf(request);
      const answer = await answerText({ from: From, body: Body, id: MessageSid }, requestId);
      return instructions(answer === null ? noInstructions : await textBack(answer));
    },

    takeTextEvent: async ({ requestId }, { body, query }) => {
      const event = telnyxEventOf(body);
      if (event?.kind === 'finalized' && query.d !== undefined)
        await recordCallback(world, { ...event.report, deliveryId: String(query.d) });
      if (event?.kind === 'received') {
        const { from } = event.text;
        const answer = await answerText(event.text, requestId);
        // From the number that was written to.
        if (answer !== null)
          await channels.send('SMS', { key: requestId, to: from, text: answer, by: 'Telnyx' });
      }
      return instructions(noInstructions);
    },

    answerTestCall: async () =>
      instructions(
        await say('This is a test call of Tocsin. If you can hear it, alerts reach you.', goodbye),
      ),

    reportTestStatus: async () => instructions(noInstructions),
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
    const path = '/telephony/twilio/notifications/keys';
    const of = (name: 't' | 'd') => `${name}=${encodeURIComponent(String(query[name]))}`;
    const action = `${publicUrl()}${path}?${of('t')}&${of('d')}&n=${repeat}`;
    return ask([text, menu], action);
  }

  /** What is texted back; null: nothing. */
  async function answerText(
    { from, body, id }: ReceivedText,
    requestId: string,
  ): Promise<string | null> {
    const [, word = '', code = null] = /^\s*([a-z]+)\s*#?\s*(\d{1,9})?\s*$/i.exec(body) ?? [];
    const intent = intentOfWord(word);
    // The carrier itself ends and resumes texts to a number, and says so.
    if (/^(stop|stopp|stopall|unsubscribe|cancel|end|quit)$/i.test(word)) {
      await unsubscribeNumber(world, from);
      return null;
    }
    if (/^(start|unstop)$/i.test(word)) return null;
    // Each text costs the operator something, and the sender of one is easily forged.
    if (!(await isTextedNumber(world, from))) return null;
    const now = world.clock.now();
    if (!(await limiter.peek('text-reply', from, now)).allowed) return null;
    const notUnderstood = async (text: string) => {
      const { allowed, remaining, limit } = await limiter.consume('text-reply', from, now);
      if (!allowed) return null;
      return limit > 0 && remaining === 0 ? `${text} ${noMore}` : text;
    };
    if (intent === null) return notUnderstood(help);
    const ask = `Which one? Reply ${word.toUpperCase()} and the code of the alert.`;
    // What ends an incident takes a code, which only who was texted knows.
    if (code === null && intent === 'Resolved') return notUnderstood(ask);
    const link = await findReplyLinkByText(world, from, code);
    if (!link)
      return notUnderstood(
        code === null ? ask : `There is no alert with the code ${code} for this number.`,
      );
    const options = { via: 'SMS', requestId, effectKey: id };
    return answerToReply(intent, await applyReply(world, link, intent, options));
  }
}

function intentOfKey(digits: string): ReplyIntent | null {
  if (digits === '1') return 'Investigated';
  return digits === '2' ? 'Escalated' : null;
}

function intentOfWord(word: string): ReplyIntent | null {
  if (/^(ack|acknowledge)$/i.test(word)) return 'Investigated';
  return /^(res|resolve|resolved)$/i.test(word) ? 'Resolved' : null;
}

/** The document has checked that they are texts; a repeated one counts as its first. */
function fieldsOf({ body }: OperationRequest): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(body as Record<string, unknown>).map(([name, value]) => [
      name,
      Array.isArray(value) ? String(value[0]) : String(value),
    ]),
  );
}

function instructions(text: string): OperationAnswer {
  return { status: 200, text, headers: xml };
}
