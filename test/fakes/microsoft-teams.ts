import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import type { ChatMessage, FakeChat } from './chat.ts';
import type { ReceivedRequest, Script, ScriptedAnswer } from './scripted-receiver.ts';

interface Run {
  type: string;
  text: string;
}

interface Element {
  type: string;
  inlines?: Run[];
  actions?: Action[];
}

interface Action {
  type: string;
  title: string;
  url?: string;
  data?: { press: string };
  fallback?: { type: string; title: string; data: { press: string } };
}

const issuer = 'https://api.botframework.com';
/** https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-authentication */
const metadata = '/v1/.well-known/openidconfiguration';
const keysPath = '/v1/.well-known/keys';

/**
 * Microsoft as far as a bot in Teams needs it: tokens of one tenant, keys of the Bot Framework, and conversations. Checks
 * what the documents of both demand of a request, and answers as they do.
 */
export class FakeMicrosoftTeams implements FakeChat {
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly messages: ChatMessage[] = [];
  /** What was written in conversations and channels beside cards, by conversation. */
  readonly texts: { conversation: string; text: string }[] = [];
  readonly blocked = new Set<string>();
  readonly asked: string[] = [];
  readonly appId = '0d469698-ab9d-479a-b0d8-758b6e6b1235';
  readonly tenantId = '528dbe3f-15e0-4e37-84a1-00cc305847dd';
  readonly clientSecret: string;
  readonly serviceUrl = 'https://smba.trafficmanager.net/emea/';
  isRevoked = false;
  #tokens = 0;

  constructor(clientSecret: string) {
    this.clientSecret = clientSecret;
  }

  /** The conversation of an account with the bot. */
  conversationOf(account: string): string {
    return `a:${account.slice('29:'.length)}`;
  }

  readonly script: Script = (request) => {
    const { host, path, method } = request;
    this.asked.push(`${method} ${host}${path}`);
    if (host === 'login.microsoftonline.com') return this.#token(request);
    if (host === 'login.botframework.com') return this.#published(path);
    if (host !== 'smba.trafficmanager.net') return {};
    if (this.isRevoked || request.headers.authorization !== `Bearer SECRET-access-${this.#tokens}`)
      return no(401, 'BotNotRegistered');
    if (method === 'POST' && path === '/teams/v3/conversations') return this.#thread(request);
    const [, service = '', conversation = '', , id] =
      /^\/(\w+)\/v3\/conversations\/([^/]+)\/activities(\/(.+))?$/.exec(path) ?? [];
    const place = decodeURIComponent(conversation);
    // A channel is reached by each address, a person by their own.
    const isKnown = service === 'emea' || (service === 'teams' && place.startsWith('19:'));
    if (!isKnown) return no(404, 'ConversationNotFound');
    if (method === 'POST' && id === undefined) return this.#post(place, request);
    return method === 'PUT' && id ? this.#put(decodeURIComponent(id), request) : no(405, 'Method');
  };

