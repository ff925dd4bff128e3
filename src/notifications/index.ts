/**
 * Notifications: who was notified of an incident, how and when. Owns the log and notifies nobody itself.
 * Called by the API.
 *
 * Design notes: a record stores the teams its incident had at that time, so that reading the record does not
 * need the incident, which may have been deleted.
 */

export { callAnswerUrl, carrierStatusUrl } from './addresses.ts';
export { notesToAll, organizationPeople, teamAdministrators } from './administrators.ts';
export { broughtForwardRemark, whyOf } from './after-failure.ts';
export {
  outcomeOf,
  type PersonAlerted,
  type PlannedAlert,
  peopleAlerted,
  peopleReached,
  plannedAlerts,
} from './alerted-people.ts';
export { readAnswerAddress } from './answer-address.ts';
export {
  type Answerer,
  type AnswerFrom,
  answerByMail,
  answererOf,
  refuseAnswer,
} from './answer-by-mail.ts';
export { answerToReply } from './answer-to-reply.ts';
export { bundlingOf, type ContactHistory } from './bundle.ts';
export { type CarrierReport, notePressedKey, recordCallback } from './callbacks.ts';
export { type DeliveryChange, deliveriesChangedSince } from './changed-since.ts';
export { type ChannelWatch, type DownChannel, downChannels } from './channel-watch.ts';
export {
  type ChannelReadiness,
  channelSettings,
  deliveriesTo,
  type Recipient,
  toNobody,
} from './deliveries-to.ts';
export {
  type DeliveryAttempt,
  type DeliveryDocument,
  deliveryLog,
  deliveryModel,
  errorOf,
  noLongerQueued,
} from './delivery.ts';
export {
  holdView,
  IncidentViews,
  incidentMarkdown,
  toIncidentView,
  toIncidentViews,
} from './incident-view.ts';
export { dropReason } from './judge.ts';
export { isToolLane, type Lane, lanes, traitsOf } from './lanes.ts';
export { notifications } from './module.ts';
export { namedTarget, toolDelivery, wouldBeSent } from './new-delivery.ts';
export { notesTo, type PersonalNote } from './notes-to.ts';
export { lateMax, reminderDelivery } from './on-call-reminder.ts';
export { overdueMessages } from './overdue.ts';
export type { PersonRules } from './planned-messages.ts';
export { quietIncidents, quietUntil } from './quiet-messages.ts';
export { findNotification, listNotifications, listNotificationsOf } from './read-log.ts';
export { loadRecipients, type NamedRecipient, personIn, recipientsIn } from './recipients.ts';
export {
  applyReply,
  type RepliedIncident,
  type ReplyIntent,
  type ReplyOptions,
  readReply,
} from './reply.ts';
export {
  findAnsweredLink,
  findReplyLink,
  findReplyLinkByText,
  findTextedLink,
  isQuoted,
  issueReplyLink,
  type NewReplyLink,
  noteMailTaken,
  type ReplyLink,
} from './reply-link.ts';
export { speechOfLink } from './reply-speech.ts';
export { intentOfWord } from './reply-words.ts';
export { resendDelivery } from './resend.ts';
export { isEnough, nextAttemptAt } from './retries.ts';
export { previewRules, type RuleStretch, ruleStretches } from './rule-stretches.ts';
export { createSendMessage } from './send-message.ts';
export {
  createSender,
  type Sender,
  type SenderOptions,
  type SendMessage,
  storeDeliveries,
} from './sender.ts';
export { lanesUsed, type SentMessage, sentAbout } from './sent-about.ts';
export { newsDeliveries, signUpDelivery } from './subscriber-delivery.ts';
export { queueTestDelivery } from './test-delivery.ts';
export { timesOfPerson } from './time-sources.ts';
export { noticesToTools, type ToolNotice } from './tool-notice.ts';
export { tracedSend } from './traced-send.ts';
export { updatesFor } from './updates-for.ts';
export { userGroupDelivery, userGroupFailure, userGroupHealth } from './user-group.ts';
export { remindedBy, whatFollows } from './what-follows.ts';
