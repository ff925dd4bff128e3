import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { renderEmail } from '../../src/channels/email/render-email.ts';
import type { Notification } from '../../src/channels/notification.ts';
import { renderPush } from '../../src/channels/push/render-push.ts';
import { isShared, lengthOf, renderSms } from '../../src/channels/sms/render-sms.ts';
import { renderVoice } from '../../src/channels/voice-call/render-voice.ts';
import { type Intent, severities } from '../../src/incidents/index.ts';
import { usualSpeech } from '../../src/sentences/index.ts';
import { quickRuns } from '../support/runs.ts';
import { notification } from './sample.ts';

const renderers: [name: string, render: (given: Notification) => string][] = [
  ['e-mail, HTML', (given) => renderEmail(given).html],
  ['e-mail, text', (given) => `${renderEmail(given).subject}\n${renderEmail(given).text}`],
  ['SMS', renderSms],
  ['voice', (given) => `${renderVoice(given).text} ${renderVoice(given).menu ?? ''}`],
  ['push', (given) => `${renderPush(given).title}\n${renderPush(given).body}`],
];

const attribute = (name: string, value: string, more = {}) => ({
  name,
  value,
  isImage: false,
  hideInPreviews: false,
  ...more,
});

describe.each(renderers)('%s', (name, render) => {
  it('says what is wrong and how bad it is', () => {
    const text = render(notification());
    expect(text).toMatch(/critical/i);
    expect(text).toContain('db1.example.com');
    expect(text).toContain('Payments');
  });

  it('never says what is hidden', () => {
    const attributes = [
      attribute('Password', 'hunter2', { hideInPreviews: true }),
      attribute('Host', 'db1'),
    ];
    expect(render(notification({ incident: { attributes } }))).not.toMatch(/hunter2|Password/);
  });

  it('says who did it', () => {
    const given = notification({
      intent: 'Resolved',
      actorName: 'Grace Hopper',
      incident: { status: 'Resolved' },
    });
    expect(render(given)).toContain('Resolved by Grace Hopper');
    expect(render(given)).not.toMatch(/acknowledge\b|reply/i);
  });

  it('says how many it stands for', () => {
    expect(render(notification({ bundledCount: 5 }))).toMatch(/and 4 more|5 incidents/);
  });

  it('has no character that controls a terminal, a voice or the direction of text', () => {
    const hostile = 'a\u0000b\u001b[31mc\u202ed\u2066e\u0007';
    const text = render(
      notification({
        incident: { title: hostile, attributes: [attribute(hostile, hostile)] },
        teamNames: [hostile],
        integrationName: hostile,
        message: hostile,
        actorName: hostile,
        reason: hostile,
        recipient: { name: hostile, timeZoneId: null, speech: usualSpeech.en },
      }),
    );
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069]/);
  });

  it.each(['', '   ', '\n'])('an incident with the title %j is one without a title', (title) => {
    expect(render(notification({ incident: { title } }))).toMatch(/without a title/);
  });

  it('has words for every intent', () => {
    const intents: Intent[] = [
      'Created',
      'Investigated',
      'Resolved',
      'Unresolved',
      'Escalated',
      'Commented',
      'Assigned',
      'Affects',
      'Forwarded',
      'Archived',
      'Unarchived',
      'Deleted',
      'Updated',
      'Snoozed',
      'Unsnoozed',
    ];
    const texts = intents.map((intent) => render(notification({ intent, actorName: 'Ada' })));
    for (const text of texts) expect(text).not.toMatch(/undefined|null|\bNaN\b/);
    // A new incident is said without the deed where space is dear.
    expect(new Set(texts).size).toBe(intents.length);
  });

  it('stays within bounds, whatever it gets', () => {
    const long = 'wörd '.repeat(20_000);
    const text = render(
      notification({
        incident: {
          title: long,
          attributes: Array.from({ length: 500 }, (_, index) => attribute(`n${index}`, long)),
        },
        message: long,
        integrationName: 'Grafana',
        bundledCount: 1,
      }),
    );
    expect(text.length).toBeLessThan(name.startsWith('e-mail') ? 60_000 : 1500);
  });
});

