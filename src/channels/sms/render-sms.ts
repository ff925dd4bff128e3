import { speaker } from '../../sentences/index.ts';
import type { Note, Notification } from '../notification.ts';
import { noteUrl, oneLine, shortened, stateWord, titleOf, whatHappened } from '../words.ts';

/**
 * One message of the alphabet that phones share, and two of any other (70 characters, 67 where several belong
 * together).
 */
const charactersMax = { shared: 160, any: 134 };
/** Shorter than this, a title says nothing, so a message may rather take a second part. */
const titleCharactersMin = 24;

const typographic: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '•': '*',
  '→': '->',
  '\u00a0': ' ',
};
/** GSM 03.38: characters of the second line take the place of two. */
const shared = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const sharedDouble = new Set('^{}\\[~]|€');

/**
 * Severity, title, what to do: as short as it can be, in one message where that is possible. The title gives way first;
 * links and codes are never cut.
 */
export function renderSms(notification: Notification): string {
  const { incident, intent, teamNames } = notification;
  const state = stateWord(notification).toUpperCase();
  const team =
    teamNames[0] === undefined ? '' : ` (${simple(shortened(oneLine(teamNames[0]), 30))})`;
  const deed = intent === 'Created' ? '' : `. ${simple(whatHappened(notification))}`;
  const todo = incident.status === 'Resolved' ? '' : waysToAnswer(notification);
  const title = simple(titleOf(notification));
  const withTitle = (shown: string, details: string) =>
    `${state}: ${shown}${details}${todo === '' ? '' : `. ${todo}`}`;
  for (const details of [team + deed, deed, '']) {
    const message = fitting(title, titleCharactersMin, (shown) => withTitle(shown, details));
    if (message !== null) return message;
  }
  return withTitle(shortened(title, titleCharactersMin, '...'), '');
}

function waysToAnswer({ links, replyCode: code, recipient }: Notification): string {
  const t = speaker(recipient.speech);
  const { acknowledge: url } = links;
  if (url === null) return code === null ? '' : t('smsReply', { code });
  return code === null ? t('smsLink', { url }) : t('smsLinkOrReply', { url, code });
}

/** The message with as much of the title as fits; null when that is too little of it. */
function fitting(title: string, titleMin: number, write: (title: string) => string): string | null {
  const whole = write(title);
  if (lengthOf(whole) <= maxOf(whole)) return whole;
  for (let length = [...title].length - 1; length >= titleMin; length -= 1) {
    const message = write(shortened(title, length, '...'));
    if (lengthOf(message) <= maxOf(message)) return message;
  }
  return null;
}

function maxOf(text: string): number {
  return isShared(text) ? charactersMax.shared : charactersMax.any;
}

/** Length as carriers count it: one emoji or bracket can take the room of several letters. */
export function lengthOf(text: string): number {
  if (!isShared(text)) return text.length;
  return [...text].reduce((sum, character) => sum + (sharedDouble.has(character) ? 2 : 1), 0);
}

export function isShared(text: string): boolean {
  return [...text].every((character) => shared.has(character) || sharedDouble.has(character));
}

/** One curly quote would more than halve the characters of a message, and a pictogram says little. */
function simple(text: string): string {
  const plainer = text
    .replaceAll(/[‘’“”„–—−…•→\u00a0]/g, (character) => typographic[character] ?? character)
    .replaceAll(/(?:\p{Extended_Pictographic}|\u200d|\ufe0f|\p{Emoji_Modifier})+\s*/gu, '');
  return plainer.trim() || text;
}

/** Two text messages hold this much. A link is never cut. */
const noteCharactersMax = 300;

export function renderSmsNote(note: Note, publicUrl: string): string {
  const { title, body, link } = note;
  const end = link ? ` ${noteUrl(note, publicUrl)}` : '';
  // Many titles are the beginning of what follows.
  const text = body.startsWith(title) ? body : `${title}. ${body}`;
  const room = noteCharactersMax - end.length;
  return (text.length <= room ? text : `${text.slice(0, room - 1)}…`) + end;
}
