import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { say, words } from '../../src/sentences/index.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import {
  type ConsoleStory,
  desk,
  heading,
  look,
  phone,
  picture,
  press,
  shows,
  startConsole,
} from '../support/console.ts';
import { storeDelivery } from '../support/deliveries.ts';
import { type StaffedTeam, staffTeam } from '../support/staffed-team.ts';
import { send } from '../support/webhook.ts';

let story: ConsoleStory;
let smtp: FakeSmtpServer;
let team: StaffedTeam;
let integrationId: string;
let incidentId: string;
const title = 'Checkout fails: 5xx rate is high';

const minute = 60;

async function alert(status: 'firing' | 'resolved', value: string): Promise<string> {
  const labels = {
    alertname: 'HighErrorRate',
    severity: 'critical',
    instance: 'checkout-7f9c:8080',
    namespace: 'shop',
    cluster: 'eu-central-1',
    pod: 'checkout-7f9c',
  };
  const annotations = {
    summary: title,
    description: `${value} of requests fail.`,
    runbook_url: 'https://runbooks.shop.example/high-error-rate',
    dashboard_url: 'https://grafana.shop.example/d/checkout',
  };
  const answer = await send(story.server, integrationId, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      version: '4',
      status,
      receiver: 'tocsin',
      groupKey: '{}:{alertname="HighErrorRate"}',
      externalURL: 'https://alertmanager.shop.example',
      groupLabels: { alertname: 'HighErrorRate' },
      commonLabels: labels,
      commonAnnotations: annotations,
      alerts: [
        {
          status,
          fingerprint: 'f00d',
          labels,
          annotations,
          startsAt: '2026-11-23T02:00:00Z',
          endsAt: '0001-01-01T00:00:00Z',
          generatorURL: 'https://prometheus.shop.example/graph',
        },
      ],
    }),
  });
  if (!answer.body.incidentId) throw new Error(answer.text);
  return String(answer.body.incidentId);
}

const act = (id: string, intent: string, more: object = {}) =>
  story.server.api.patch(`/incident/${id}`, {
    operations: { appendIntent: { intent, ...more } },
  });
const run = () => story.server.app.jobs.runAll();
const eventsOf = async (id: string) =>
  (await story.server.api.get(`/incident/search/${id}`)).body.events as {
    message: string | null;
    messageIsPublic: boolean | null;
    status: string;
    userAssignments: { userId: string }[];
    modification: { intent: string };
  }[];

beforeAll(async () => {
  smtp = await startSmtpServer();
  const begin = new Date(Date.now() - 40 * minute * 1000).toISOString();
  story = await startConsole({ clock: begin, env: { TOCSIN_SMTP_URL: smtp.url } });
  const { api, app, organizationId, clock } = story.server;
  team = await staffTeam(
    api,
    'Platform',
    [
      {
        people: ['Ada'],
        settings: { autoEscalationEnabled: true, autoEscalationAfterMinutes: 30 },
      },
      {
        people: ['Grace'],
        settings: { autoEscalationEnabled: true, autoEscalationAfterMinutes: 30 },
      },
      { people: ['Alan'] },
    ].map((tier) => ({ ...tier })),
  );
  integrationId = await api.make('/inbound-integration', {
    displayName: 'Alertmanager prod',
    teamId: team.id,
    type: 'PrometheusAlertmanager',
  });
  const at = (minutes: number) =>
    new Date(clock.now().getTime() + minutes * minute * 1000).toISOString();
  await api.make('/silence', {
    displayName: 'Storage migration',
    teamId: team.id,
    matchers: [{ name: 'Title', operator: '=', value: 'no such title' }],
    start: at(-90),
    end: at(-20),
  });
  const argoId = await api.make('/inbound-integration', {
    displayName: 'Argo CD',
    teamId: team.id,
    type: 'ArgoCd',
  });
  const deliveryId = await api.make('/incident', {
    title: 'checkout 4.3 is degraded',
    status: 'Open',
    severity: 'Warning',
    integrationId: argoId,
  });
  await act(deliveryId, 'Resolved');
  await api.make('/incident', {
    title: 'Payment queue grows',
    status: 'Open',
    severity: 'Warning',
    teamIds: [team.id],
  });
  const earlier = await alert('firing', '7 %');
  clock.advance(4 * minute);
  await act(earlier, 'Resolved', {
    message: 'Rolled back checkout 4.2: its pool had two connections.',
  });
  clock.advance(3 * minute);
  incidentId = await alert('firing', '9 %');
  await run();
  clock.advance(minute);
  for (const value of ['11 %', '12 %', '14 %']) {
    await alert('firing', value);
    clock.advance(2 * minute);
  }
  await storeDelivery(app.world, {
    organizationId,
    incidentId,
    teamIds: [team.id],
    because: say('tierOfTeam', { tier: 1, team: 'Platform' }),
    ownerId: team.people.Ada?.id ?? '',
    lane: 'VoiceCall',
    target: '+49…78',
    state: 'failed',
    dropReason: words('The carrier answered 30003: the handset cannot be reached.'),
  });
  await run();
});
afterAll(async () => {
  await story?.stop();
  await smtp?.stop();
});

