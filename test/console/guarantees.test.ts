import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsToTry, keysOf } from '../../console/pages/guarantees/in-spite.ts';
import { minutesOf } from '../../console/pages/guarantees/minutes-of.ts';
import { labelsBetween } from '../../console/pages/guarantees/strip-labels.ts';
import { worstFirst } from '../../console/pages/guarantees/worst-first.ts';
import {
  type ConsoleStory,
  fill,
  heading,
  look,
  press,
  shows,
  startConsole,
} from '../support/console.ts';
import { staffTeam } from '../support/staffed-team.ts';

let story: ConsoleStory;
beforeAll(async () => {
  story = await startConsole({
    env: { TOCSIN_SMTP_URL: 'smtp://127.0.0.1:9', TOCSIN_MAIL_FROM: 'tocsin@example.com' },
  });
});
afterAll(async () => story?.stop());

it('what happens stands once, in order of time, with the end of the time in which people had to be told among it', () => {
  const message = (at: string, dropReason: string | null) => ({
    ...{ at, channel: 'Email' as const, recipientId: 'ada', recipient: 'Ada', dropReason },
    ...{ because: 'Tier 1', becauseSentence: said, dropReasonSentence: null },
  });
  const said = { code: 'proofGoesOn' as const, values: {} };
  const { minutes, left } = minutesOf(
    {
      at: '2026-03-02T18:00:00Z',
      messages: [
        message('2026-03-02T18:30:00Z', 'off'),
        message('2026-03-02T18:00:00Z', 'off'),
        message('2026-03-02T18:05:00Z', null),
        message('2026-03-02T18:07:00Z', 'away'),
      ],
      steps: [{ at: '2026-03-02T18:00:00Z', text: 'Opened', textSentence: null }],
    },
    5,
  );
  const lines = minutes.map(({ after, kind, happenings }) => [
    after / 60_000,
    kind,
    happenings.length,
  ]);
  expect(lines).toEqual([
    [0, 'opens', 2],
    [5, 'early', 1],
    [5, 'deadline', 0],
    [7, 'late', 1],
  ]);
  expect(left).toBe(1);
});

it('the strip says its first and last day, and the months between, none upon another', () => {
  const names = (start: string, days: number) => {
    const from = Date.parse(start);
    return labelsBetween(from, from + days * 86_400_000, 'Europe/Berlin', 'en-GB').map(
      ({ at, name }) => `${name} ${Math.round((at - from) / 86_400_000)}`,
    );
  };
  expect(names('2026-03-12T10:00:00Z', 90)).toEqual(['12 Mar 0', 'Apr 20', 'May 50', '10 Jun 90']);
  expect(names('2026-03-28T10:00:00Z', 90)).toEqual(['28 Mar 0', 'May 34', 'Jun 65', '26 Jun 90']);
  expect(names('2026-03-28T10:00:00Z', 5)).toEqual(['28 Mar 0', 'Apr 4', '2 Apr 5']);
});

it('what is broken stands first, then what breaks soonest', () => {
  const one = (state: 'Holds' | 'BreaksOn' | 'Broken', firstBreakAt: string | null = null) => ({
    state,
    firstBreakAt,
  });
  const [broken, soon, later, holds] = [
    one('Broken', '2026-01-01'),
    one('BreaksOn', '2026-02-01'),
    one('BreaksOn', '2026-03-01'),
    one('Holds'),
  ];
  expect([holds, later, soon, broken].toSorted(worstFirst)).toEqual([broken, soon, later, holds]);
});

it('what may go wrong beside is what touches the ways that count, and is proven by itself', () => {
  const told = { withinMinutes: 5, channels: ['Push' as const] };
  const faults = faultsToTry({ told });
  expect([...faults.keys()]).toEqual(['ChannelDown Push', 'PeopleAway 1', 'PeopleAway 2']);
  expect([...faultsToTry({ told: { withinMinutes: 5 } }).keys()]).toContain('CarrierDown');
  expect(keysOf({ evenIf: [{ fault: 'PeopleAway', count: 2 }] })).toEqual(['PeopleAway 2']);
});

it('a guarantee is made, and its page says when it breaks, by which incident, and what decides about it', async () => {
  const { api, clock, app } = story.server;
  const userId = await story.person('Olga Owner');
  const team = await staffTeam(api, 'Payments', [{ people: ['Ada'] }]);
  const integration = await api.make('/inbound-integration', {
    ...{ displayName: 'Prometheus prod', teamId: team.id, type: 'Webhook' },
  });
  const check = async () => {
    clock.advance(6);
    await app.jobs.runAll((task) => task === 'guarantees');
  };
  await story.visit({ userId }, async (page) => {
    await page.goto(`${story.url}/on-call/guarantees`);
    await shows(page, 'No guarantees');
    await press(page, 'New guarantee');
    await heading(page, 'New guarantee');
    await fill(page, 'Display name', 'Critical wakes somebody');
    await press(page, 'Create');
    await heading(page, 'Critical wakes somebody');
    await check();
    await check();
    await shows(page, 'Broken now, and as far as one can see');
    await shows(page, 'Somebody had to be told by now; nobody was.');
    await shows(page, 'What would mend it');
    await look(page, 'guarantee-broken');
  });
  const day = 86_400_000;
  const at = (days: number) => new Date(clock.now().getTime() + days * day).toISOString();
  const { body: made } = await api.get('/guarantee/search?DisplayName=Critical wakes somebody');
  await api.put(`/guarantee/${made.id}`, {
    displayName: 'Critical wakes somebody',
    incidents: { severities: ['Critical'], integrationIds: [integration] },
    told: { withinMinutes: 10 },
    evenIf: [{ fault: 'PeopleAway', count: 1 }],
  });
  await api.make('/guarantee', {
    displayName: 'Somebody hears of warnings',
    incidents: { severities: ['Warning'] },
    told: { withinMinutes: 15 },
    excuses: ['Silence'],
  });
  await api.make('/silence', {
    ...{ displayName: 'Move', teamId: team.id, integrationIds: [integration] },
    ...{ start: at(12), end: at(14) },
  });
  await check();
  await check();
  await story.visit({ userId, language: 'de' }, async (page) => {
    await page.goto(`${story.url}/on-call/guarantees`);
    await shows(page, 'Hält');
    await look(page, 'guarantees-de');
    await press(page, 'Somebody hears of warnings');
    await shows(page, 'Einmal entschuldigt');
    await page.locator('::-p-text(eine Person nichts bemerkt)').click();
    await press(page, 'Beweisen');
    await shows(page, 'Jetzt verletzt');
    await look(page, 'guarantee-excused-de');
    await page.goto(`${story.url}/on-call/guarantees/${made.id}`);
    await shows(page, 'Die kleinste Störung');
  });
  const muted = { ...(await api.get(`/inbound-integration/${integration}`)).body, isMuted: true };
  const changes = [
    { action: 'replace', entityType: 'InboundIntegration', id: integration, wire: muted },
  ];
  const { status, text } = await api.post('/proof', { changes });
  expect(status, text).toBe(200);
  await story.visit({ userId }, async (page) => {
    await page.goto(`${story.url}/on-call/guarantees`);
    await press(page, 'Proofs');
    await heading(page, 'Proofs');
    await shows(page, '2 × Broken');
    await look(page, 'proofs');
    await page.locator('tbody a').click();
    await shows(page, 'What would mend it');
    await look(page, 'proof');
    await press(page, 'Minute by minute');
    await shows(page, 'The smallest incident that breaks it');
    await look(page, 'proof-minutes');
  });
});
