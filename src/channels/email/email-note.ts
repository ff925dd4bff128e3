import { html } from '../../kernel/index.ts';
import type { Note } from '../notification.ts';
import { noteUrl, oneLine } from '../words.ts';
import type { EmailContent } from './render-email.ts';

/** A note as a short mail. */
export function renderEmailNote(note: Note, publicUrl: string): EmailContent {
  const { title, body, link } = note;
  const url = noteUrl(note, publicUrl);
  const name = link?.text ?? 'Tocsin';
  const page = html`<!doctype html><html lang="${note.language}"><meta charset="utf-8"><title>${title}</title>
<p style="font-family:sans-serif">${body}</p>
<p style="font-family:sans-serif"><a href="${url}">${name}</a></p>`;
  return {
    subject: oneLine(title),
    text: `${body}\n\n-- \n${name}: ${url}\n`,
    html: page.markup,
    isUrgent: false,
  };
}
