/**
 * Notifications: who was notified of an incident, how and when. Owns the log and notifies nobody itself.
 * Called by the API.
 *
 * Design notes: a record stores the teams its incident had at that time, so that reading the record does not
 * need the incident, which may have been deleted.
 */
export { type NotificationLogEntry, notificationLog } from './log.ts';
export { notifications } from './module.ts';
export { findNotification, listNotifications } from './read-log.ts';
