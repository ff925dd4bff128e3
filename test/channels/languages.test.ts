import { describe, expect, it } from 'vitest';
import { channelNames, registry } from '../../src/channels/index.ts';
import type { components } from '../../src/contract/index.ts';
import { answerToReply } from '../../src/notifications/index.ts';
import { type Language, usualSpeech } from '../../src/sentences/index.ts';
import { errorPage, incidentsPage } from '../../src/surfaces/links/page.ts';
import { type Changes, notification } from '../notifications/sample.ts';
import { expectGerman, read } from '../support/only-german.ts';

/** Each message is wholly in one language, but for what other people wrote. */

const publicUrl = 'https://alerts.example.com';
const intents = [
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
] as const satisfies readonly components['schemas']['Intent'][];

/** What other people wrote is of digits, so that all letters that are left are ours. */
function sample(language: Language, changes: Changes = {}) {
  return notification({
    teamNames: ['111'],
    integrationName: '222',
    actorName: '333',
    message: '444',
    reason: null,
    recipient: { name: '555', timeZoneId: 'Europe/Berlin', speech: usualSpeech[language] },
    ...changes,
    incident: {
      title: '666 https://777.example/1 0198c4f0-5d8c-7000-8000-000000000001',
      attributes: Array.from({ length: 40 }, (_, index) => ({ name: `${index}`, value: '8' })),
      ...changes.incident,
    },
  });
}

const bundled = Array.from({ length: 3 }, () => ({
  title: '',
  status: 'Open' as const,
  severity: 'Warning' as const,
}));
const links = { view: publicUrl, acknowledge: null };
const kinds: Record<string, Changes> = {
  ...Object.fromEntries(intents.map((intent) => [intent, { intent }])),
  'by the integration': { actorName: null },
  'by nobody': { actorName: null, integrationName: null },
  'of no team': { teamNames: [] },
  'without a title': { incident: { title: '' } },
  'with a picture': {
    incident: { attributes: [{ name: '1', value: 'https://1.example/', isImage: true }] },
  },
  resolved: { intent: 'Resolved', incident: { status: 'Resolved' }, links },
  'resolved, of no team': { teamNames: [], incident: { status: 'Resolved' }, links },
  bundle: { bundledCount: 9, bundled },
  'bundle of no team': { bundledCount: 9, bundled, teamNames: [] },
  'without a link': { links },
  'without a code': { replyCode: null },
  minor: { incident: { severity: 'Minor' } },
};

describe.each(channelNames)('%s', (name) => {
  const { reply, render, renderTest } = registry[name];

  it.each(Object.keys(kinds))('says in German: %s', (kind) => {
    const given = sample('de', kinds[kind]);
    const inGerman = reply.by === 'keys' ? reply.script(given) : render(given);
    expectGerman(inGerman);
    const other = sample('en', kinds[kind]);
    const inEnglish = reply.by === 'keys' ? reply.script(other) : render(other);
    expect(read(inEnglish)).not.toBe(read(inGerman));
  });

  it('says its test in German', () => {
    expectGerman(renderTest(publicUrl, usualSpeech.de));
  });
});

const replied = (['Open', 'Resolved'] as const).flatMap((status) =>
  [true, false].flatMap((isAcknowledged) =>
    [true, false].map((hasAnswer) => ({
      ...{ id: '1', title: '', severity: 'Critical' as const },
      ...{ status, isAcknowledged, hasAnswer, settledBy: null },
    })),
  ),
);

describe('what people are answered', () => {
  it.each(['Investigated', 'Resolved', 'Escalated'] as const)('in German, to %s', (intent) => {
    for (const incidents of [...replied.map((one) => [one]), replied, []])
      expectGerman(answerToReply(intent, incidents, usualSpeech.de));
  });

  it('on the page of a link', () => {
    for (const isAnswer of [true, false])
      for (const incidents of [...replied.map((one) => [one]), replied])
        expectGerman(incidentsPage(incidents, { isAnswer }, usualSpeech.de));
    for (const why of ['linkInvalid', 'linkTooOften', 'linkTryAgain', 'replyGone'] as const)
      expectGerman(errorPage(why, { language: 'de' }));
  });
});

it('times are written as in the region of the person', () => {
  const timeOf = (locale: string) => {
    const { language } = usualSpeech[locale.startsWith('de') ? 'de' : 'en'];
    const recipient = { name: '5', timeZoneId: 'America/New_York', speech: { language, locale } };
    return /(?:Opened|Eröffnet): (.*)/.exec(
      registry.Email.render(sample('en', { recipient })).text,
    )?.[1];
  };
  expect(timeOf('en-GB')).toContain('1 Mar 2026, 21:14');
  expect(timeOf('en-US')).toMatch(/Mar 1, 2026,? (?:at )?0?9:14\sPM/);
  expect(timeOf('de-CH')).toContain('1. März 2026');
});
