import type { Channel } from '../channel.ts';
import { type ChatContent, chatContent, chatNote, chatTest } from './chat-content.ts';

/**
 * What is the same of all chats: nobody expects to be told by one who has connected no account, a message goes on
 * showing how its incident stands, and so only what asks for action is a new one by default.
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
