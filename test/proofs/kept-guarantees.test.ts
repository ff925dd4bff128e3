import { afterAll, beforeAll, expect, it } from 'vitest';
import type { components } from '../../src/contract/index.ts';
import { createGuaranteeChecks, nextCheck } from '../../src/proofs/watch-guarantees.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type StaffedTeam, staffTeam } from '../support/staffed-team.ts';

type Status = components['schemas']['GuaranteeStatus'];

let server: TestApp;
let team: StaffedTeam;
let integration: string;
let id: string;

beforeAll(async () => {
  server = await startTestApp({
    env: { TOCSIN_SMTP_URL: 'smtp://127.0.0.1:9', TOCSIN_MAIL_FROM: 'tocsin@example.com' },
  });
  team = await staffTeam(server.api, 'Payments', [{ people: ['Ada'] }]);
  integration = await server.api.make('/inbound-integration', {
    ...{ displayName: 'Probe', teamId: team.id, type: 'Webhook' },
  });
  id = await server.api.make('/guarantee', {
    displayName: 'Told',
    incidents: { severities: ['Critical'] },
    told: { withinMinutes: 5 },
    horizonDays: 7,
  });
});
afterAll(() => server.stop());

const check = () => server.app.jobs.runAll((task) => task === 'guarantees');

async function status(): Promise<Status> {
  const { body } = await server.api.get(`/guarantee/${id}/status`);
  // as: answers are checked against the document.
  return body as unknown as Status;
}

async function said(): Promise<[boolean, string | undefined]> {
  const { isBeingChecked, result } = await status();
  return [isBeingChecked, result?.state];
}

async function told(): Promise<string[]> {
  const notes = await server.app.world.store.connection
    .collection('deliveries')
    .find({ 'note.title.code': /^guarantee/ })
    .toArray();
  return notes.map(({ note }) => String(note.title.code)).toSorted();
}

async function incidents(integrationId: string): Promise<unknown[]> {
  const found = await server.app.world.store.connection
    .collection('incidents')
    .find({ integrationId })
    .toArray();
  return found.map(({ status: state, severity, title }) => [state, severity, title]);
}

/** Notes what has changed, and checks what depends on it. */
async function again(): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    server.clock.advance(6);
    await check();
  }
}

it('is being checked until it was, and then stands in the list, too', async () => {
  expect(await status()).toEqual({
    ...{ isBeingChecked: true, checkedAt: null, stateSince: null, result: null },
  });
  await check();
  expect(await said()).toEqual([false, 'Holds']);
  const { body } = await server.api.get('/guarantee/search/list');
  expect(body.guarantees).toMatchObject([
    {
      state: 'Holds',
      isBeingChecked: false,
      firstBreakAt: null,
      checkedAt: '2026-03-02T10:00:00.000Z',
    },
  ]);
});

it('is said to be no longer known once something changes, and is checked 5 seconds later', async () => {
  const silence = await server.api.make('/silence', {
    ...{ displayName: 'Move', teamId: team.id, integrationIds: [integration] },
    start: '2026-03-05T12:00:00Z',
    end: '2026-03-05T14:00:00Z',
  });
  expect(await said()).toEqual([true, 'Holds']);
  await check();
  expect(await said()).toEqual([true, 'Holds']);
  server.clock.advance(5);
  await check();
  const { result } = await status();
  expect(result).toMatchObject({
    state: 'BreaksOn',
    firstBreakAt: '2026-03-05T12:00:00.000Z',
    holesTotal: 1,
    counterExample: { teamId: team.id, peopleTold: 0 },
  });

  await server.api.delete(`/silence/${silence}`);
  await again();
  expect(await said()).toEqual([false, 'Holds']);
});

it('tells administrators that it is broken and that it is no more, once, and opens an incident until then', async () => {
  const alarm = await server.api.make('/inbound-integration', {
    ...{ displayName: 'Guarantees', teamId: team.id, type: 'Webhook' },
  });
  const unheard = await server.api.make('/guarantee', {
    displayName: 'Called',
    incidents: { severities: ['Critical'], integrationIds: [integration] },
    told: { withinMinutes: 5, channels: ['VoiceCall'] },
    alarm: { integrationId: alarm },
  });
  await again();
  await again();
  // That it would break, and then no more, is of the silence in the test before.
  const sofar = ['guaranteeBreaksTitle', 'guaranteeBrokenTitle', 'guaranteeOverTitle'];
  expect(await told()).toEqual(sofar);
  expect(await incidents(alarm)).toEqual([['Open', 'Critical', 'A guarantee breaks: Called']]);

  await server.api.put(`/guarantee/${unheard}`, {
    displayName: 'Called',
    incidents: { severities: ['Critical'], integrationIds: [integration] },
    told: { withinMinutes: 5 },
    alarm: { integrationId: alarm },
  });
  await again();
  expect(await told()).toEqual([...sofar, 'guaranteeOverTitle']);
  expect(await incidents(alarm)).toEqual([['Resolved', 'Critical', 'A guarantee breaks: Called']]);
  const isAlarmLost = async () =>
    (await server.api.get(`/guarantee/${unheard}`)).body.isAlarmLost === true;
  expect(await isAlarmLost()).toBe(false);
  await server.api.delete(`/inbound-integration/${alarm}`);
  expect(await isAlarmLost()).toBe(true);
  await server.api.delete(`/guarantee/${unheard}`);
});

