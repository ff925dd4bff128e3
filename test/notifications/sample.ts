import type { Notification } from '../../src/channels/notification.ts';
import { usualSpeech } from '../../src/sentences/index.ts';

export interface Changes extends Partial<Omit<Notification, 'incident'>> {
  incident?: Partial<Notification['incident']>;
}

/** A new critical incident, with what a test changes of it. */
export function notification({ incident, ...changes }: Changes = {}): Notification {
  return {
    incident: {
      id: '0198c4f0-5d8c-7000-8000-000000000001',
      title: 'Disk usage above 95 % on db1.example.com',
      status: 'Open',
      severity: 'Critical',
      attributes: [
        { name: 'Host', value: 'db1.example.com', isImage: false, hideInPreviews: false },
        { name: 'Usage', value: '97.4 %', isImage: false, hideInPreviews: false },
        {
          name: 'Dashboard',
          value: 'https://grafana.example.com/d/abc?var=db1&from=now-1h',
          isImage: false,
          hideInPreviews: false,
        },
        {
          name: 'Description',
          value: 'The volume /var/lib/postgresql fills up.\nAt this rate it is full in 40 minutes.',
          isImage: false,
          hideInPreviews: false,
        },
      ],
      openedAt: new Date('2026-03-02T02:14:00Z'),
      ...incident,
    },
    integrationName: 'Grafana production',
    teamNames: ['Payments'],
    intent: 'Created',
    actorName: null,
    at: new Date('2026-03-02T02:14:00Z'),
    message: null,
    reason: 'You are on call for Payments, tier 1.',
    links: {
      view: 'https://alerts.example.com/incidents/0198c4f0-5d8c-7000-8000-000000000001',
      acknowledge: 'https://alerts.example.com/a/V1StGXR8_Z5jdHi6B-myT9',
    },
    replyCode: '1234',
    mailAnswers: 'both',
    replyToken: 'V1StGXR8_Z5jdHi6B-myT9',
    recipient: { name: 'Ada Lovelace', timeZoneId: 'Europe/Berlin', speech: usualSpeech.en },
    bundledCount: 1,
    bundled: [],
    ...changes,
  };
}
