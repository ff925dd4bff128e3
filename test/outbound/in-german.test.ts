import { expect, test } from 'vitest';
import type { Intent } from '../../src/outbound/delivery.ts';
import { plainMarkup, wholeText } from '../../src/outbound/markup.ts';
import { reportOf } from '../../src/outbound/report.ts';
import { say, usualSpeech } from '../../src/sentences/index.ts';
import { integrationOf, Story } from './delivery.ts';

/** What tools are told is wholly in the language of the organization, but for what people and other tools wrote. */

const intents: readonly Intent[] = [
  'Created',
  'Investigated',
  'Escalated',
  'Commented',
  'Assigned',
  'Affects',
  'Forwarded',
  'Updated',
  'Snoozed',
  'Unsnoozed',
  'Resolved',
  'Unresolved',
  'Archived',
  'Unarchived',
  'Deleted',
];

const english =
  /\b(?:by|open(?:ed)?|resolved?|acknowledged?|updated?|severity|state|incident|critical|warning|on call|changed|escalated|assigned|comment|services|deleted|snooze\w*)\b/i;

test('a report in German has no English word', () => {
  const story = new Story(integrationOf('Webhook', {}));
  for (const intent of intents) {
    const delivery = story.next(intent);
    const report = reportOf(delivery, usualSpeech.de);
    const text = wholeText(report, plainMarkup, 10_000).replaceAll(report.url, '');
    expect(text.replaceAll('Shop alerts', '')).not.toMatch(english);
    const { t, severity, state } = report;
    for (const label of [
      t('acknowledge'),
      t('resolveIncident'),
      t('openIncident'),
      t('severityAndState', { severity, state }),
    ])
      expect(label).not.toMatch(english);
  }
});

test('why something happened is said in the same language', () => {
  const story = new Story(integrationOf('Webhook', {}));
  const delivery = story.next('Updated', { message: 'The team was deleted.' });
  const [event] = delivery.incident.events;
  if (event) event.messageSentence = say('teamDeleted');
  const { message, latest } = reportOf(delivery, usualSpeech.de);
  for (const said of [message, latest.message]) expect(said).toBe('Das Team wurde gelöscht.');
});
