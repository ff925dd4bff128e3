import {
  membersOf,
  type OutboundResponse,
  type SendResult,
  sendFailureOf,
  sendResultOf,
} from '../../egress/index.ts';
import type { Channel, ChannelResult, Message } from '../channel.ts';
import {
  askChat,
  type Chat,
  type ChatOptions,
  chatRefusal,
  writeInConversation,
} from '../direct-messages/chat.ts';
import { chatChannel } from '../direct-messages/chat-channel.ts';
import type { ChatContent } from '../direct-messages/chat-content.ts';
import { markdown, shortened } from '../words.ts';

/** A person on somebody's Mattermost server: https://developers.mattermost.com/api-documentation. */
export interface MattermostTarget {
  baseUrl: string;
  botToken: string;
  userId: string;
  /** The integration whose address the buttons call. */
  integrationId: string;
}

/** Direct messages by a bot account of the organization. */
export const mattermost: Channel<ChatContent, MattermostTarget, object> = {
  ...chatChannel,
  title: 'Mattermost',
  reachedBy: 'mattermost',
  addressOf: (person) => person.mattermost ?? null,
  members: {
    isOn: 'shouldSendMattermost',
    delayMinutes: 'delayInMinMattermost',
    severities: 'severitiesMattermost',
    disabledIntents: 'disabledIntentsMattermost',
  },
  open: ({ outbound, timeoutMilliseconds, publicUrl }) => ({
    send: (message) => sendMattermost(message, { outbound, timeoutMilliseconds }, publicUrl()),
  }),
};

export const mattermostChat: Chat<MattermostTarget> = {
  channel: 'Mattermost',
  targetOf({ id, wire: { mattermostSettings: settings } }, userId) {
    const { baseUrl, botToken, slashCommandToken, isForPeople } = settings ?? {};
    return baseUrl && botToken && slashCommandToken && isForPeople
      ? { baseUrl, botToken, userId, integrationId: id }
      : null;
  },
  async probe({ mattermostSettings }, options) {
    const { baseUrl, botToken } = mattermostSettings ?? {};
    const bot = { baseUrl: baseUrl ?? '', botToken: botToken ?? '' };
    try {
      return resultOf(await call(bot, 'GET', 'users/me', options));
    } catch (error) {
      return sendFailureOf(error);
    }
  },
  opening: (code) => ({ text: `/tocsin connect ${code}`, isCommand: true, url: null }),
};

function sendMattermost(
  message: Message<ChatContent, MattermostTarget>,
  options: ChatOptions,
  publicUrl: string,
): Promise<ChannelResult> {
  const { to, replaces } = message;
  const post = postOf(message, `${publicUrl}/chat/mattermost/${to.integrationId}`);
  return writeInConversation(replaces, {
    async change(sent) {
      const answer = await call(
        to,
        'PUT',
        `posts/${encodeURIComponent(sent)}/patch`,
        options,
        post,
      );
      return answer.status === 404 ? gone('chatMessageGone', '404') : resultOf(answer);
    },
    open: () => openConversation(to, options),
    async post(conversation) {
      const json = { channel_id: conversation, ...post };
      return resultOf(await call(to, 'POST', 'posts', options, json));
    },
  });
}

async function openConversation(to: MattermostTarget, options: ChatOptions): Promise<SendResult> {
  const person = await call(to, 'GET', `users/${encodeURIComponent(to.userId)}`, options);
  // A message to a deactivated account is accepted and never read.
  const { delete_at: deletedAt } = membersOf(person) ?? {};
  if (person.status === 404 || (typeof deletedAt === 'number' && deletedAt > 0))
    return gone('chatAccountGone', String(person.status));
  const found = resultOf(person);
  if (found.outcome !== 'sent') return found;
  const bot = await call(to, 'GET', 'users/me', options);
  const known = resultOf(bot);
  if (known.outcome !== 'sent') return known;
  const both = [membersOf(bot)?.id, to.userId];
  return resultOf(await call(to, 'POST', 'channels/direct', options, both));
}

function call(
  { baseUrl, botToken }: Pick<MattermostTarget, 'baseUrl' | 'botToken'>,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  options: ChatOptions,
  json?: object,
): Promise<OutboundResponse> {
  const url = `${baseUrl.replace(/\/+$/, '')}/api/v4/${path}`;
  return askChat(options, url, { method, token: botToken, ...(json && { json }) });
}

function resultOf(answer: OutboundResponse): SendResult {
  const { id } = membersOf(answer) ?? {};
  const read = sendResultOf(answer, typeof id === 'string' ? id : null);
  if (read.outcome !== 'refused') return read;
  if (answer.status === 401) return gone('chatTokenInvalid', '401');
  return answer.status === 403 ? gone('chatForbidden', '403') : read;
}

function gone(why: Parameters<typeof chatRefusal>[2], code: string): SendResult {
  return chatRefusal('Mattermost', code, why);
}

const charactersMax = 3000;

function postOf({ mark, title, lines, link, buttons }: ChatContent, url: string): object {
  const text = shortened(lines.filter((line) => line !== '').join('\n'), charactersMax);
  const shown = text === '' ? [] : [text.split('\n').map(markdown).join('\n')];
  return {
    message: `${mark} **${markdown(title)}**`,
    props: {
      attachments: [
        {
          fallback: title,
          text: [...shown, `[${markdown(link.text)}](${link.url})`].join('\n'),
          actions: buttons.map(({ label, data }, index) => ({
            // Letters and digits only.
            id: `reply${index}`,
            type: 'button',
            name: label,
            integration: { url, context: { reply: data } },
          })),
        },
      ],
    },
  };
}
