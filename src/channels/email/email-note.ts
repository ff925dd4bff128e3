import { speaker, usualSpeech } from '../../sentences/index.ts';
import type { Note } from '../notification.ts';
import { noteUrl, oneLine } from '../words.ts';
import { emailLetter } from './email-letter.ts';
import type { EmailContent } from './render-email.ts';

/** A note as a short mail. */
export function renderEmailNote(note: Note, publicUrl: string): EmailContent {
  const { language, title, body, link, threadId } = note;
  const url = noteUrl(note, publicUrl);
  const label = link?.text ?? speaker(usualSpeech[language])('openTocsin');
  return {
    subject: oneLine(title),
    text: `${body}\n\n-- \n${label}: ${url}\n`,
    html: emailLetter({ language, title, parts: [body, { url, label }] }),
    isUrgent: false,
    ...(threadId === undefined ? {} : { threadId }),
  };
}
