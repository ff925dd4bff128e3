/** Notifications: who was told of an incident, how and when. Owns the log of it. Called by the API. */
export { type NotificationLogEntry, notificationLog } from './log.ts';