describe('e-mail', () => {
  const tagsOf = (html: string) => {
    const tags: string[] = [];
    const addresses: string[] = [];
    const parser = new Parser({
      onopentag(tag, { href, src, style, ...others }) {
        tags.push(`${tag} ${Object.keys(others).toSorted().join(' ')}`);
        if (href !== undefined) addresses.push(href);
        if (src !== undefined || /url\(/i.test(style ?? '')) addresses.push('remote');
        for (const other of Object.keys(others)) expect(other).not.toMatch(/^on/);
      },
    });
    parser.end(html);
    return { tags, addresses };
  };

  it('is the same markup whatever texts it holds: everything is escaped', () => {
    const text = fc.string({
      unit: fc.constantFrom(...'<>&"\'`=/ aA\n', '<script>', '</td>', '-->'),
    });
    const plainTags = tagsOf(renderEmail(withText('x')).html).tags;
    fc.assert(
      fc.property(text, (given) => {
        // With a letter: an empty value is left out.
        const { tags } = tagsOf(renderEmail(withText(`x${given}`)).html);
        expect(tags).toEqual(plainTags);
      }),
      { numRuns: 300 },
    );
  });

  function withText(text: string): Notification {
    return notification({
      incident: { title: text, attributes: [attribute(text, text), attribute('b', text)] },
      integrationName: text,
      teamNames: [text],
      actorName: text,
      message: text,
      reason: text,
      recipient: { name: text, timeZoneId: null, speech: usualSpeech.en },
    });
  }

  it('loads nothing, and links only to where it should', () => {
    const attributes = [
      attribute('Graph', 'https://img.example.com/a.png', { isImage: true }),
      attribute('Evil', 'javascript:alert(1)'),
      attribute('Data', 'data:text/html,x'),
      attribute('Runbook', 'https://wiki.example.com/"onmouseover="x'),
      attribute('Text', 'see https://example.com'),
    ];
    const given = notification({ incident: { attributes } });
    expect(tagsOf(renderEmail(given).html).addresses).toEqual([
      given.links.acknowledge,
      given.links.view,
      'https://img.example.com/a.png',
      'https://wiki.example.com/%22onmouseover=%22x',
    ]);
    expect(renderEmail(given).html).not.toMatch(/<(?:img|script|link|iframe|form)\b/i);
  });

  it('keeps its subject while an incident lives, so that it stays one thread', () => {
    const opened = renderEmail(notification());
    const commented = renderEmail(notification({ intent: 'Commented', message: 'on it' }));
    const resolved = renderEmail(
      notification({ intent: 'Resolved', incident: { status: 'Resolved' } }),
    );
    expect(opened.subject).toBe('Critical: Disk usage above 95 % on db1.example.com');
    expect([commented.subject, resolved.subject]).toEqual([opened.subject, opened.subject]);
    expect([opened, commented, resolved].map(({ threadId }) => threadId)).toEqual(
      Array(3).fill(notification().incident.id),
    );
    expect([opened.isUrgent, resolved.isUrgent]).toEqual([true, false]);
  });

  it('tells the time where the reader is', () => {
    const at = (timeZoneId: string | null) =>
      renderEmail(notification({ recipient: { name: 'Ada', timeZoneId, speech: usualSpeech.en } }))
        .text;
    expect(at('Europe/Berlin')).toContain('Mon, 2 Mar 2026, 03:14 CET');
    expect(at('America/New_York')).toContain('Sun, 1 Mar 2026, 21:14');
    expect(at(null)).toContain('Mon, 2 Mar 2026, 02:14 UTC');
    expect(at('Mars/Olympus')).toContain('Mon, 2 Mar 2026, 02:14 UTC');
  });

  it('of a bundle names the incidents and none of their details', () => {
    const { html, text, subject, threadId } = renderEmail(
      notification({
        bundledCount: 4,
        bundled: [
          { title: 'Replica lag', status: 'Open', severity: 'Warning' },
          { title: 'No backup', status: 'Resolved', severity: 'Minor' },
        ],
      }),
    );
    expect(subject).toMatch(/ and 3 more$/);
    expect(threadId).toBe(undefined);
    for (const form of [html, text]) {
      for (const word of ['Replica lag', 'No backup', 'and 1 more incident', 'Acknowledge all'])
        expect(form).toContain(word);
      expect(form).not.toContain('postgresql');
    }
  });
});

describe('SMS', () => {
  it('is one message with everything in it', () => {
    expect(renderSms(notification())).toBe(
      'CRITICAL: Disk usage above 95 % on db1.example.com (Payments). ' +
        'Ack: https://alerts.example.com/a/V1StGXR8_Z5jdHi6B-myT9 or reply ACK 1234',
    );
  });

  it('fits, and neither link nor code is ever cut', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 400, unit: 'grapheme' }),
        fc.constantFrom(...severities),
        fc.option(fc.constantFrom('4711', '12345', '123456')),
        fc.string({ maxLength: 60, unit: 'grapheme-ascii' }),
        (title, severity, replyCode, team) => {
          const given = notification({
            incident: { title, severity },
            replyCode,
            teamNames: [team],
          });
          const sms = renderSms(given);
          expect(lengthOf(sms)).toBeLessThanOrEqual(isShared(sms) ? 160 : 134);
          expect(sms).toContain(given.links.acknowledge);
          if (replyCode !== null) expect(sms.endsWith(`reply ACK ${replyCode}`)).toBe(true);
        },
      ),
      { numRuns: quickRuns(500) },
    );
  });

  it.each([
    ['“Disk” – full…', 'CRITICAL: "Disk" - full... (Payments)'],
    ['🔥 Disk full 💾', 'CRITICAL: Disk full (Payments)'],
    ['Köln: Größe', 'CRITICAL: Köln: Größe (Payments)'],
  ])('%j is written in the alphabet that phones share', (title, start) => {
    const sms = renderSms(notification({ incident: { title } }));
    expect(sms.startsWith(start)).toBe(true);
    expect(isShared(sms)).toBe(true);
  });

  it('in another alphabet is two messages at most', () => {
    const sms = renderSms(notification({ incident: { title: 'Диск заполнен на сервере db1' } }));
    expect(sms).toContain('Диск заполнен');
    expect(sms.length).toBeLessThanOrEqual(134);
  });

  it('is whole with a base URL that leaves no room for the title', () => {
    const acknowledge = `https://${'a'.repeat(150)}.example.com/a/V1StGXR8_Z5jdHi6B-myT9`;
    const { view } = notification().links;
    const sms = renderSms(notification({ links: { view, acknowledge } }));
    expect(sms).toContain(acknowledge);
    expect(sms).toContain('CRITICAL: Disk usage above');
  });
});