/** Presses something, and counts it. */
function thumbOn(page: Page): { tap(name: string): Promise<void>; taps(): number } {
  let taps = 0;
  return {
    async tap(name) {
      await page.waitForFunction(
        '!document.querySelector(".incident-bar button[aria-disabled=true]")',
      );
      await press(page, name);
      taps += 1;
    },
    taps: () => taps,
  };
}

describe('the page of an incident at night', () => {
  it('answers in order what a woken person asks', async () => {
    await story.visit({ userId: team.people.Ada?.id ?? '', viewport: phone }, async (page) => {
      await page.goto(`${story.url}/incidents/${incidentId}`);
      await heading(page, title);
      for (const text of [
        'Nobody yet',
        'tier 2 of Platform',
        'Grace',
        'Call · failed',
        'resolved by API key “First start”',
        'Rolled back checkout 4.2',
        'Came again',
        'Storage migration',
        'checkout 4.3 is degraded',
        'Payment queue grows',
      ])
        await shows(page, text);
      const headings = await page.$$eval('h2', (all) => all.map((one) => one.textContent));
      expect(headings).toEqual([
        'Who has it',
        'What changed',
        'Last time',
        'What happened',
        'Attributes',
        'What came in',
      ]);
      await look(page, 'incident-night');
    });
  });

  it('takes each act by one thumb', async () => {
    const id = await alert('firing', '20 %');
    expect(id).toBe(incidentId);
    const ada = team.people.Ada?.id ?? '';
    const visit = { userId: ada, viewport: phone, scheme: 'dark' } as const;
    await story.visit(visit, async (page) => {
      await page.goto(story.url);
      const list = thumbOn(page);
      await list.tap(title);
      await list.tap('Acknowledge');
      await shows(page, 'Acknowledged by Ada');
      expect(list.taps()).toBe(2);

      const handing = thumbOn(page);
      await handing.tap('Hand over');
      await shows(page, 'Tier 2 of Platform');
      await picture(page, 'incident-hand-over');
      await handing.tap('Grace Tier 2 of Platform');
      await shows(page, 'Assigned by Ada');
      expect(handing.taps()).toBe(2);
      expect((await eventsOf(incidentId))[0]).toMatchObject({
        modification: { intent: 'Assigned' },
        userAssignments: [{ userId: team.people.Grace?.id }],
      });

      const resolving = thumbOn(page);
      await resolving.tap('Resolve with note');
      await page.waitForSelector('[role="dialog"] textarea:focus');
      await page.keyboard.type('Rolled back once more.');
      await picture(page, 'incident-note');
      await page.keyboard.press('Enter');
      await shows(page, 'Resolved by Ada');
      expect(resolving.taps()).toBe(1);
      expect((await eventsOf(incidentId))[0]).toMatchObject({
        modification: { intent: 'Resolved' },
        message: 'Rolled back once more.',
      });
      // What can be taken back is said where nothing is that can be pressed next.
      await shows(page, 'Undo');
      const overlap = await page.evaluate(`(() => {
        const undo = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Undo');
        const told = undo.closest('.notice').getBoundingClientRect();
        const bar = document.querySelector('.action-bar').getBoundingClientRect();
        return told.bottom > bar.top && told.top < bar.bottom;
      })()`);
      expect(overlap).toBe(false);
      await picture(page, 'incident-resolved');
      await press(page, 'Undo');
      await shows(page, 'Not acknowledged');
    });
  });

  it('says the same in German, at a desk', async () => {
    await story.visit(
      { userId: team.people.Ada?.id ?? '', language: 'de', viewport: desk },
      async (page) => {
        await page.goto(`${story.url}/incidents/${incidentId}`);
        await shows(page, 'Wer sie hat');
        await shows(page, 'Das letzte Mal');
        await look(page, 'incident-night-de');
      },
    );
  });

  it('asks for no more than 15 things, and is there on paper', async () => {
    await story.visit({ userId: team.people.Ada?.id ?? '' }, async (page) => {
      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        asked.push(`${request.method()} ${pathname}`);
      });
      await page.goto(`${story.url}/incidents/${incidentId}`);
      await shows(page, 'Rolled back');
      await page.waitForNetworkIdle({ idleTime: 300, concurrency: 1 });
      expect(asked.filter((one) => one.includes('/api/')).length).toBeLessThanOrEqual(15);
      await page.emulateMediaType('print');
      await picture(page, 'incident-print');
    });
  });
});
