import { generateKeyPairSync, sign } from 'node:crypto';
import type { ChatMessage, FakeChat } from './chat.ts';
import type { ReceivedRequest, Script, ScriptedAnswer } from './scripted-receiver.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');

/** The public key of the app, as Discord's portal shows it. */
export const discordPublicKey = Buffer.from(
  publicKey.export({ format: 'jwk' }).x ?? '',
  'base64url',
).toString('hex');

/** The headers by which Discord proves that it sent this body at that time. */
export function signedByDiscord(body: string, at: Date): Record<string, string> {
  const time = String(Math.floor(at.getTime() / 1000));
  return {
    'content-type': 'application/json',
    'x-signature-timestamp': time,
    'x-signature-ed25519': sign(null, Buffer.from(time + body), privateKey).toString('hex'),
  };
}

interface Button {
  type: number;
  style: number;
  label: string;
  custom_id?: string;
  url?: string;
}

/**
 * Discord as far as direct messages go: checks what https://discord.com/developers/docs demands of a request, and answers
 * as it does.
 */
export class FakeDiscord implements FakeChat {
  readonly messages: ChatMessage[] = [];
  /** Accounts that take no messages of the bot. */
  readonly blocked = new Set<string>();
  readonly token: string;
  isRevoked = false;

  constructor(token: string) {
    this.token = token;
  }

  readonly script: Script = (request) => {
    const { host, headers, method } = request;
    if (host !== 'discord.com') return {};
    if (headers.authorization !== `Bot ${this.token}` || this.isRevoked)
      return { status: 401, json: { message: '401: Unauthorized', code: 0 } };
    if (!/^DiscordBot \(https?:\/\/\S+, \S+\)$/.test(headers['user-agent'] ?? ''))
      return { status: 403, body: 'error code: 1010' };
    const [, path = ''] = /^\/api\/v10\/(.*)$/.exec(request.path) ?? [];
    const [, channel = '', , id] = /^channels\/(\d+)\/messages(\/(\d+))?$/.exec(path) ?? [];
    if (method === 'GET' && path === 'users/@me') return { json: { id: '1', username: 'Tocsin' } };
    if (method === 'POST' && path === 'users/@me/channels') return opened(request);
    if (method === 'POST' && channel && !id) return this.#post(channel, request);
    return method === 'PATCH' && id ? this.#patch(id, request) : no(404, 0);
  };

  #post(channel: string, { json }: ReceivedRequest): ScriptedAnswer {
    const to = channel.slice(1);
    if (!channel.startsWith('9')) return no(404, 10003);
    if (this.blocked.has(to)) return no(403, 50007);
    const read = readMessage(json);
    if (typeof read === 'string') return no(400, 50035);
    const id = String(1000 + this.messages.length);
    this.messages.push({ id, to, edits: 0, ...read });
    return { json: { id, channel_id: channel } };
  }

  #patch(id: string, { json }: ReceivedRequest): ScriptedAnswer {
    const message = this.messages.find((one) => one.id === id);
    const read = readMessage(json);
    if (!message) return no(404, 10008);
    if (typeof read === 'string') return no(400, 50035);
    Object.assign(message, read, { edits: message.edits + 1 });
    return { json: { id } };
  }
}

function no(status: number, code: number): ScriptedAnswer {
  return { status, json: { code, message: `Refused: ${code}` } };
}

function opened({ json }: ReceivedRequest): ScriptedAnswer {
  const { recipient_id: to } = json as { recipient_id?: unknown };
  return typeof to === 'string' && /^\d{17,20}$/.test(to)
    ? { json: { id: `9${to}`, type: 1 } }
    : no(400, 50035);
}

/** What a message shows; a text where Discord refuses it. */
function readMessage(json: unknown): Pick<ChatMessage, 'text' | 'buttons'> | string {
  const {
    content,
    embeds,
    components,
    allowed_mentions: mentions,
  } = json as {
    content?: string;
    embeds?: { description: string }[];
    components?: { type: number; components: Button[] }[];
    allowed_mentions?: { parse: unknown[] };
  };
  const description = embeds?.[0]?.description ?? '';
  if (!content || content.length > 2000 || description.length > 4096) return 'too long';
  if (mentions?.parse.length !== 0) return 'mentions people';
  const rows = components ?? [];
  const buttons = rows.flatMap((row) => row.components);
  if (!rows.every(({ type, components: of }) => type === 1 && of.length > 0 && of.length <= 5))
    return 'no row';
  if (!buttons.every(isButton)) return 'no button';
  return {
    text: `${content}\n${description}`
      .replaceAll('\u200B', '')
      .replaceAll('**', '')
      .replaceAll(/\\([\\`*_[\]<>#|~!&$])/g, '$1'),
    buttons: buttons
      .filter(({ style }) => style !== 5)
      .map(({ label, custom_id: id }) => ({ label, sends: id })),
  };
}

function isButton({ type, style, label, custom_id: id = '', url = '' }: Button): boolean {
  if (type !== 2 || label.length === 0 || label.length > 80) return false;
  return style === 5 ? URL.canParse(url) && id === '' : id.length > 0 && id.length <= 100;
}
