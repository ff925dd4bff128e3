import type { MailChannel } from '../channels/index.ts';
import { orderedId, type World } from '../kernel/index.ts';
import { type Sentence, words } from '../sentences/index.ts';
import { type Language, type MailFacts, type MailName, mailTexts } from './mail-texts.ts';

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

/** What is missing before mail can be sent; null when nothing is. */
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
  const texts = languages.map((one) =>
    mailTexts[one][name]({
      organization: facts?.organization ?? '',
      address: facts?.address ?? '',
      former: facts?.former ?? '',
      by: facts?.by ?? '',
    }),
  );
  const subject = texts[0]?.subject ?? '';
  const lines = texts.flatMap((text) => text.lines);
  const url = path === undefined ? '' : `${publicUrl()}${path}`;
  const sent = await channels.send('Email', {
    key: orderedId(world.clock.now().getTime()),
    to,
    subject,
    text: `${lines.map((line) => (line === '{url}' ? url : line)).join('\n\n')}\n`,
    html: `<!doctype html>\n${lines.map((line) => paragraph(line, url)).join('\n')}\n`,
  });
  return sent.outcome === 'sent' ? null : (sent.sentence ?? words(sent.error));
}

function paragraph(line: string, url: string): string {
  if (line !== '{url}') return `<p>${escaped(line)}</p>`;
  return `<p><a href="${escaped(url)}">${escaped(url)}</a></p>`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
