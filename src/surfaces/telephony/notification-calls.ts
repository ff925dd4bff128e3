import { spokenDigits } from '../../contacts/index.ts';
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
  speechOfLink,
} from '../../notifications/index.ts';
import { type Language, type Speech, speaker, usualSpeech } from '../../sentences/index.ts';
import { fieldsOf } from './fields-of.ts';
import type { Sender, TelephonyOptions } from './telephony.ts';
import { instructions } from './twiml.ts';

/** How a carrier is told what to say. */
export interface SpokenBy {
  /** As its addresses have it. */
  carrier: 'twilio' | 'telnyx';
  /** A call that says these texts, then ends. */
  say(language: Language, texts: readonly string[]): Promise<string>;
  /**
   * A call that says these texts while it waits for a key, which is sent to `action`; silence counts as an answer, too.
   */
  ask(language: Language, texts: readonly string[], action: string): Promise<string>;
}

/** The first time included. */
const repeatsMax = 3;

type Handler = OperationHandler<Sender>;

/** Calls by one carrier that tell people about incidents, and the keys that people press. */
export function notificationCalls(
  { world, publicUrl }: Pick<TelephonyOptions, 'world' | 'publicUrl'>,
  { carrier, say, ask }: SpokenBy,
): Readonly<Record<'answer' | 'key' | 'test', Handler>> {
  /** Says it, and goodbye. */
  const ending = async (speech: Speech, ...texts: readonly string[]): Promise<string> =>
    say(speech.language, [...texts, speaker(speech)('voiceGoodbye')]);
  const saying = async (speech: Speech, ...texts: readonly string[]): Promise<OperationAnswer> =>
    instructions(await ending(speech, ...texts));

  return {
    async answer({ requestId }, request) {
      const { link, repeat, speech } = await callOf(request);
      if (!link) return saying(speech, speaker(speech)('voiceNothingOpen'));
      const incidents = await readReply(world, link, { via: 'call', requestId });
      return instructions(await present({ link, speech }, incidents, request, repeat));
    },

    async key({ requestId }, request) {
      const { link, repeat, speech } = await callOf(request);
      if (!link) return saying(speech, speaker(speech)('voiceNothingOpen'));
      const { Digits = '', CallSid = '' } = fieldsOf(request);
      const intent = intentOfKey(Digits);
      if (Digits !== '')
        await notePressedKey(world, String(request.query.d), link).catch((err: unknown) =>
          // The action that the key asks for matters more than its entry in the log.
          world.log.warn({ err, requestId }, 'that a key was pressed was not stored'),
        );
      const options = { via: 'call', requestId };
      if (intent === null) {
        if (repeat >= repeatsMax) return saying(speech);
        const incidents = await readReply(world, link, options);
        return instructions(await present({ link, speech }, incidents, request, repeat + 1));
      }
      // The carrier repeats a request that got no answer: it is the same key that was pressed.
      const effectKey = `${CallSid} ${repeat}`;
      const incidents = await applyReply(world, link, intent, { ...options, effectKey });
      return saying(speech, answerToReply(intent, incidents, speech));
    },

    async test(_sender, { query }) {
      const speech = usualSpeech[query.l === 'de' ? 'de' : 'en'];
      const t = speaker(speech);
      if (query.c === undefined) return saying(speech, t('voiceTest'));
      const digits = spokenDigits(world, String(query.c));
      return saying(speech, digits === null ? t('voiceCodeOver') : t('voiceCode', { digits }));
    },
  };

  async function callOf({ query }: OperationRequest) {
    const link = await findReplyLink(world, String(query.t));
    const speech = link ? await spokenIn(link) : usualSpeech.en;
    return { link, repeat: Number(query.n), speech };
  }

  /** As the words of the call are; where the link is gone, nobody knows who is called. */
  async function spokenIn(link: ReplyLink): Promise<Speech> {
    const language = link.script?.language;
    return language ? usualSpeech[language] : speechOfLink(world, link);
  }

  /** Says what it is about, and waits for a key as long as there is something to do. */
  async function present(
    { link: { script }, speech }: { link: ReplyLink; speech: Speech },
    incidents: readonly RepliedIncident[],
    { query }: OperationRequest,
    repeat: number,
  ): Promise<string> {
    const t = speaker(speech);
    const text = script?.text ?? `${t('voiceIntro')} ${incidents[0]?.title || t('untitled')}.`;
    if (incidents.length === 0) return ending(speech, t('voiceNothingOpen'));
    const open = incidents.filter(({ status }) => status === 'Open');
    if (open.length === 0) return ending(speech, text, t('voiceResolvedMeanwhile'));
    if (open.every(({ isAcknowledged }) => isAcknowledged))
      return ending(speech, text, t('voiceAcknowledgedMeanwhile'));
    if (script && script.menu === null) return ending(speech, text);
    const menu = script?.menu ?? t('voiceMenu');
    const path = `/telephony/${carrier}/notifications/keys`;
    const of = (name: 't' | 'd') => `${name}=${encodeURIComponent(String(query[name]))}`;
    return ask(
      speech.language,
      [text, menu],
      `${publicUrl()}${path}?${of('t')}&${of('d')}&n=${repeat}`,
    );
  }
}

function intentOfKey(digits: string): ReplyIntent | null {
  if (digits === '1') return 'Investigated';
  return digits === '2' ? 'Escalated' : null;
}