  #token({ path, body }: ReceivedRequest): ScriptedAnswer {
    const form = Object.fromEntries(new URLSearchParams(body));
    const isRight =
      path === `/${this.tenantId}/oauth2/v2.0/token` &&
      form.grant_type === 'client_credentials' &&
      form.client_id === this.appId &&
      form.client_secret === this.clientSecret &&
      form.scope === 'https://api.botframework.com/.default';
    if (!isRight || this.isRevoked) return { status: 401, json: { error: 'invalid_client' } };
    this.#tokens += 1;
    const token = { token_type: 'Bearer', access_token: `SECRET-access-${this.#tokens}` };
    return { json: { ...token, expires_in: 3599, ext_expires_in: 3599 } };
  }

  #published(path: string): ScriptedAnswer {
    if (path === metadata)
      return { json: { issuer, jwks_uri: `https://login.botframework.com${keysPath}` } };
    if (path !== keysPath) return { status: 404 };
    const key = { ...this.#keys.publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' };
    const keys = [
      { ...key, kid: 'k1', endorsements: ['msteams', 'skype'] },
      { ...key, kid: 'of-others', endorsements: ['webchat'] },
    ];
    return { json: { keys } };
  }

  #thread({ json }: ReceivedRequest): ScriptedAnswer {
    const { isGroup, channelData, activity } = json as {
      isGroup?: unknown;
      channelData?: { channel?: { id?: string } };
      activity?: object;
    };
    const channel = channelData?.channel?.id ?? '';
    const read = readCard(activity);
    if (isGroup !== true || !channel || typeof read === 'string') return no(400, 'BadSyntax');
    const id = this.#keep(channel, read);
    return { json: { id: `${channel};messageid=${id}`, activityId: id } };
  }

  #post(place: string, { json }: ReceivedRequest): ScriptedAnswer {
    const { type, text, recipient } = json as {
      type?: string;
      text?: string;
      recipient?: { id?: string };
    };
    const account = recipient?.id ?? '';
    if (!place.startsWith('19:') && place !== this.conversationOf(account))
      return no(404, 'ConversationNotFound');
    if (this.blocked.has(account)) return no(403, 'ConversationBlockedByUser');
    if (type === 'message' && typeof text === 'string') {
      this.texts.push({ conversation: place, text });
      return { status: 201, json: { id: '1' } };
    }
    const read = readCard(json);
    if (typeof read === 'string') return no(400, 'BadSyntax');
    return { status: 201, json: { id: this.#keep(account || place, read) } };
  }

  #put(id: string, { json }: ReceivedRequest): ScriptedAnswer {
    const message = this.messages.find((one) => one.id === id);
    const read = readCard(json);
    if (!message) return no(404, 'ActivityNotFoundInConversation');
    if (typeof read === 'string') return no(400, 'BadSyntax');
    Object.assign(message, read, { edits: message.edits + 1 });
    return { json: { id } };
  }

  #keep(to: string, read: Pick<ChatMessage, 'text' | 'buttons'>): string {
    const id = String(1481567603816 + this.messages.length);
    this.messages.push({ id, to, edits: 0, ...read });
    return id;
  }

  /** The token that a request of the Bot Framework bears. */
  bearer(
    at: Date,
    {
      audience = this.appId,
      from = issuer,
      kid = 'k1',
      serviceUrl = this.serviceUrl,
      seconds = 3600,
    } = {},
  ): Promise<string> {
    const now = Math.floor(at.getTime() / 1000);
    return new SignJWT({ serviceurl: serviceUrl })
      .setProtectedHeader({ alg: 'RS256', kid })
      .setIssuer(from)
      .setAudience(audience)
      .setNotBefore(now)
      .setExpirationTime(now + seconds)
      .sign(this.#keys.privateKey);
  }

  /** An activity as Teams sends it. */
  activity(account: string, more: object): Record<string, unknown> {
    return {
      channelId: 'msteams',
      serviceUrl: this.serviceUrl,
      from: { id: account, name: 'Somebody', aadObjectId: '7faf8ab2-3d56-4244-b585-20c8a42ed2b8' },
      recipient: { id: `28:${this.appId}`, name: 'Tocsin' },
      conversation: {
        conversationType: 'personal',
        tenantId: this.tenantId,
        id: this.conversationOf(account),
      },
      channelData: { tenant: { id: this.tenantId } },
      ...more,
    };
  }
}

function no(status: number, code: string): ScriptedAnswer {
  return { status, json: { error: { code, message: `Refused: ${code}` } } };
}

/** What a card shows; a text where Teams refuses it. */
function readCard(activity: unknown): Pick<ChatMessage, 'text' | 'buttons'> | string {
  const { type, attachments = [] } = Object(activity) as {
    type?: string;
    attachments?: {
      contentType: string;
      content: { type: string; version: string; body: Element[] };
    }[];
  };
  const [card, ...more] = attachments;
  if (type !== 'message' || !card || more.length > 0) return 'no message';
  if (JSON.stringify(activity).length > 28_000) return 'too long';
  const { type: kind, version, body } = card.content;
  if (card.contentType !== 'application/vnd.microsoft.card.adaptive') return 'no card';
  if (kind !== 'AdaptiveCard' || version !== '1.4') return 'no card';
  const lines = body.filter((one) => one.type === 'RichTextBlock');
  const sets = body.filter((one) => one.type === 'ActionSet');
  if (lines.length + sets.length !== body.length) return 'an element that is read as Markdown';
  const actions = sets.flatMap((set) => set.actions ?? []);
  if (actions.length > 6 || !actions.every(isAction)) return 'an action that Teams does not take';
  return {
    text: lines.map(({ inlines = [] }) => inlines.map(({ text }) => text).join('')).join('\n'),
    buttons: actions
      .filter((one) => one.type === 'Action.Execute')
      .map(({ title, data }) => ({ label: title, sends: data })),
  };
}

function isAction({ type, title, url, data, fallback }: Action): boolean {
  if (title.length === 0) return false;
  if (type === 'Action.OpenUrl') return URL.canParse(url ?? '');
  return (
    type === 'Action.Execute' &&
    fallback?.type === 'Action.Submit' &&
    JSON.stringify(fallback.data) === JSON.stringify(data)
  );
}
