/** The ways to reach a person, by the names of the Public API. */
const channelNames = ['Email', 'SMS', 'VoiceCall', 'Push'] as const;
export type ChannelName = (typeof channelNames)[number];

export interface EmailMessage {
  /** Id of the delivery: it becomes the Message-ID, so that a mail that is sent twice is known as one. */
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** What the mail is about: all mails with the same value are one thread, from the first one on. */
  threadId?: string;
  isUrgent?: boolean;
  headers?: Readonly<Record<string, string>>;
}

export interface SmsMessage {
  key: string;
  /** E.164. */
  to: string;
  text: string;
  /** Where the carrier reports what became of the message. */
  statusUrl?: string;
}

export interface CallMessage {
  key: string;
  /** E.164. */
  to: string;
  /** Where the carrier asks what to say once somebody answers. */
  answerUrl: string;
  statusUrl: string;
}

/** A browser or a UnifiedPush app (RFC 8030, encrypted by RFC 8291), or a topic of an ntfy server. */
export type PushTarget =
  | { kind: 'webPush'; endpoint: string; keys: { p256dh: string; auth: string } }
  | { kind: 'ntfy'; topicUrl: string };

export type PushUrgency = 'low' | 'normal' | 'high';

export interface PushAction {
  label: string;
  url: string;
  /** POST: happens without opening a page, where the app can do that. */
  method: 'GET' | 'POST';
}

export interface PushMessage {
  key: string;
  target: PushTarget;
  title: string;
  body: string;
  /** Opened when the notification is touched. */
  url: string;
  urgency: PushUrgency;
  /** A later message with the same topic replaces the earlier one; any text. */
  topic: string;
  actions?: readonly PushAction[];
}
