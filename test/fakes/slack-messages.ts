import type { ChatMessage, FakeChat } from './chat.ts';
import type { ReceivedRequest, Script, ScriptedAnswer } from './scripted-receiver.ts';

interface Text {
  type: string;
  text: string;
}

interface Element {
  type: string;
  action_id: string;
  text: Text;
  value?: string;
  url?: string;
}

interface Block {
  type: string;
  text?: Text;
  elements?: Element[];
}

/**
 * The Web API as far as direct messages go: checks what https://docs.slack.dev/reference demands of messages and of Block
 * Kit, and answers as Slack does.
 */
export class FakeSlackMessages implements FakeChat {
  readonly messages: ChatMessage[] = [];
  readonly blocked = new Set<string>();
  /** What people were told by the address in what they pressed, the latest last. */
  readonly told: string[] = [];
  readonly token: string;
  isRevoked = false;

  constructor(token: string) {
    this.token = token;
  }

  readonly script: Script = (request) => {
    if (request.host === 'hooks.slack.com') {
      const { text, response_type: type } = request.json as { text: string; response_type: string };
      if (type === 'ephemeral') this.told.push(text);
      return { json: { ok: true } };
    }
    if (request.host !== 'slack.com') return {};
    if (request.headers.authorization !== `Bearer ${this.token}`) return no('invalid_auth');
    if (this.isRevoked) return no('token_revoked');
    if (request.path === '/api/auth.test')
      return { json: { ok: true, team_id: 'T1', user_id: 'UBOT' } };
    if (!/^application\/json/.test(request.headers['content-type'] ?? ''))
      return no('invalid_post_type');
    if (request.path === '/api/chat.postMessage') return this.#post(request);
    return request.path === '/api/chat.update' ? this.#update(request) : no('unknown_method');
  };

  #post({ json }: ReceivedRequest): ScriptedAnswer {
    const { channel } = json as { channel?: string };
    const read = readMessage(json);
    if (typeof read === 'string') return no(read);
    if (!channel || !/^U/.test(channel)) return no('channel_not_found');
    if (this.blocked.has(channel)) return no('channel_not_found');
    const id = `17400000.${String(this.messages.length).padStart(6, '0')}`;
    this.messages.push({ id, to: channel, edits: 0, ...read });
    return { json: { ok: true, channel: `D${channel}`, ts: id } };
  }

  #update({ json }: ReceivedRequest): ScriptedAnswer {
    const { channel, ts } = json as { channel?: string; ts?: string };
    const read = readMessage(json);
    if (typeof read === 'string') return no(read);
    const message = this.messages.find(({ id, to }) => id === ts && `D${to}` === channel);
    if (!message) return no(/^D/.test(channel ?? '') ? 'message_not_found' : 'channel_not_found');
    Object.assign(message, read, { edits: message.edits + 1 });
    return { json: { ok: true, channel, ts } };
  }
}

function no(error: string): ScriptedAnswer {
  return { json: { ok: false, error } };
}

/** What a message shows; a text where Slack refuses it. */
function readMessage(json: unknown): Pick<ChatMessage, 'text' | 'buttons'> | string {
  const { text, blocks } = json as { text?: unknown; blocks?: Block[] };
  if (typeof text !== 'string' || text === '') return 'no_text';
  if (/<[!@#]/.test(text)) return 'mentions somebody';
  if (!Array.isArray(blocks) || blocks.length === 0 || blocks.length > 50) return 'invalid_blocks';
  if (!blocks.every(isBlock)) return 'invalid_blocks';
  const elements = blocks.flatMap((block) => block.elements ?? []);
  return {
    text: blocks.flatMap((block) => block.text?.text ?? []).join('\n'),
    buttons: elements
      .filter(({ value }) => value !== undefined)
      .map(({ action_id, value, text: label }) => ({
        label: label.text,
        sends: { type: 'button', action_id, value },
      })),
  };
}

function isBlock({ type, text, elements }: Block): boolean {
  if (type === 'header') return isPlain(text, 150);
  if (type === 'section') return isPlain(text, 3000);
  if (type !== 'actions' || !Array.isArray(elements)) return false;
  const ids = new Set(elements.map(({ action_id }) => action_id));
  return elements.length > 0 && elements.length <= 25 && ids.size === elements.length
    ? elements.every(isButton)
    : false;
}

function isButton({ type, action_id, text, value = '', url }: Element): boolean {
  return (
    type === 'button' &&
    action_id.length <= 255 &&
    isPlain(text, 75) &&
    value.length <= 2000 &&
    (url === undefined || (URL.canParse(url) && url.length <= 3000))
  );
}

function isPlain(text: Text | undefined, max: number): boolean {
  return text?.type === 'plain_text' && text.text.length > 0 && text.text.length <= max;
}