describe('voice', () => {
  it('says it in the order in which it matters', () => {
    expect(renderVoice(notification())).toEqual({
      language: 'en',
      text: 'This is Tocsin. Critical incident in Payments. Disk usage above 95 % on db1.example.com.',
      menu: 'Press 1 to acknowledge, 2 to escalate, 3 to repeat.',
    });
  });

  it.each([
    ['See https://grafana.example.com/d/x?y=z now', 'See a link now'],
    ['Pod api-0198c4f0-5d8c-7000-8000-000000000001 died', 'Pod api-an id died'],
    ['[FIRING:1] {alert="Disk"} *** db_1', 'FIRING:1 alert Disk db 1'],
    ['<b>!!!</b>', 'b ! b'],
    ['Missed call from +436601234567', 'Missed call from 4 3 6, 6 0 1, 2 3 4, 5 6 7'],
    ['***', 'no title'],
  ])('%j is said as %j', (title, said) => {
    expect(renderVoice(notification({ incident: { title } })).text).toContain(`Payments. ${said}.`);
  });
});

describe('push', () => {
  it('is urgent for what cannot wait, replaces what it said before, and can acknowledge', () => {
    expect(renderPush(notification())).toMatchObject({
      urgency: 'high',
      topic: notification().incident.id,
      actions: [{ label: 'Acknowledge', method: 'POST' }],
    });
    const minor = notification({ incident: { severity: 'Minor' } });
    expect(renderPush(minor).urgency).toBe('normal');
    const resolved = notification({ intent: 'Resolved', incident: { status: 'Resolved' } });
    expect(renderPush(resolved)).toMatchObject({ urgency: 'normal', actions: [] });
  });
});
