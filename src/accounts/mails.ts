import type { MailChannel } from '../channels/index.ts';
import { orderedId, type World } from '../kernel/index.ts';
import { inEnglish } from '../sentences/index.ts';
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

/** What is missing before mail can be sent, as a sentence; null when nothing is. */
export function whyNoMail({ channels }: Pick<AccountMail, 'channels'>): string | null {
  const missing = channels.missing('Email');
  return missing && inEnglish(missing);
}

/** Null when the mail server took it; else the sentence that says what is wrong. */
export async function sendAccountMail(
  world: World,
  { channels, publicUrl }: AccountMail,
  { name, to, path, language, facts }: AccountMailMessage,
): Promise<string | null> {
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
  return sent.outcome === 'sent' ? null : sent.error;
}

function paragraph(line: string, url: string): string {
  if (line !== '{url}') return `<p>${escaped(line)}</p>`;
  return `<p><a href="${escaped(url)}">${escaped(url)}</a></p>`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