it('stands in the metrics of the server, by ids and its state', async () => {
  const quiet = await server.api.make('/guarantee', {
    displayName: 'Called',
    incidents: { severities: ['Critical'], integrationIds: [integration] },
    told: { withinMinutes: 5, channels: ['VoiceCall'] },
  });
  await again();
  const lines = async () => {
    await server.app.jobs.runAll((task) => task === 'guarantee-metrics');
    const text = await (await fetch(`${server.app.url}/metrics`)).text();
    return text
      .split('\n')
      .filter((line) => /^tocsin_guarantee/.test(line) && line.includes(quiet))
      .map((line) => line.replace(/organization="[^"]+",/, ''));
  };
  expect(await lines()).toEqual([
    `tocsin_guarantee_state{guarantee="${quiet}",state="Broken"} 1`,
    `tocsin_guarantee_breaks_in_seconds{guarantee="${quiet}"} 0`,
  ]);
  await server.api.delete(`/guarantee/${quiet}`);
  await server.app.jobs.runAll();
  expect(await lines()).toEqual([]);
});

it('what it is to open an incident by has to be an integration that reads what is posted', async () => {
  const other = await server.api.make('/inbound-integration', {
    ...{ displayName: 'Grafana', teamId: team.id, type: 'Grafana' },
  });
  const { status: code, body } = await server.api.post('/guarantee', {
    displayName: 'Called',
    incidents: {},
    told: { withinMinutes: 5 },
    alarm: { integrationId: other },
  });
  expect([code, body.detail]).toEqual([
    400,
    'alarm.integrationId: name an integration of the type Webhook',
  ]);
});

it('changes that nobody is told by make no state old', async () => {
  await again();
  await server.api.make('/public-update-template', {
    displayName: 'Sorry',
    messages: [{ language: 'en', message: 'Sorry.' }],
  });
  expect(await said()).toEqual([false, 'Holds']);
});

it('is checked every hour, and not to be relied on where that did not happen', async () => {
  const before = (await status()).checkedAt ?? '';
  server.clock.advance(3600);
  await check();
  const { checkedAt } = await status();
  expect(Date.parse(checkedAt ?? '') - Date.parse(before)).toBe(3_600_000);
  server.clock.advance(7201);
  expect(await said()).toEqual([true, 'Holds']);
});

it('two processes that check at once leave one state for each guarantee', async () => {
  const { world } = server.app;
  const shared = { exclusive: () => false };
  const channels = { missing: () => null, providers: () => [] };
  const checks = [0, 1].map(() => createGuaranteeChecks(world, shared, channels));
  await Promise.all(checks.map((run) => run(new AbortController().signal)));
  expect(await said()).toEqual([false, 'Holds']);
  await server.api.delete(`/guarantee/${id}`);
  await server.app.jobs.runAll();
  expect(await world.store.connection.collection('guarantee_states').countDocuments()).toBe(0);
});

it('is checked again as soon as another state begins, at most once a minute', () => {
  const from = new Date('2026-03-02T10:00:00Z');
  const at = (minutes: number) => from.getTime() + minutes * 60_000;
  const next = (state: 'Broken' | 'BreaksOn' | 'Holds', start: number | null, end: number) =>
    nextCheck(
      {
        ...{ state, reason: null, until: 0, incidentClasses: 1, timeClasses: 1 },
        firstBreakAt: start === null ? null : at(start),
        holes: start === null ? [] : [{ start: at(start), end: at(end) }],
        ...{ holesTotal: 1, excused: [], excusedBy: [], counterExample: null },
      },
      from,
    ).getTime();
  expect(next('Holds', null, 0)).toBe(at(60));
  expect(next('BreaksOn', 30, 90)).toBe(at(30));
  expect(next('BreaksOn', 90, 120)).toBe(at(60));
  expect(next('Broken', 0, 20)).toBe(at(20));
  expect(next('Broken', 0, 0.1)).toBe(at(1));
});
