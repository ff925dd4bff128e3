import type { components } from '../contract/index.ts';
import type { Language, Speech } from '../sentences/index.ts';

type Schemas = components['schemas'];
export type Intent = Schemas['Intent'];
export type Severity = Schemas['Severity'];

/** All that a message to a person about incidents can say; each channel chooses from it what it can carry. */
export interface Notification {
  incident: NotifiedIncident;
  /** Null for an incident that no integration opened, and once the integration was deleted. */
  integrationName: string | null;
  /** The owning team first. */
  teamNames: readonly string[];
  /** The change, its author and its time. */
  intent: Intent;
  /** The person or key; null: the integration, or Tocsin itself. */
  actorName: string | null;
  at: Date;
  /** Comment of whoever did it. */
  message: string | null;
  /** Why this person gets it, as a sentence: `You are on call for Payments, tier 1.` */
  reason: string | null;
  links: {
    /** The incident; for a bundle, the list of them. */
    view: string;
    /** Null where there is nothing to acknowledge. */
    acknowledge: string | null;
  };
  /** The code to text back with ACK; null where there is nothing to acknowledge or no number to text to. */
  replyCode: string | null;
  /** The actions that an answer by mail can take; null: the mail cannot be answered, or nothing is left to do. */
  mailAnswers: 'both' | 'resolve' | null;
  /** For buttons in a chat, which say with it who answers what; null for a message that has none. */
  replyToken: string | null;
  recipient: { name: string; timeZoneId: string | null; speech: Speech };
  /** How many incidents it is about, `incident` included; more than 1 is a bundle. */
  bundledCount: number;
  /** The further ones of a bundle, as far as they are to be named. */
  bundled: readonly Pick<NotifiedIncident, 'title' | 'status' | 'severity'>[];
}

export interface NotifiedIncident {
  id: string;
  title: string;
  status: Schemas['Status'];
  severity: Severity;
  attributes: readonly NotifiedAttribute[];
  openedAt: Date;
}

export interface NotifiedAttribute {
  name: string;
  value: string;
  isImage?: boolean;
  /** Spec 2.5 `Hidden`: never in a message. */
  hideInPreviews?: boolean;
}

/** Something that somebody is told, in their language, and that is about no incident. */
export interface Note {
  language: Language;
  title: string;
  body: string;
  /** Where more is to be seen: a page of this server, and what to call it. */
  link?: { path: string; text: string };
  /** The thread of a mail: all mails with the same value are about the same thing. */
  threadId?: string;
}
