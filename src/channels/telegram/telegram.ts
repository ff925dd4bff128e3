import type { Channel } from '../channel.ts';
import type { Chat } from '../direct-messages/chat.ts';
import { chatChannel } from '../direct-messages/chat-channel.ts';
import type { ChatContent } from '../direct-messages/chat-content.ts';
import { probeTelegram, sendTelegram, type TelegramTarget } from './telegram-api.ts';

/** Direct messages by a bot of the organization. */
export const telegram: Channel<ChatContent, TelegramTarget, object> = {
  ...chatChannel,
  title: 'Telegram',
  reachedBy: 'telegram',
  addressOf: (person) => person.telegram ?? null,
  members: {
    isOn: 'shouldSendTelegram',
    delayMinutes: 'delayInMinTelegram',
    severities: 'severitiesTelegram',
    disabledIntents: 'disabledIntentsTelegram',
  },
  open: ({ outbound, timeoutMilliseconds }) => ({
    send: (message) => sendTelegram(message, { outbound, timeoutMilliseconds }),
  }),
};

export const telegramChat: Chat<TelegramTarget> = {
  channel: 'Telegram',
  targetOf({ wire: { telegramSettings: settings } }, chatUserId) {
    if (!settings?.isForPeople || !settings.webhookSecret) return null;
    // In a private chat with a bot both have the same id.
    return { botToken: settings.botToken, chatId: chatUserId };
  },
  probe: ({ telegramSettings }, options) =>
    probeTelegram(telegramSettings?.botToken ?? '', options),
  opening: (code, bot) => ({
    text: `/start ${code}`,
    isCommand: false,
    url: bot === null ? null : `https://t.me/${encodeURIComponent(bot)}?start=${code}`,
  }),
};
