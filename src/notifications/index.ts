/**
 * Notifications: who was told of an incident, how and when. Owns the log of it and tells nobody itself.
 * Called by the API.
 *
 * Design notes: a record names the teams of its incident as they were, so that reading it takes no look
 * at an incident that may be gone.
 */
export { type NotificationLogEntry, notificationLog } from './log.ts';
export { notifications } from './module.ts';
export { findNotification, listNotifications } from './read-log.ts';
