import { say } from '../../sentences/index.ts';
import { type Channel, testWords } from '../channel.ts';
import { missingVariables } from '../missing-variables.ts';
import { once } from '../once.ts';
import { renderEmailNote } from './email-note.ts';
import { type MailSettings, mailSettings, senderOf } from './mail-settings.ts';
import { type EmailContent, renderEmail } from './render-email.ts';
import { createSmtpSender } from './smtp-sender.ts';

/** Mail through one SMTP server. */
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
  contactsAtOnce: 30,
  reply: { by: 'link' },
  deliveredBy: 'acceptance',
  render: renderEmail,
  note: { isFallback: false, render: renderEmailNote },
  renderTest: () => ({
    subject: 'Test notification',
    text: `${testWords}\n`,
    html: `<p>${testWords}</p>\n`,
  }),
  open({ settings, publicUrl, timeoutMilliseconds }) {
    const sender = once(() =>
      createSmtpSender(
        settings.smtpUrl ?? '',
        senderOf(settings, publicUrl()),
        timeoutMilliseconds,
      ),
    );
    return {
      send: async (message) => (await sender.get()).send(message),
      probe: async () => (await sender.get()).probe(),
      close: async () => (await sender.made())?.close(),
    };
  },
};
