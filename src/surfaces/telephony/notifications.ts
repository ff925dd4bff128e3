import type { OperationHandler, OperationRequest } from '../../http/index.ts';
import {
  answerToReply,
  applyReply,
  findReplyLinkByText,
  findTextedLink,
  intentOfWord,
  recordCallback,
  speechOfLink,
} from '../../notifications/index.ts';
import { speaker } from '../../sentences/index.ts';
import { unsubscribeNumber } from '../../status-pages/index.ts';
import { fieldsOf } from './fields-of.ts';
import { notificationCalls } from './notification-calls.ts';
import type { Sender, TelephonyOptions } from './telephony.ts';
import { type ReceivedText, telnyxEventOf } from './telnyx-event.ts';
import { texml } from './texml.ts';
import { instructions, noInstructions, textBack, twiml } from './twiml.ts';

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
  const byTwilio = notificationCalls({ world, publicUrl }, twiml);
  const byTelnyx = notificationCalls({ world, publicUrl }, texml);
  return {
    answerCall: byTwilio.answer,
    pressKey: byTwilio.key,
    answerTestCall: byTwilio.test,
    answerCallByTelnyx: byTelnyx.answer,
    pressKeyByTelnyx: byTelnyx.key,
    answerTestCallByTelnyx: byTelnyx.test,

    reportStatus,
    reportCallByTelnyx: reportStatus,
    reportTestStatus: async () => instructions(noInstructions),
    reportTestStatusByTelnyx: async () => instructions(noInstructions),

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
  };

  /** Words of Telnyx for the end of a call are those of Twilio. */
  async function reportStatus(_carrier: Sender, request: OperationRequest) {
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
  }

  /** The text to send back; null: none. */
  async function answerText(
    { from, body, id }: ReceivedText,
    requestId: string,
  ): Promise<string | null> {
    const [, word = '', code = null] = /^\s*([a-zäöüß]+)\s*#?\s*(\d{1,9})?\s*$/i.exec(body) ?? [];
    const intent = intentOfWord(word);
    // The carrier itself ends and resumes texts to a number, and says so.
    if (/^(stop|stopp|stopall|unsubscribe|cancel|end|quit)$/i.test(word)) {
      await unsubscribeNumber(world, from);
      return null;
    }
    if (/^(start|unstop)$/i.test(word)) return null;
    // Each text costs the operator something, and the sender of one is easily forged.
    const texted = await findTextedLink(world, from);
    if (!texted) return null;
    const now = world.clock.now();
    if (!(await limiter.peek('text-reply', from, now)).allowed) return null;
    const t = speaker(await speechOfLink(world, texted));
    const notUnderstood = async (text: string) => {
      const { allowed, remaining, limit } = await limiter.consume('text-reply', from, now);
      if (!allowed) return null;
      // Said once: silence would look like an answer that is late.
      return limit > 0 && remaining === 0 ? `${text} ${t('smsNoMore')}` : text;
    };
    if (intent === null) return notUnderstood(t('smsHelp'));
    const ask = t('smsWhichOne', { word: word.toUpperCase() });
    // Resolving an incident takes a code, which only the person who was texted knows.
    if (code === null && intent === 'Resolved') return notUnderstood(ask);
    const link = await findReplyLinkByText(world, from, code);
    if (!link) return notUnderstood(code === null ? ask : t('smsNoSuchCode', { code }));
    const options = { via: 'SMS', requestId, effectKey: id };
    const incidents = await applyReply(world, link, intent, options);
    return answerToReply(intent, incidents, await speechOfLink(world, link));
  }
}
