import type { OutboundIntegration } from '../../outbound/index.ts';

/** A chat that has proved that it is the one of this integration. */
export interface ChatCaller {
  integration: OutboundIntegration;
}

/** Somebody who pressed something. */
export interface Person {
  id: string;
  displayName: string | null;
  /** Null where the chat does not tell. */
  email: string | null;
}
