import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { components } from '../../openapi/types/public-v1.generated.ts';
import { Town } from '../stories/town.ts';
import { makeKey, makeOrganization, makePerson } from '../support/keys.ts';

type Replay = components['schemas']['Replay'];
type Noise = NonNullable<Replay['noise']>;
type WhatIf = Noise['whatIfs'][number];

const day = 24 * 60;
const begin = '2026-03-02T01:00:00Z';

let town: Town;
let teamId: string;
let integrationId: string;
let report: Replay & { noise: Noise };

/** Of a night: the disk is full for four minutes, by itself; the till is closed until somebody mends it. */
async function live(): Promise<void> {
  await town.begin(begin);
  await town.person('Ada', { hasPhone: true, hasBrowser: true });
  teamId = await town.team('Payments', [{ people: ['Ada'] }]);
  const disk = await town.probe(teamId);
  for (let night = 0; night < 5; night += 1) {
    await town.until(night * day);
    await disk.open(`Disk of host-${night} is full`, 'Minor');
    await town.until(night * day + 4);
    await disk.resolve(`Disk of host-${night} is full`);
  }
  await town.until(5 * day);
  await disk.open('Till closed', 'Critical');
  await town.until(5 * day + 2);
  await town.acknowledgeByLink('Ada');
  await town.until(5 * day + 60);
  await disk.resolve('Till closed');
  await town.until(6 * day);
  integrationId = disk.id;
}

async function asked(body: object): Promise<Replay> {
  const { api } = town.server;
  const begun = await api.post('/noise-report', body);
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  return vi.waitUntil(
    async () => {
      const { body: run } = await api.get(`/replay/${begun.body.id}`);
      return run.state === 'Running' ? null : (run as unknown as Replay);
    },
    { timeout: 120_000, interval: 50 },
  );
}

const whatIf = (kind: WhatIf['kind']) => report.noise.whatIfs.find((one) => one.kind === kind);

beforeAll(async () => {
  town = await Town.start();
  await live();
  // as: it has the noise of what it is asked for.
  report = (await asked({ days: 10 })) as Replay & { noise: Noise };
});
afterAll(() => town.stop());

describe('what woke people', () => {
  it('is counted by minute and person, at night and for nothing', () => {
    expect(report).toMatchObject({ state: 'Done', isNoiseReport: true, progress: 1, changes: 0 });
    expect(report.noise.totals).toMatchObject({
      ...{ incidents: 6, workedOn: 1, endedThemselves: 5, untouched: 0 },
    });
    const { wakeUps, needless, atNight, needlessAtNight } = report.noise.totals;
    expect([wakeUps - needless, atNight, needlessAtNight]).toEqual([2, wakeUps, needless]);
    expect(needless).toBeGreaterThanOrEqual(5);
  });

  it('is named by integration, team, title and person, the loudest first', () => {
    const named = report.noise.sources.map(({ by, entityId, displayName }) => [
      by,
      entityId ?? displayName,
    ]);
    expect(named.slice(0, 4)).toEqual([
      ['Integration', integrationId],
      ['Team', teamId],
      ['Title', 'Disk of host-# is full'],
      ['Title', 'Till closed'],
    ]);
    expect(named.at(-1)?.[0]).toBe('Person');
    const [, , disk, till] = report.noise.sources;
    expect(disk).toMatchObject({ incidents: 5, endedThemselves: 5 });
    expect(disk?.needless).toBe(disk?.wakeUps);
    expect(till).toMatchObject({ incidents: 1, workedOn: 1, needless: 0 });
  });
});

describe('what would have woken them less', () => {
  it('is replayed, and says what was worked on and would have been told later', () => {
    const pause = whatIf('Pause');
    expect(pause).toMatchObject({
      text: 'People are told of incidents of “Probe” after 5 minutes, unless they have ended by then.',
      code: 'hold_settings = {\n  pause_minutes = 5\n}',
      workedOn: 1,
      workedOnKinds: [{ kind: 'Later', count: 1 }],
    });
    expect(pause?.changed.wakeUps).toBeLessThan(pause?.present.wakeUps ?? 0);
    const [example] = pause?.workedOnExamples ?? [];
    const delay = Date.parse(example?.changedAt ?? '') - Date.parse(example?.presentAt ?? '');
    expect(delay).toBe(5 * 60_000);
  });

  it('comes first where nobody who worked on anything hears otherwise', () => {
    const { whatIfs } = report.noise;
    expect(whatIfs[0]).toMatchObject({ kind: 'Morning', workedOn: 0 });
    expect(whatIfs.map(({ workedOn }) => Number(workedOn > 0))).toEqual(
      whatIfs.map(({ workedOn }) => Number(workedOn > 0)).toSorted(),
    );
    expect(whatIf('Morning')?.changed.wakeUps).toBe(2);
  });

  it('is a change set that a replay and a proof take, with the same outcome', async () => {
    for (const { changes, different } of report.noise.whatIfs) {
      const { body } = await town.server.api.post('/replay', { changes, days: 10 });
      const replay = await vi.waitUntil(
        async () => {
          const { body: run } = await town.server.api.get(`/replay/${body.id}`);
          return run.state === 'Running' ? null : run;
        },
        { timeout: 120_000, interval: 50 },
      );
      expect(replay).toMatchObject({ state: 'Done', different, noise: null });
      const { status } = await town.server.api.post('/proof', { changes, horizonDays: 1 });
      expect(status).toBe(200);
    }
  });
});

it('refuses what it cannot do, and whoever may not', async () => {
  const { api } = town.server;
  const post = (body: object, by = api) => by.post('/noise-report', body);
  expect((await post({ days: 2, from: begin })).status).toBe(400);
  expect((await post({ days: 0 })).status).toBe(400);
  expect((await post({ weeks: 2 })).status).toBe(400);
  expect((await post({ integrationIds: [crypto.randomUUID()] })).status).toBe(404);
  const member = await makePerson(town.server, { teams: { [teamId]: 'Member' } });
  expect((await post({ days: 2 }, member.api)).status).toBe(403);
  const scopes = [{ resource: 'teams', permissions: ['get'] }];
  const scoped = town.server.as(await makeKey(town.server, { scopes }));
  expect((await post({ days: 2 }, scoped)).status).toBe(403);
  const stranger = await makeOrganization(town.server);
  expect((await stranger.api.get(`/replay/${report.id}`)).status).toBe(404);
  const log = await api.get(`/auditlog/list?EntityId=${report.id}`);
  expect(log.body).toMatchObject({ items: [{ action: 'noise-report.create' }] });
});

it('shows nothing of teams whose payloads somebody may not read', async () => {
  const other = await town.team('Search', [{ people: ['Ada'] }]);
  const person = await makePerson(town.server, { teams: { [other]: 'Administrator' } });
  const { body } = await person.api.get(`/replay/${report.id}`);
  const { sources, whatIfs } = report.noise;
  expect(body.noise).toMatchObject({
    ...{ sources: [], whatIfs: [], hidden: sources.length + whatIfs.length },
    totals: report.noise.totals,
  });
});
