/**
 * Channels: how a message leaves for a person: mail, SMS, voice call, push. Transport only: knows neither incidents nor people, owns
 * no collection, and decides nothing about when or whether to send. Called by who delivers notifications.
 *
 * Design notes: a result is a value, never an exception, because every failure is expected and decides what happens next
 * (`SendResult`). The packages behind the channels are loaded when first used: together they cost 0.5 s and 60 MB.
 */
export { isSignedByCarrier, type SignedByCarrier, signedFieldsOf } from './carrier-signature.ts';
export { type Channels, type ChannelsOptions, createChannels } from './channels.ts';
export type {
  CallMessage,
  ChannelName,
  EmailMessage,
  PushAction,
  PushMessage,
  PushTarget,
  PushUrgency,
  SmsMessage,
} from './message.ts';
export { createVapidKeys, ntfyAddressOf, type PushResult, type VapidKeys } from './push.ts';
export type { SenderSettings } from './senders.ts';
export { spokenText } from './spoken-text.ts';
