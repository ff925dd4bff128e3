import type { Clock } from '../../kernel/index.ts';
import type { Channel, ChannelResult, Message } from '../channel.ts';
import { type Chat, type ChatOptions, chatRefusal } from '../direct-messages/chat.ts';
import { chatChannel } from '../direct-messages/chat-channel.ts';
import type { ChatContent } from '../direct-messages/chat-content.ts';
import { type TeamsBot, teamsBotOf } from './bot.ts';
import { askToken, sendActivity, type TeamsConversation } from './bot-api.ts';
import { activityOf } from './card.ts';

/** A person of the tenant, in their conversation with the bot. */
export interface MicrosoftTeamsTarget {
  bot: TeamsBot;
  userId: string;
  /** Null where nobody has written to the bot. */
  conversation: TeamsConversation | null;
}

/** Direct messages by an Azure Bot of the organization. */
export const microsoftTeams: Channel<ChatContent, MicrosoftTeamsTarget, object> = {
  ...chatChannel,
  title: 'Microsoft Teams',
  reachedBy: 'microsoftTeams',
  addressOf: (person) => person.microsoftTeams ?? null,
  members: {
    isOn: 'shouldSendMicrosoftTeams',
    delayMinutes: 'delayInMinMicrosoftTeams',
    severities: 'severitiesMicrosoftTeams',
    disabledIntents: 'disabledIntentsMicrosoftTeams',
  },
  open({ outbound, timeoutMilliseconds, clock }) {
    const options = { outbound, timeoutMilliseconds };
    const tokens = new Tokens(clock);
    return { send: (message) => sendMicrosoftTeams(message, options, tokens) };
  },
};

export const microsoftTeamsChat: Chat<MicrosoftTeamsTarget> = {
  channel: 'MicrosoftTeams',
  targetOf({ wire: { microsoftTeamsSettings: settings } }, userId, place) {
    const bot = teamsBotOf(settings);
    return bot && settings?.isForPeople ? { bot, userId, conversation: readPlace(place) } : null;
  },
  async probe({ microsoftTeamsSettings }, options) {
    const bot = teamsBotOf(microsoftTeamsSettings);
    const asked = await askToken(bot ?? { appId: '', tenantId: '', clientSecret: '' }, options);
    return 'token' in asked ? { outcome: 'sent', code: '200', providerId: null } : asked;
  },
  opening: (code) => ({ text: code, isCommand: false, url: null }),
};

/** A conversation as an account keeps it. */
export function placeOf({ serviceUrl, id }: TeamsConversation): string {
  return `${serviceUrl} ${id}`;
}

function readPlace(place: string | null): TeamsConversation | null {
  const [serviceUrl, id] = place?.split(' ') ?? [];
  return serviceUrl && id ? { serviceUrl, id } : null;
}

async function sendMicrosoftTeams(
  message: Message<ChatContent, MicrosoftTeamsTarget>,
  options: ChatOptions,
  tokens: Tokens,
): Promise<ChannelResult> {
  const { to, replaces } = message;
  const { bot, userId, conversation } = to;
  if (!conversation) return chatRefusal('Microsoft Teams', 'conversation', 'chatAccountGone');
  const asked = await tokens.of(bot, options);
  if (!('token' in asked)) return asked;
  const activity = {
    ...activityOf(message),
    from: { id: `28:${bot.appId}` },
    recipient: { id: userId },
    conversation: { id: conversation.id },
  };
  const { token } = asked;
  const result = await sendActivity(conversation, activity, { ...options, token, replaces });
  if (result.outcome === 'refused' && result.sentence?.code === 'chatTokenInvalid')
    tokens.forget(bot);
  return result;
}

type Answer = Awaited<ReturnType<typeof askToken>>;

/** Ends a token before Microsoft does. */
const spareMilliseconds = 300_000;

/** The tokens of bots while they are valid; of many messages at once one asks. */
class Tokens {
  readonly #clock: Clock;
  readonly #known = new Map<string, { asked: Promise<Answer>; until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async of(bot: TeamsBot, options: ChatOptions): Promise<Answer> {
    const now = this.#clock.now().getTime();
    for (const [key, { until }] of this.#known) if (until <= now) this.#known.delete(key);
    const key = keyOf(bot);
    const known = this.#known.get(key);
    if (known) return known.asked;
    const entry = { asked: askToken(bot, options), until: Number.POSITIVE_INFINITY };
    this.#known.set(key, entry);
    const answer = await entry.asked.catch((error: unknown) => {
      this.forget(bot);
      throw error;
    });
    if ('token' in answer) entry.until = now + answer.seconds * 1000 - spareMilliseconds;
    else this.forget(bot);
    return answer;
  }

  forget(bot: TeamsBot): void {
    this.#known.delete(keyOf(bot));
  }
}

function keyOf({ appId, tenantId, clientSecret }: TeamsBot): string {
  return [tenantId, appId, clientSecret].join(' ');
}
