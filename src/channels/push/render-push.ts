import { speaker } from '../../sentences/index.ts';
import type { Note, Notification } from '../notification.ts';
import {
  noteUrl,
  oneLine,
  shortened,
  shownAttributes,
  stateWord,
  titleOf,
  whatHappened,
} from '../words.ts';
import type { PushContent } from './send-push.ts';

const factsMax = 4;

/**
 * Title: what is wrong. Body: who says so, where, and the first facts, or what else. A later message of an incident
 * replaces it.
 */
export function renderPush(notification: Notification): PushContent {
  const { incident, teamNames, links, message, recipient } = notification;
  const t = speaker(recipient.speech);
  const about = [whatHappened(notification), ...teamNames.slice(0, 1).map(oneLine)].join(' · ');
  const facts =
    notification.bundledCount > 1
      ? notification.bundled.map(({ title }) => oneLine(title) || t('untitled'))
      : shownAttributes(notification).map(
          ({ name, value }) => `${oneLine(name)}: ${shortened(oneLine(value), 80)}`,
        );
  const said = message === null ? [] : [shortened(oneLine(message), 200)];
  return {
    title: `${stateWord(notification)}: ${titleOf(notification, 100)}`,
    body: [about, ...said, ...facts.slice(0, factsMax)].join('\n'),
    url: links.view,
    urgency: incident.status === 'Open' && incident.severity !== 'Minor' ? 'high' : 'normal',
    topic: incident.id,
    actions:
      links.acknowledge === null || incident.status !== 'Open'
        ? []
        : [
            {
              label: t(notification.bundledCount > 1 ? 'acknowledgeAll' : 'acknowledge'),
              url: links.acknowledge,
              method: 'POST',
            },
          ],
  };
}

/** A later note that says the same takes the place of one, and no other does: a device may be off for hours. */
export function renderPushNote(note: Note, publicUrl: string): PushContent {
  const { title, body } = note;
  const url = noteUrl(note, publicUrl);
  return { title, body, url, urgency: 'normal', topic: `note ${title}`, actions: [] };
}
