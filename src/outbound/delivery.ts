import type { components } from '../contract/index.ts';
import type { SendResult } from '../egress/index.ts';
import type { OutboundIntegration } from './integrations.ts';

export type Intent = components['schemas']['Intent'];

/** One event of an incident, on its way to one tool. */
export interface OutboundDelivery {
  /** The same at each repeat of this delivery. */
  key: string;
  /** With its secrets in clear. */
  integration: OutboundIntegration;
  /** As it is now, as the Public API shows it. */
  incident: components['schemas']['Incident'];
  event: { id: string; intent: Intent; message: string | null; by: string | null; at: string };
  /** Page of the incident, for people; what somebody presses in a chat goes to `../chat/` beside it. */
  url: string;
  /** Forwarded once: it becomes a message of its own, and what was sent earlier stays as it is. */
  isSnapshot: boolean;
  onCall: readonly {
    id: string;
    displayName: string;
    email: string | null;
    /** Their account in the chat, where they have connected one. */
    chatUserId: string | null;
  }[];
  /** Somebody tries the tool: the incident is nowhere else, and nothing is made that would stay. */
  isTest?: true;
}

/** Sends a mail; who calls `deliver` has the mail server. */
export type SendEmail = (mail: {
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  threadId: string;
}) => Promise<SendResult>;
