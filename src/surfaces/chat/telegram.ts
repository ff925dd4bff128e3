import { pressedButton, shortened } from '../../channels/index.ts';
import type { Arrival, OperationHandler } from '../../http/index.ts';
import { isUuid, type World } from '../../kernel/index.ts';
import { isChatAction, isSameSecret, type OutboundIntegration } from '../../outbound/index.ts';
import type { ChatCaller } from './caller.ts';
import { pressInRoom } from './in-room.ts';
import { answerLine } from './line-in-room.ts';
import { pressPersonally } from './personal.ts';

interface TelegramUser {
  id: number;
  username?: string;
  first_name?: string;
}

interface TelegramMessage {
  message_id?: number;
  text?: string;
  chat: { id: number; type: string };
  from?: TelegramUser;
}

interface TelegramBody {
  message?: TelegramMessage;
  callback_query?: { id: string; data?: string; from: TelegramUser };
}

/** Handles buttons that people press on messages of the bot, and messages to it. */
export function telegramHandler(world: World): OperationHandler<ChatCaller> {
  return async ({ integration }, { body }) => {
    const { callback_query: query, message } = body as TelegramBody;
    if (message) return { status: 200, body: await answered(world, integration, message) };
    if (!query) return { status: 200, body: {} };
    const chatUserId = String(query.from.id);
    const pressId = query.id;
    const personal = pressedButton(query.data ?? '');
    if (personal) {
      const press = { ...personal, pressId };
      const text = await pressPersonally(world, integration, chatUserId, press);
      return { status: 200, body: shownAt(query.id, text) };
    }
    const [action, incidentId = ''] = (query.data ?? '').split(':');
    if (!isChatAction(action) || !isUuid(incidentId)) return { status: 200, body: {} };
    const press = { action, incidentId, chatUserId, pressId };
    const { text } = await pressInRoom(world, integration, press, 'message');
    return { status: 200, body: shownAt(query.id, text) };
  };
}

function shownAt(callbackQueryId: string, text: string): object {
  return {
    method: 'answerCallbackQuery',
    callback_query_id: callbackQueryId,
    text: shortened(text, 200),
  };
}

/** Only in a chat of one person with the bot: what stands in a group is nobody's alone. */
async function answered(
  world: World,
  integration: OutboundIntegration,
  { message_id: messageId, chat, from, text }: TelegramMessage,
): Promise<object> {
  if (chat.type !== 'private' || !from || text === undefined) return {};
  const person = { id: String(from.id), displayName: from.first_name ?? from.username ?? null };
  const requestId = messageId === undefined ? null : `${chat.id} ${messageId}`;
  const written = { command: '', text, requestId };
  const answer = await answerLine(world, integration, person, written);
  return { method: 'sendMessage', chat_id: chat.id, text: shortened(answer, 3900) };
}

/** Telegram sends back the secret token that the webhook was set with. */
export function isFromTelegram(
  _world: World,
  { wire }: OutboundIntegration,
  { headers }: Arrival,
): boolean {
  const secret = wire.telegramSettings?.webhookSecret;
  if (!secret) return false;
  return isSameSecret(headers.get('x-telegram-bot-api-secret-token') ?? '', secret);
}
