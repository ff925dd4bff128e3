import { say, speaker } from '../../sentences/index.ts';
import type { Channel, ChannelParts } from '../channel.ts';
import { missingVariables } from '../missing-variables.ts';
import { once } from '../once.ts';
import { inOrder, type Provider } from '../providers.ts';
import { emailLetter } from './email-letter.ts';
import { renderEmailNote } from './email-note.ts';
import { type MailSettings, mailSettings, senderOf } from './mail-settings.ts';
import { type EmailContent, renderEmail } from './render-email.ts';
import { connectionsMax, createSmtpSender } from './smtp-sender.ts';

/** Mail through an SMTP server, or a second one where the first does not take it. */
export const email: Channel<EmailContent, string, MailSettings> = {
  title: 'E-mail',
  settings: mailSettings,
  missing(settings) {
    const variables = missingVariables(mailSettings, settings, ['smtpUrl']);
    return variables.length === 0
      ? null
      : say('channelNotConfigured', { channel: 'E-mail', settings: variables });
  },
  reachedBy: 'email',
  addressOf: (person) => person.email,
  members: {
    isOn: 'shouldSendEmail',
    delayMinutes: 'delayInMinEmail',
    severities: 'severitiesEmail',
    disabledIntents: 'disabledIntentsEmail',
  },
  defaults: {
    isOn: true,
    delayMinutes: 0,
    severities: ['Minor', 'Warning', 'Critical'],
    intents: 'all',
  },
  isOptional: false,
  isLastResort: true,
  news: 'all',
  contactsAtOnce: connectionsMax,
  reply: { by: 'mail' },
  deliveredBy: 'acceptance',
  render: renderEmail,
  note: { isFallback: false, render: renderEmailNote },
  renderTest(_publicUrl, speech) {
    const t = speaker(speech);
    const [title, words] = [t('testTitle'), t('testBody')];
    const { language } = speech;
    return {
      subject: title,
      text: `${words}\n`,
      html: emailLetter({ language, title, parts: [words] }),
    };
  },
  open(parts) {
    const { smtpUrl, smtpFallbackUrl } = parts.settings;
    const urls = [smtpUrl, smtpFallbackUrl].filter((url) => url !== undefined);
    return inOrder(
      urls.map((url) => mailServer(url, parts)),
      parts,
    );
  },
};

function mailServer(
  url: string,
  { settings, publicUrl, timeoutMilliseconds }: ChannelParts<MailSettings>,
): Provider<EmailContent, string> {
  const sender = once(() => {
    // Ids are the same whichever server sends: mail programs know by them what they have already.
    const idHost = hostOf(senderOf(settings, publicUrl()));
    const from = senderOf({ ...settings, smtpUrl: url }, publicUrl());
    return createSmtpSender({ url, from, idHost, timeoutMilliseconds });
  });
  return {
    name: new URL(url).host,
    send: async (message, hasOther) => (await sender.get()).send(message, hasOther),
    probe: async () => (await sender.get()).probe(),
    close: async () => (await sender.made())?.close(),
  };
}

/** The host of `Name <address>` or of an address. */
function hostOf(from: string): string {
  return from.replace(/>\s*$/, '').split('@').at(-1) ?? 'localhost';
}
