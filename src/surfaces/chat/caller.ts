import type { OutboundIntegration } from '../../outbound/index.ts';

/** A chat that has proved that it is the one of this integration. */
export interface ChatCaller {
  integration: OutboundIntegration;
  /** It shows a button that nobody knows any more, and nothing else of who it is: it is told so. */
  isEnded?: true;
}

/** Somebody in a chat, and what it calls them. */
export interface Person {
  id: string;
  displayName: string | null;
  /** The conversation with them, for chats that are to be told it. */
  place?: string;
}
