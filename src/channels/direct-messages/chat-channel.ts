import type { Channel } from '../channel.ts';
import { type ChatContent, chatContent, chatNote, chatTest } from './chat-content.ts';

/**
 * The settings that all chats share: nobody without a connected account expects messages. A message keeps showing the
 * state of its incident, so by default only events that ask for action are new messages.
 */
export const chatChannel = {
  settings: {},
  // The access to a chat belongs to an organization, which gives it to a bot: `isForPeople` of an outbound integration.
  missing: () => null,
  defaults: {
    isOn: true,
    delayMinutes: 0,
    severities: ['Minor', 'Warning', 'Critical'],
    intents: 'forAction',
  },
  isOptional: true,
  isUpdated: true,
  isLastResort: true,
  news: 'all',
  contactsAtOnce: 45,
  reply: { by: 'buttons' },
  deliveredBy: 'acceptance',
  render: chatContent,
  note: { isFallback: false, render: chatNote },
  renderTest: chatTest,
} satisfies Partial<Channel<ChatContent, unknown, object>>;
