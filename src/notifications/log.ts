import { defineLog, type LogDocument } from '../resources/index.ts';

/** One message to a person; `ownerId` is the user. */
export interface NotificationLogEntry extends LogDocument {
  /** The teams of the incident then: their administrators may read the record. */
  teamIds: string[];
  channel: 'Email' | 'VoiceCall' | 'SMS' | 'Push';
  recipient: string | null;
  status: string;
}

export const notificationLog = defineLog<NotificationLogEntry>(
  'notification_logs',
  { teamIds: [String], channel: String, recipient: String, status: String },
  'notifications',
);
