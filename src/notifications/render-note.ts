import type { DeliveryNote } from './delivery.ts';
import type { RenderedEmail } from './render-email.ts';
import { html } from './render-html.ts';
import type { RenderedPush } from './render-push.ts';
import { oneLine } from './render-words.ts';

/** A note as a short mail. */
export function noteEmail({ title, body }: DeliveryNote, url: string): RenderedEmail {
  const page = html`<!doctype html><meta charset="utf-8"><title>${title}</title>
<p style="font-family:sans-serif">${body}</p>
<p style="font-family:sans-serif"><a href="${url}">Tocsin</a></p>`;
  return {
    subject: oneLine(title),
    text: `${body}\n\n-- \nTocsin: ${url}\n`,
    html: page.markup,
    isUrgent: false,
  };
}

/** A note as a push; a later one of the same kind takes its place. */
export function notePush({ title, body }: DeliveryNote, url: string): RenderedPush {
  return { title, body, url, urgency: 'normal', topic: 'note', actions: [] };
}
