import { type Sentence, say } from '../sentences/index.ts';
import type { CarrierSettings } from './carrier.ts';
import type { EmailSettings } from './email.ts';
import type { ChannelName } from './message.ts';

/** What of the configuration decides how people are reached. */
export interface SenderSettings {
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  readonly twilioAccountSid: string | undefined;
  /** The first one is used; all of them are accepted in signatures. */
  readonly twilioAuthTokens: readonly string[] | undefined;
  readonly twilioFrom: string | undefined;
  readonly twilioApiBase: string | undefined;
  readonly ntfyUrl: string | undefined;
}

export interface Senders {
  readonly email: EmailSettings | null;
  readonly carrier: CarrierSettings | null;
  vapidSubject(): string;
  missing(channel: ChannelName): Sentence | null;
}

/** Which channels can send with these settings, and as whom. */
export function readSenders(settings: SenderSettings, publicUrl: () => string): Senders {
  const { smtpUrl, twilioApiBase, ntfyUrl: _ } = settings;
  const carrier = carrierOf(settings, twilioApiBase);
  return {
    get email() {
      return smtpUrl === undefined ? null : { smtpUrl, from: senderOf(settings, publicUrl()) };
    },
    carrier: 'missing' in carrier ? null : carrier,
    vapidSubject() {
      const url = publicUrl();
      if (url.startsWith('https://')) return url;
      const from = senderOf(settings, url);
      return `mailto:${/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from}`;
    },
    missing(channel) {
      switch (channel) {
        case 'Email':
          return smtpUrl === undefined
            ? say('emailNotConfigured', { settings: ['TOCSIN_SMTP_URL'] })
            : null;
        case 'SMS':
        case 'VoiceCall': {
          if (!('missing' in carrier)) return null;
          return say(channel === 'SMS' ? 'smsNotConfigured' : 'callsNotConfigured', {
            settings: carrier.missing,
          });
        }
        case 'Push':
          // Its keys are made by the installation itself.
          return null;
      }
    },
  };
}

function carrierOf(
  { twilioAccountSid, twilioAuthTokens, twilioFrom }: SenderSettings,
  apiBase: string | undefined,
): CarrierSettings | { missing: string[] } {
  const authToken = twilioAuthTokens?.[0];
  if (twilioAccountSid !== undefined && authToken !== undefined && twilioFrom !== undefined)
    return { accountSid: twilioAccountSid, authToken, from: twilioFrom, apiBase };
  const needed: [name: string, value: string | undefined][] = [
    ['TOCSIN_TWILIO_ACCOUNT_SID', twilioAccountSid],
    ['TOCSIN_TWILIO_AUTH_TOKEN', authToken],
    ['TOCSIN_TWILIO_FROM', twilioFrom],
  ];
  return { missing: needed.flatMap(([name, value]) => (value === undefined ? [name] : [])) };
}

/** The sender that is set, else the user of the mail server where that is an address, else one of this host. */
function senderOf({ mailFrom, smtpUrl }: SenderSettings, publicUrl: string): string {
  if (mailFrom !== undefined) return mailFrom;
  const user = decodeURIComponent(URL.parse(smtpUrl ?? '')?.username ?? '');
  if (/^[^\s@<>]+@[^\s@<>]+$/.test(user)) return `Tocsin <${user}>`;
  const host = new URL(publicUrl).hostname;
  return `Tocsin <tocsin@${/^[a-z][a-z0-9.-]*$/i.test(host) ? host : 'localhost'}>`;
}
