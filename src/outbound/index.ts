/**
 * Outbound integrations: the tools that incidents are sent to. Owns their settings, the list of types, how each type
 * sends, what a tool has of an incident, and the delivery log. Notifications decides when a delivery is due and tries
 * again; surfaces take what people press in a chat.
 *
 * Design notes: `tools/` has one file per type: it renders a `Report`, asks, and reads the answer. What a tool answered
 * is stored under the incident before anything else happens, so a repeat goes on where the first attempt ended. A crash
 * between the answer and that write is settled by looking into the tool, where it can be searched; a chat may show a
 * message twice then.
 *
 * What is about no incident, such as the begin of a maintenance, goes to tools that have `notify`; others are refused
 * where somebody names them for it (`unfitFor`).
 *
 * On-call reminders of Slack are deliveries like others, with `incidentId: null` and one for each channel.
 * `reminder-times` says when one is due, alerting stores it with a key of integration, day and channel (a unique index,
 * so that neither a second process nor another time of the same day tells twice), and the lane of tools sends it by
 * `on-call-reminder`. They do not count for the pause of an integration: a channel that takes no reminder must not keep
 * incidents from the others. User groups of Slack are kept in the same way (`slack-user-group`).
 */
export { archiveChannel } from './archive-channel.ts';
export {
  type ChatAction,
  chatActionToken,
  isChatAction,
  isSameSecret,
} from './chat-actions.ts';
export {
  deliver,
  deliverNotice,
  type OutboundNotice,
  type ToolResult,
  unconfiguredReason,
} from './deliver.ts';
export { deliverTest } from './deliver-test.ts';
export type { OutboundDelivery, SendEmail } from './delivery.ts';
export type { ToolExchange } from './exchange.ts';
export {
  type OutboundIntegration,
  type OutboundIntegrationWire,
  outboundIntegrationKind,
  outboundIntegrationOf,
} from './integrations.ts';
export { isSnapshot, isWanted, type Occasion } from './is-wanted.ts';
export { outbound } from './module.ts';
export { postReminder, type ReminderTier, reminderObstacle } from './on-call-reminder.ts';
export { isOnlyForPeople } from './only-for-people.ts';
export { failuresMax, noteOutcome, type ToolPause } from './pauses.ts';
export { type DueReminder, dueReminder } from './reminder-times.ts';
export { isRoomOfPeople } from './room-of-people.ts';
export { wasSent } from './sent-messages.ts';
export { incidentOfChannel } from './slack-incident-channel.ts';
export { updateUserGroup } from './slack-user-group.ts';
export { targetsOfTools } from './targets.ts';
export { type OutboundTypeId, outboundTypeName, outboundTypes } from './types.ts';
