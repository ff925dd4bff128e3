/**
 * Channels: the ways to reach a person: mail, SMS, voice call, push. Knows all of each: the settings it needs, what
 * holds for people who have set nothing, its words, how it sends, what counts as delivered. Owns no collection, and
 * decides nothing about whom to tell, when and of what. Called by who delivers notifications.
 *
 * Design notes: one object for each channel (`Channel`), all of them in `registry.ts`. Nothing else asks for a channel
 * by its name, but to send by that one only: mails of accounts, the code that confirms a phone number. Types come from
 * the registry and the OpenAPI document, so the compiler finds what a new channel lacks. A result is a value, never an
 * exception, because every failure is expected and decides what happens next (`SendResult`). The packages behind the
 * channels are loaded when first used: together they cost 0.5 s and 60 MB.
 */
export type {
  AddressForCarrier,
  ChannelName,
  ChannelResult,
  PersonSettings,
  ProviderAttempt,
  ProviderHealth,
} from './channel.ts';
export {
  type Channels,
  createChannels,
  type Envelope,
  type MailChannel,
  type MessageOf,
  type Said,
} from './channels.ts';
export {
  type AddressKind,
  type ChatContact,
  type ChatKind,
  type ChatTargets,
  type ContactKind,
  type Contacts,
  type Device,
  type FurtherContact,
  findingBy,
  furtherTarget,
  isAddress,
  maskedAddress,
  maskedNumber,
  maskedTarget,
  type Reachable,
  reachableAt,
  type Target,
} from './contact-kinds.ts';
export type { Opening } from './direct-messages/chat.ts';
export { type ChatReply, pressedButton } from './direct-messages/chat-buttons.ts';
export { colours, emailFrame, ink, line, quiet } from './email/email-frame.ts';
export { emailLetter, type Letter } from './email/email-letter.ts';
export { emailButtons, emailFacts, emailHead, emailQuote } from './email/email-parts.ts';
export type { EmailContent } from './email/render-email.ts';
export {
  type TeamsBot,
  teamsBotOf,
  teamsServiceUrl,
  tokenRequestOf,
} from './microsoft-teams/bot.ts';
export {
  activitiesUrl,
  askToken,
  sendActivity,
  type TeamsConversation,
} from './microsoft-teams/bot-api.ts';
export {
  adaptiveCard,
  openAction,
  pressAction,
  textBlock,
  textRun,
} from './microsoft-teams/card.ts';
export { placeOf } from './microsoft-teams/microsoft-teams.ts';
export type { Note, Notification, NotifiedIncident } from './notification.ts';
export {
  createVapidKeys,
  ntfyAddressOf,
  type PushTarget,
  type VapidKeys,
} from './push/send-push.ts';
export {
  channelNames,
  channelSettingRows,
  chatKinds,
  chats,
  registry,
  type SenderSettings,
} from './registry.ts';
export { slackText } from './slack/slack.ts';
export {
  areTelnyxCallsBegun,
  isTelnyxBegun,
  missingTelnyx,
  missingTelnyxCalls,
} from './telnyx/telnyx-settings.ts';
export { isSignedByTelnyx } from './telnyx/telnyx-signature.ts';
export { xmlElement } from './telnyx/xml.ts';
export { isSignedByCarrier, signedFieldsOf } from './twilio/carrier-signature.ts';
export type { VoiceScript } from './voice-call/render-voice.ts';
export { spokenText } from './voice-call/spoken-text.ts';
export { localTime, markdown, oneLine, plain, shortened } from './words.ts';
