/**
 * Contacts: how people are reached beside their e-mail address and phone number, which identity has: push
 * subscriptions, the keys for them, accounts in chats, further addresses, and each person's rules for alerts. Decides
 * nothing about who is notified of what. Called by notifications and by the API.
 */
export { addressesOf } from './addresses.ts';
export { callNumbersOf } from './call-numbers.ts';
export {
  type ChatAccount,
  chatAccountKind,
  chatAccountOf,
  chatAccountsOf,
  chatContactsOf,
  chatHealth,
  connectChatAccount,
  noteChatPlace,
} from './chat-accounts.ts';
export { newChatCode, takeChatCode } from './chat-codes.ts';
export { chatUsersOf } from './chat-users.ts';
export { type ChatConnection, chatConnections } from './chats.ts';
export { confirmContact, contactOf, newContactCode } from './contact-code.ts';
export { contacts } from './module.ts';
export { addressKeyOf, confirmedAtOf, furtherContactsOf } from './notification-contacts.ts';
export {
  decides,
  type NotificationHours,
  type NotificationRules,
  type NotificationRulesWire,
  type NotificationStep,
  notificationRulesKind,
  rulesOf,
  setNotificationRules,
} from './notification-rules.ts';
export {
  deviceNameOf,
  type PushSubscription,
  pushSubscriptionKind,
  pushTargetsOf,
  registerPushSubscription,
  shownTarget,
} from './push-subscriptions.ts';
export { noteRegisteredOutcome, registeredTargetsOf } from './registered-targets.ts';
export {
  codeChannelFor,
  sendCode,
  spokenDigits,
  type TestWays,
} from './send-code.ts';
export { sendTestNotification } from './test-notification.ts';
export { vapidKeysOf } from './vapid-keys.ts';
