import { type Speech, speaker } from '../../sentences/index.ts';
import type { Note, Notification } from '../notification.ts';
import { noteUrl, oneLine, shortened, shownAttributes, titleOf, whatHappened } from '../words.ts';
import { type ChatButton, chatButton } from './chat-buttons.ts';

/** A direct message before a chat writes it in its own markup: plain text, each line one line. */
export interface ChatContent {
  mark: string;
  title: string;
  lines: readonly string[];
  link: { text: string; url: string };
  buttons: readonly ChatButton[];
}

const attributesMax = 6;
const severityMarks = { Critical: '🔴', Warning: '🟠', Minor: '🔵' } as const;

/** The problem, its source and the first facts; below them the actions that are possible now. */
export function chatContent(notification: Notification): ChatContent {
  const { incident, teamNames, links, message, reason, recipient, bundledCount } = notification;
  const t = speaker(recipient.speech);
  const isOver = incident.status !== 'Open';
  const isTaken = !isOver && links.acknowledge === null;
  const state = isOver
    ? t('deedResolved')
    : isTaken
      ? t('deedAcknowledged')
      : t('severityWord', { severity: incident.severity });
  const about = [whatHappened(notification), ...teamNames.slice(0, 1).map(oneLine)].join(' · ');
  return {
    mark: isOver ? '✅' : isTaken ? '👀' : severityMarks[incident.severity],
    title: `${state}: ${titleOf(notification, 200)}`,
    lines: [
      about,
      ...(message === null ? [] : [shortened(oneLine(message), 500)]),
      ...notification.bundled.map(({ title }) => `• ${shortened(oneLine(title), 100)}`),
      ...(bundledCount > 1 ? [] : factsOf(notification)),
      ...(reason === null || isOver ? [] : [oneLine(reason)]),
    ],
    link: { text: t(bundledCount > 1 ? 'viewIncidents' : 'viewIncident'), url: links.view },
    buttons: isOver ? [] : buttonsOf(notification, isTaken, t),
  };
}

function factsOf(notification: Notification): string[] {
  return shownAttributes(notification)
    .slice(0, attributesMax)
    .map(({ name, value }) => `${oneLine(name)}: ${shortened(oneLine(value), 200)}`);
}

function buttonsOf(
  { replyToken: token, bundledCount }: Notification,
  isTaken: boolean,
  t: ReturnType<typeof speaker>,
): ChatButton[] {
  if (token === null) return [];
  // One press must not end or pass on several incidents, as nobody has looked at each.
  if (bundledCount > 1) return isTaken ? [] : [chatButton('a', t('acknowledgeAll'), token)];
  return [
    ...(isTaken ? [] : [chatButton('a', t('acknowledge'), token)]),
    chatButton('r', t('resolveIncident'), token),
    chatButton('e', t('escalateIncident'), token),
    chatButton('t', t('takeOverIncident'), token),
  ];
}

export function chatNote(note: Note, publicUrl: string): ChatContent {
  const url = noteUrl(note, publicUrl);
  return {
    mark: 'ℹ️',
    title: oneLine(note.title),
    lines: note.body.split('\n').map(oneLine),
    link: { text: note.link?.text ?? url, url },
    buttons: [],
  };
}

export function chatTest(publicUrl: string, speech: Speech): ChatContent {
  const t = speaker(speech);
  return {
    mark: 'ℹ️',
    title: t('testTitle'),
    lines: [t('testBody')],
    link: { text: 'Tocsin', url: publicUrl },
    buttons: [],
  };
}
