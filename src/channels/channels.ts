import { createOutboundClient, type OutboundClient, type SendResult } from '../egress/index.ts';
import { addressList } from '../kernel/index.ts';
import { inEnglish, type Sentence } from '../sentences/index.ts';
import { type CarrierSettings, createCarrier } from './carrier.ts';
import { createEmailSender, type EmailSettings } from './email.ts';
import type { CallMessage, ChannelName, EmailMessage, PushMessage, SmsMessage } from './message.ts';
import { type PushResult, sendPush, type VapidKeys } from './push.ts';
import { readSenders, type SenderSettings } from './senders.ts';

export interface Channels {
  /** Null when it can send; else the sentence that says which setting is missing. */
  missing(channel: ChannelName): Sentence | null;
  email(message: EmailMessage): Promise<SendResult>;
  sms(message: SmsMessage): Promise<SendResult>;
  call(message: CallMessage): Promise<SendResult>;
  push(message: PushMessage): Promise<PushResult>;
  /** Whether what all messages of the channel share works, without sending one; null where nothing is shared. */
  probe(channel: ChannelName): Promise<SendResult | null>;
  /** Ends open connections; afterwards nothing can be sent. */
  close(): Promise<void>;
}

export interface ChannelsOptions {
  settings: SenderSettings;
  /** As callers reach this server. */
  publicUrl(): string;
  vapidKeys(): Promise<VapidKeys>;
  outbound: OutboundClient;
  /** How long a receiver may take to answer; default 10 s. */
  timeoutMilliseconds?: number;
}

const everywhere = addressList('0.0.0.0/0,::/0');

/** The ways out to people. What a channel needs is loaded when it is first used; nothing connects before. */
export function createChannels(options: ChannelsOptions): Channels {
  const { settings, publicUrl, vapidKeys, outbound, timeoutMilliseconds = 10_000 } = options;
  const senders = readSenders(settings, publicUrl);
  const trusting = createOutboundClient({ allowedPrivateTargets: everywhere });
  const emailSender = once((email: EmailSettings) => createEmailSender(email, timeoutMilliseconds));
  const carrier = once((given: CarrierSettings) => createCarrier(given, timeoutMilliseconds));
  return {
    missing: (channel) => senders.missing(channel),
    async email(message) {
      const { email } = senders;
      return email === null ? unconfigured('Email') : (await emailSender.get(email)).send(message);
    },
    async sms(message) {
      return senders.carrier === null
        ? unconfigured('SMS')
        : (await carrier.get(senders.carrier)).sms(message);
    },
    async call(message) {
      return senders.carrier === null
        ? unconfigured('VoiceCall')
        : (await carrier.get(senders.carrier)).call(message);
    },
    push: (message) =>
      sendPush(message, {
        timeoutMilliseconds,
        vapidKeys,
        vapidSubject: senders.vapidSubject(),
        outbound,
        ntfy: settings.ntfyUrl === undefined ? null : { url: settings.ntfyUrl, outbound: trusting },
      }),
    async probe(channel) {
      if (senders.missing(channel) !== null) return null;
      const { email } = senders;
      if (channel === 'Email' && email !== null) return (await emailSender.get(email)).probe();
      if ((channel === 'SMS' || channel === 'VoiceCall') && senders.carrier !== null)
        return (await carrier.get(senders.carrier)).probe();
      return null;
    },
    async close() {
      (await emailSender.made())?.close();
    },
  };

  function unconfigured(channel: ChannelName): SendResult {
    const sentence = senders.missing(channel);
    if (sentence === null) throw new TypeError(`${channel} is configured`);
    return { outcome: 'unconfigured', code: null, error: inEnglish(sentence), sentence };
  }
}

/** Made by whoever asks first; a failure is forgotten, so that the next one tries again. */
function once<Made, Settings>(make: (settings: Settings) => Promise<Made>) {
  let made: Promise<Made> | undefined;
  return {
    get(settings: Settings): Promise<Made> {
      made ??= make(settings).catch((error: unknown) => {
        made = undefined;
        throw error;
      });
      return made;
    },
    made: () => made,
  };
}
