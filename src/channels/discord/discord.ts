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

/** A person who shares a server with the bot: https://discord.com/developers/docs/resources/user#create-dm. */
export interface DiscordTarget {
  botToken: string;
  userId: string;
}

/** Direct messages by the bot of a Discord app of the organization. */
export const discord: Channel<ChatContent, DiscordTarget, object> = {
  ...chatChannel,
  title: 'Discord',
  reachedBy: 'discord',
  addressOf: (person) => person.discord ?? null,
  members: {
    isOn: 'shouldSendDiscord',
    delayMinutes: 'delayInMinDiscord',
    severities: 'severitiesDiscord',
    disabledIntents: 'disabledIntentsDiscord',
  },
  open: (options) => ({ send: (message) => sendDiscord(message, options) }),
};

export const discordChat: Chat<DiscordTarget> = {
  channel: 'Discord',
  roomHasForm: true,
  targetOf({ wire: { discordSettings: settings } }, userId) {
    const { botToken, publicKey, isForPeople } = settings ?? {};
    return botToken && publicKey && isForPeople ? { botToken, userId } : null;
  },
  async probe({ discordSettings }, options) {
    try {
      const botToken = discordSettings?.botToken ?? '';
      return resultOf(await callDiscord({ botToken }, 'GET', 'users/@me', options));
    } catch (error) {
      return sendFailureOf(error);
    }
  },
  opening: (code) => ({ text: `/tocsin connect ${code}`, isCommand: true, url: null }),
};

/** A message is known by its conversation and its own id. */
const separator = '/';

function sendDiscord(
  message: Message<ChatContent, DiscordTarget>,
  options: ChatOptions,
): Promise<ChannelResult> {
  const { to, replaces } = message;
  const json = messageOf(message);
  const messages = (conversation: string) =>
    `channels/${encodeURIComponent(conversation)}/messages`;
  return writeInConversation(replaces, {
    async change(sent) {
      const [conversation = '', id = ''] = sent.split(separator);
      const path = `${messages(conversation)}/${encodeURIComponent(id)}`;
      return resultOf(await callDiscord(to, 'PATCH', path, options, json), () => sent);
    },
    async open() {
      const recipient = { recipient_id: to.userId };
      return resultOf(await callDiscord(to, 'POST', 'users/@me/channels', options, recipient));
    },
    async post(conversation) {
      const answer = await callDiscord(to, 'POST', messages(conversation), options, json);
      return resultOf(answer, (id) => conversation + separator + id);
    },
  });
}

function callDiscord(
  { botToken }: Pick<DiscordTarget, 'botToken'>,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  options: ChatOptions,
  json?: object,
): Promise<OutboundResponse> {
  const headers = {
    authorization: `Bot ${botToken}`,
    // Discord refuses bots that name themselves otherwise.
    'user-agent': 'DiscordBot (https://discord.com/developers, 1)',
  };
  const url = `https://discord.com/api/v10/${path}`;
  return askChat(options, url, { method, headers, ...(json && { json }) });
}

/** https://discord.com/developers/docs/topics/opcodes-and-status-codes, by code of the body. */
const reasons = {
  10003: 'chatAccountGone',
  10008: 'chatMessageGone',
  10013: 'chatAccountGone',
  50007: 'chatBlocked',
  50033: 'chatAccountGone',
} as const;

/** `idOf`: how what was made is known. */
function resultOf(answer: OutboundResponse, idOf = (id: string) => id): SendResult {
  const { id, code, retry_after: wait } = membersOf(answer) ?? {};
  const read = sendResultOf(answer, typeof id === 'string' ? idOf(id) : null);
  if (read.outcome === 'retry')
    return typeof wait === 'number' && wait >= 0 && wait < 1e6
      ? { ...read, retryAfterSeconds: Math.ceil(wait) }
      : read;
  if (read.outcome !== 'refused') return read;
  if (answer.status === 401) return chatRefusal('Discord', '401', 'chatTokenInvalid');
  const known = Object.entries(reasons).find(([one]) => one === String(code));
  if (known) return chatRefusal('Discord', known[0], known[1]);
  return answer.status === 403 ? chatRefusal('Discord', '403', 'chatForbidden') : read;
}

/** 2000 characters of the message, 4096 of what is embedded; a backslash may stand before each. */
const charactersMax = { title: 900, text: 2000 };

function messageOf({ mark, title, lines, link, buttons }: ChatContent): object {
  const text = shortened(lines.filter((line) => line !== '').join('\n'), charactersMax.text);
  const components = [
    ...buttons.map(({ label, data }, index) => ({
      type: 2,
      style: index === 0 ? 1 : 2,
      label,
      custom_id: data,
    })),
    { type: 2, style: 5, label: link.text, url: link.url },
  ];
  return {
    content: `${mark} **${markdown(shortened(title, charactersMax.title))}**`,
    embeds: text === '' ? [] : [{ description: text.split('\n').map(markdown).join('\n') }],
    components: [{ type: 1, components }],
    // Nobody is called, whatever the title of an alert says.
    allowed_mentions: { parse: [] },
  };
}
