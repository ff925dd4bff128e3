import type { Channel } from '../channel.ts';
import { chatChannel } from '../direct-messages/chat-channel.ts';
import type { ChatContent } from '../direct-messages/chat-content.ts';
import { sendTelegram, type TelegramTarget } from './telegram-api.ts';

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
