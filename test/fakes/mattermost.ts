import type { ChatMessage, FakeChat } from './chat.ts';
import type { ReceivedRequest, Script, ScriptedAnswer } from './scripted-receiver.ts';

interface Action {
  id: string;
  type: string;
  name: string;
  integration: { url: string; context: Record<string, string> };
}

interface Attachment {
  text?: string;
  actions?: Action[];
}

const host = 'chat.example.com';
const bot = 'b'.repeat(26);
const isId = (id: unknown): id is string => typeof id === 'string' && /^[a-z0-9]{26}$/.test(id);

/**
 * A Mattermost server below a path as far as direct messages go: checks what
 * https://developers.mattermost.com/api-documentation demands of a request, and answers as it does.
 */
export class FakeMattermost implements FakeChat {
  readonly messages: ChatMessage[] = [];
  /** Accounts that were deactivated. */
  readonly blocked = new Set<string>();
  readonly token: string;
  readonly baseUrl = `https://${host}/team/`;
  isRevoked = false;

  constructor(token: string) {
    this.token = token;
  }

  readonly script: Script = (request) => {
    if (request.host !== host) return {};
    if (request.headers.authorization !== `Bearer ${this.token}` || this.isRevoked)
      return no(401, 'api.context.session_expired.app_error');
    const [, path = ''] = /^\/team\/api\/v4\/(.*)$/.exec(request.path) ?? [];
    const [, userId = ''] = /^users\/(\w+)$/.exec(path) ?? [];
    const [, postId = ''] = /^posts\/(\w+)\/patch$/.exec(path) ?? [];
    const as = (method: string, known: boolean) => known && request.method === method;
    if (as('GET', userId === 'me')) return { json: { id: bot, username: 'tocsin', is_bot: true } };
    if (as('GET', userId !== '')) return this.#user(userId);
    if (as('POST', path === 'channels/direct')) return conversation(request.json);
    if (as('POST', path === 'posts')) return this.#post(request);
    return as('PUT', postId !== '') ? this.#patch(postId, request) : no(404, 'api.not_found');
  };

  #user(id: string): ScriptedAnswer {
    if (!isId(id)) return no(400, 'api.context.invalid_url_param.app_error');
    return { json: { id, delete_at: this.blocked.has(id) ? 1740000000000 : 0 } };
  }

  #post({ json }: ReceivedRequest): ScriptedAnswer {
    const { channel_id: channel } = json as { channel_id?: string };
    const [, to] = /^d(\w+)$/.exec(channel ?? '') ?? [];
    const read = readPost(json);
    if (!to || typeof read === 'string') return no(400, String(read));
    const id = `p${String(this.messages.length).padStart(25, '0')}`;
    this.messages.push({ id, to, edits: 0, ...read });
    return { status: 201, json: { id, channel_id: channel } };
  }

  #patch(id: string, { json }: ReceivedRequest): ScriptedAnswer {
    const read = readPost(json);
    const message = this.messages.find((one) => one.id === id);
    if (!message) return no(404, 'store.sql_post.get.app_error');
    if (typeof read === 'string') return no(400, read);
    Object.assign(message, read, { edits: message.edits + 1 });
    return { json: { id } };
  }
}

function no(status: number, id: string): ScriptedAnswer {
  return { status, json: { id, message: `Refused: ${id}`, status_code: status } };
}

function conversation(json: unknown): ScriptedAnswer {
  const [one, other, ...more] = Array.isArray(json) ? json : [];
  const isPair = isId(one) && isId(other) && more.length === 0 && [one, other].includes(bot);
  if (!isPair) return no(400, 'api.context.invalid_body_param.app_error');
  return { status: 201, json: { id: `d${one === bot ? other : one}`, type: 'D' } };
}

/** What a post shows; a text where Mattermost refuses it. */
function readPost(json: unknown): Pick<ChatMessage, 'text' | 'buttons'> | string {
  const { message, props } = json as {
    message?: unknown;
    props?: { attachments?: Attachment[] };
  };
  const [attachment, ...more] = props?.attachments ?? [];
  if (typeof message !== 'string' || !attachment || more.length > 0) return 'no message';
  const markup = `${message}\n${attachment.text ?? ''}`;
  if (markup.length > 16_383) return 'api.post.message_length.app_error';
  if (/@(all|channel|here)\b/.test(markup)) return 'mentions everybody';
  const actions = attachment.actions ?? [];
  if (!actions.every(isAction)) return 'a button that Mattermost does not send';
  return {
    text: markup
      .replaceAll('\u200B', '')
      .replaceAll('**', '')
      .replaceAll(/\\([\\`*_[\]<>#|~!&$])/g, '$1'),
    buttons: actions.map(({ name, integration }) => ({ label: name, sends: integration })),
  };
}

function isAction({ id, type, name, integration }: Action): boolean {
  return (
    /^[A-Za-z0-9]+$/.test(id) &&
    type === 'button' &&
    name.length > 0 &&
    URL.canParse(integration.url)
  );
}
