import { emailLetter, type Letter, type MailChannel } from '../channels/index.ts';
import { orderedId, type World } from '../kernel/index.ts';
import { type Sentence, words } from '../sentences/index.ts';
import {
  type Language,
  type MailFacts,
  type MailName,
  type MailText,
  mailTexts,
} from './mail-texts.ts';

/** How accounts reach people. */
export interface AccountMail {
  channels: MailChannel;
  /** As callers reach this server. */
  publicUrl(): string;
}

export interface AccountMailMessage {
  name: MailName;
  to: string;
  /** Path of the page that the mail leads to. */
  path?: string;
  /** Null where nobody knows it: English, then German. */
  language: Language | null;
  facts?: Partial<MailFacts>;
}

/** The reason why no mail can be sent; null if it can. */
export function whyNoMail({ channels }: Pick<AccountMail, 'channels'>): Sentence | null {
  return channels.missing('Email');
}

/** Null when the mail server took it; else what is wrong. */
export async function sendAccountMail(
  world: World,
  { channels, publicUrl }: AccountMail,
  { name, to, path, language, facts }: AccountMailMessage,
): Promise<Sentence | null> {
  const languages = language === null ? (['en', 'de'] as const) : [language];
  const url = path === undefined ? '' : `${publicUrl()}${path}`;
  const texts = languages.map((one): [Language, MailText] => [
    one,
    mailTexts[one][name]({
      organization: facts?.organization ?? '',
      address: facts?.address ?? '',
      former: facts?.former ?? '',
      by: facts?.by ?? '',
    }),
  ]);
  const [first, ...others] = texts.map(
    ([one, { subject, lines, label = url }]): Letter => ({
      language: one,
      title: subject,
      parts: lines.map((line) => (line === '{url}' ? { url, label } : line)),
    }),
  );
  if (first === undefined) throw new Error('A mail is in one language at least.');
  const lines = texts.flatMap(([, text]) => text.lines);
  const sent = await channels.send('Email', {
    key: orderedId(world.clock.now().getTime()),
    to,
    subject: first.title,
    text: `${lines.map((line) => (line === '{url}' ? url : line)).join('\n\n')}\n`,
    html: emailLetter(first, ...others),
  });
  return sent.outcome === 'sent' ? null : (sent.sentence ?? words(sent.error));
}
