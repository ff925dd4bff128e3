/**
 * Notifications: who was notified of an incident, how and when. Owns the log and notifies nobody itself.
 * Called by the API.
 *
 * Design notes: a record stores the teams its incident had at that time, so that reading the record does not
 * need the incident, which may have been deleted.
 */

export type { MessageLinks } from './compose.ts';
export {
  type ChannelReadiness,
  deliveriesTo,
  type Notice,
  type Recipient,
  toolDelivery,
} from './deliveries-to.ts';
export {
  type ChannelName,
  type DeliveryAttempt,
  type DeliveryDocument,
  deliveryLog,
  deliveryModel,
  type Lane,
} from './delivery.ts';
export { incidentMarkdown, toIncidentView, toIncidentViews } from './incident-view.ts';
export type { OutgoingMessage, SendMessage } from './lane-sender.ts';
export { notifications } from './module.ts';
export { findNotification, listNotifications } from './read-log.ts';
export { createSendMessage, incidentUrl, type LinkMaker } from './send-message.ts';
export { createSender, type Sender, type SenderOptions } from './sender.ts';
