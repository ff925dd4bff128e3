import {
  membersOf,
  type OutboundResponse,
  type SendResult,
  sendFailureOf,
  sendResultOf,
} from '../../egress/index.ts';
import { html, isObject } from '../../kernel/index.ts';
import type { ChannelResult, Message } from '../channel.ts';
import { askChat, type ChatOptions, chatRefusal } from '../direct-messages/chat.ts';
import type { ChatButton } from '../direct-messages/chat-buttons.ts';
import type { ChatContent } from '../direct-messages/chat-content.ts';
import { shortened } from '../words.ts';

/** A private chat with a bot: https://core.telegram.org/bots/api. */
export interface TelegramTarget {
  botToken: string;
  chatId: string;
}

/** 4096 after entities are parsed; a tenth is kept for the link and the mark. */
const textCharactersMax = 3600;

export async function sendTelegram(
  message: Message<ChatContent, TelegramTarget>,
  options: ChatOptions,
): Promise<ChannelResult> {
  const { to, replaces } = message;
  const method = replaces === undefined ? 'sendMessage' : 'editMessageText';
  try {
    const answer = await callTelegram(to.botToken, method, options, {
      chat_id: to.chatId,
      ...(replaces === undefined ? {} : { message_id: Number(replaces) }),
      text: textOf(message),
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      reply_markup: { inline_keyboard: keyboardOf(message.buttons) },
    });
    return telegramResult(answer, replaces);
  } catch (error) {
    return sendFailureOf(error);
  }
}

/** Whether the token of the bot is taken; its id is its name. */
export async function probeTelegram(botToken: string, options: ChatOptions): Promise<SendResult> {
  try {
    const answer = await callTelegram(botToken, 'getMe', options);
    const read = telegramResult(answer);
    const { result } = membersOf(answer) ?? {};
    const name = isObject(result) && typeof result.username === 'string' ? result.username : null;
    return read.outcome === 'sent' ? { ...read, providerId: name } : read;
  } catch (error) {
    return sendFailureOf(error);
  }
}

function callTelegram(
  botToken: string,
  method: string,
  options: ChatOptions,
  json: object = {},
): Promise<OutboundResponse> {
  return askChat(options, `https://api.telegram.org/bot${botToken}/${method}`, { json });
}

/** The result of a message by the answer of Telegram; `replaces`: the message that it should have changed. */
function telegramResult(answer: OutboundResponse, replaces?: string): ChannelResult {
  const { description, result, parameters } = membersOf(answer) ?? {};
  const said = typeof description === 'string' ? description : '';
  const messageId = isObject(result) ? result.message_id : undefined;
  const id = typeof messageId === 'number' ? String(messageId) : (replaces ?? null);
  const isSame = answer.status === 400 && said.includes('message is not modified');
  if (isSame) return { outcome: 'sent', code: '200', providerId: id };
  const read = sendResultOf(answer, id);
  if (read.outcome === 'retry') {
    const seconds = isObject(parameters) ? parameters.retry_after : undefined;
    return typeof seconds === 'number' && seconds >= 0 && seconds < 1e6
      ? { ...read, retryAfterSeconds: Math.ceil(seconds) }
      : read;
  }
  const why = read.outcome === 'refused' ? reasonOf(answer.status, said) : null;
  if (why === null) return read;
  return chatRefusal('Telegram', String(answer.status), why);
}

function reasonOf(status: number, said: string) {
  // 404: what stands in the place of the token is none.
  if (status === 401 || status === 404) return 'chatTokenInvalid';
  if (status === 403) return 'chatBlocked';
  if (/chat not found/i.test(said)) return 'chatBlocked';
  return /message (to edit not found|can't be edited)/i.test(said) ? 'chatMessageGone' : null;
}

function textOf({ mark, title, lines, link }: ChatContent): string {
  const text = shortened(lines.join('\n'), textCharactersMax - title.length);
  return html`<b>${mark} ${title}</b>\n${text}\n<a href="${link.url}">${link.text}</a>`.markup;
}

function keyboardOf(buttons: readonly ChatButton[]): object[][] {
  const keys = buttons.map(({ label, data }) => ({ text: label, callback_data: data }));
  // Two in a row have room for their words on a phone.
  return [keys.slice(0, 2), keys.slice(2)].filter((row) => row.length > 0);
}
