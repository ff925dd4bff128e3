import type { DeliveryNote } from './delivery.ts';
import type { RenderedEmail } from './render-email.ts';
import { html } from './render-html.ts';
import type { RenderedPush } from './render-push.ts';
import { oneLine } from './render-words.ts';

/** A note as a short mail. */
export function noteEmail(note: DeliveryNote, publicUrl: string): RenderedEmail {
  const { title, body, link } = note;
  const name = link?.text ?? 'Tocsin';
  const page = html`<!doctype html><meta charset="utf-8"><title>${title}</title>
<p style="font-family:sans-serif">${body}</p>
<p style="font-family:sans-serif"><a href="${urlOf(note, publicUrl)}">${name}</a></p>`;
  return {
    subject: oneLine(title),
    text: `${body}\n\n-- \n${name}: ${urlOf(note, publicUrl)}\n`,
    html: page.markup,
    isUrgent: false,
  };
}

/** A note as a push; a later one that says the same takes its place, and no other: a device may be off for hours. */
export function notePush(note: DeliveryNote, publicUrl: string): RenderedPush {
  const { title, body } = note;
  const url = urlOf(note, publicUrl);
  return { title, body, url, urgency: 'normal', topic: `note ${title}`, actions: [] };
}

/** Two text messages hold this much. A link is never cut. */
const charactersMax = 300;

export function noteText(note: DeliveryNote, publicUrl: string): string {
  const { title, body, link } = note;
  const end = link ? ` ${urlOf(note, publicUrl)}` : '';
  const text = `${title}. ${body}`;
  const room = charactersMax - end.length;
  return (text.length <= room ? text : `${text.slice(0, room - 1)}…`) + end;
}

function urlOf({ link }: DeliveryNote, publicUrl: string): string {
  return `${publicUrl}${link?.path ?? ''}`;
}
