import type { ChatMessage, FakeChat } from './chat.ts';
import type { ReceivedRequest, Script, ScriptedAnswer } from './scripted-receiver.ts';

interface Button {
  text: string;
  callback_data: string;
}

/**
 * The Bot API as far as direct messages go: checks what https://core.telegram.org/bots/api demands of a request, and
 * answers as Telegram does.
 */
export class FakeTelegram implements FakeChat {
  readonly messages: ChatMessage[] = [];
  /** Chats whose person has blocked the bot. */
  readonly blocked = new Set<string>();
  readonly token: string;
  isRevoked = false;
  /** Only people who have written to a bot can be written to. */
  readonly started = new Set<string>();

  constructor(token: string) {
    this.token = token;
  }

  readonly script: Script = (request) => {
    if (request.host !== 'api.telegram.org') return {};
    const [, token, method] = /^\/bot([^/]+)\/(\w+)$/.exec(request.path) ?? [];
    if (token !== this.token || this.isRevoked) return refusal(401, 'Unauthorized');
    if (method === 'getMe')
      return { json: { ok: true, result: { id: 1, is_bot: true, username: 'tocsin_test_bot' } } };
    return method === 'sendMessage' || method === 'editMessageText'
      ? this.#write(method, request)
      : refusal(404, 'Not Found');
  };

  at(chatId: string): ChatMessage[] {
    return this.messages.filter(({ to }) => to === chatId);
  }

  #write(method: string, { json, headers }: ReceivedRequest): ScriptedAnswer {
    if (!headers['content-type']?.startsWith('application/json'))
      return refusal(400, 'Bad Request: no JSON');
    const members = (json ?? {}) as Record<string, unknown>;
    const mistake = mistakeOf(members);
    if (mistake !== null) return refusal(400, `Bad Request: ${mistake}`);
    const chatId = String(members.chat_id);
    if (!this.started.has(chatId)) return refusal(400, 'Bad Request: chat not found');
    if (this.blocked.has(chatId)) return refusal(403, 'Forbidden: bot was blocked by the user');
    const text = plainText(String(members.text));
    const { inline_keyboard: rows } = members.reply_markup as { inline_keyboard: Button[][] };
    const buttons = rows.flat().map(({ text: label, callback_data: data }) => ({
      label,
      sends: { data },
    }));
    if (method === 'sendMessage') {
      const id = String(this.messages.length + 1);
      const message = { id, to: chatId, text, buttons, edits: 0 };
      this.messages.push(message);
      return taken(message);
    }
    const message = this.messages.find(({ id }) => Number(id) === members.message_id);
    if (message?.to !== chatId) return refusal(400, 'Bad Request: message to edit not found');
    if (JSON.stringify([message.text, message.buttons]) === JSON.stringify([text, buttons]))
      return refusal(400, 'Bad Request: message is not modified: specified new message content');
    Object.assign(message, { text, buttons, edits: message.edits + 1 });
    return taken(message);
  }
}

function taken({ id, to }: ChatMessage): ScriptedAnswer {
  return { json: { ok: true, result: { message_id: Number(id), chat: { id: Number(to) } } } };
}

function refusal(status: number, description: string): ScriptedAnswer {
  return { status, json: { ok: false, error_code: status, description } };
}

/** What is wrong with the members of a message; null: nothing. */
function mistakeOf(members: Record<string, unknown>): string | null {
  const { chat_id: chat, text, parse_mode: mode, reply_markup: markup } = members;
  if (typeof chat !== 'string' && typeof chat !== 'number') return 'chat_id is empty';
  if (typeof text !== 'string' || plainText(text).trim() === '') return 'message text is empty';
  if ([...plainText(text)].length > 4096) return 'message is too long';
  if (mode !== 'HTML') return 'unsupported parse_mode';
  const unknown = /<(?!\/?(?:b|a)\b)[^>]*>|&(?!(?:lt|gt|amp|quot|#\d+);)/.exec(text);
  if (unknown) return `can't parse entities: ${unknown[0]}`;
  for (const tag of ['b', 'a'])
    if (text.split(new RegExp(`<${tag}\\b`)).length !== text.split(`</${tag}>`).length)
      return `can't parse entities: can't find end tag of ${tag}`;
  const { inline_keyboard: rows } = (markup ?? {}) as { inline_keyboard?: Button[][] };
  if (!Array.isArray(rows) || !rows.every((row) => Array.isArray(row) && row.length > 0))
    return 'inline keyboard expected';
  for (const { text: label, callback_data: data } of rows.flat())
    if (!label || !data || Buffer.byteLength(data) > 64) return 'BUTTON_DATA_INVALID';
  return null;
}

function plainText(markup: string): string {
  return markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
