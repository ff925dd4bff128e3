import type { PushMessage } from '../channels/index.ts';
import type { Notification } from './notification.ts';
import {
  oneLine,
  shortened,
  shownAttributes,
  stateWord,
  titleOf,
  whatHappened,
} from './render-words.ts';

export type RenderedPush = Pick<
  PushMessage,
  'title' | 'body' | 'url' | 'urgency' | 'topic' | 'actions'
>;

const attributesMax = 4;

/** Title: what is wrong. Body: who says so, where, and the first facts. A later message of an incident replaces it. */
export function renderPush(notification: Notification): RenderedPush {
  const { incident, teamNames, links, message } = notification;
  const about = [whatHappened(notification), ...teamNames.slice(0, 1).map(oneLine)].join(' · ');
  const facts = shownAttributes(notification)
    .slice(0, attributesMax)
    .map(({ name, value }) => `${oneLine(name)}: ${shortened(oneLine(value), 80)}`);
  const said = message === null ? [] : [shortened(oneLine(message), 200)];
  return {
    title: `${stateWord(notification)}: ${titleOf(notification, 100)}`,
    body: [about, ...said, ...facts].join('\n'),
    url: links.view,
    urgency: incident.status === 'Open' && incident.severity !== 'Minor' ? 'high' : 'normal',
    topic: incident.id,
    actions:
      links.acknowledge === null || incident.status !== 'Open'
        ? []
        : [
            {
              label: notification.bundledCount > 1 ? 'Acknowledge all' : 'Acknowledge',
              url: links.acknowledge,
              method: 'POST',
            },
          ],
  };
}
