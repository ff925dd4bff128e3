import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { incidentsOf } from '../../src/incidents/index.ts';
import { type Held, heldTitle, kindsOfHold } from './kinds-of-hold.ts';
import { Town } from './town.ts';

const heartbeat = 'https://heartbeat.example/tocsin';
let town: Town;
let day = 0;
let teamId: string;
beforeAll(async () => {
  town = await Town.start({ TOCSIN_HEARTBEAT_URL: heartbeat });
});
afterAll(() => town.stop());
beforeEach(async () => {
  for (const { id } of (await town.api.get('/shadow-run/search/list')).body.shadowRuns as {
    id: string;
  }[])
    await town.api.delete(`/shadow-run/${id}`);
  day += 7;
  await town.begin(new Date(Date.UTC(2026, 0, day, 2)).toISOString());
  await town.person('Ada', { hasPhone: true });
  teamId = await town.team('Payments', [{ people: ['Ada'] }]);
});

const look = () => town.server.app.jobs.runAll((task) => task === 'alerting-health');
const toAda = () => town.heard.filter((line) => line.includes('Ada') && line.includes(heldTitle));

/** Lines of the metric, as `labels value`. */
async function metric(name: string): Promise<string[]> {
  await look();
  const text = await (await fetch(`${town.server.app.url}/metrics`)).text();
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`))
    .map((line) => line.slice(name.length));
}
const heldNow = () => metric('tocsin_held_incidents');

/** Ends what is waited for, and lets the time of the hold pass. */
async function end({ awaitedId, endsAt }: Held): Promise<void> {
  if (awaitedId) await town.change(awaitedId, 'Resolved');
  // What a task finds out at the end is told in a minute at the latest.
  for (const more of [0, 1]) await town.until((endsAt ?? 60) + more);
}

describe.each(kindsOfHold)('$name', ({ kind, hold }) => {
  it('is counted while it holds an incident back, by team and kind, and not afterwards', async () => {
    const held = await hold(town, teamId);
    expect(toAda()).toEqual([]);
    expect(await heldNow()).toEqual([`{team="${teamId}",hold="${kind}"} 1`]);
    await end(held);
    expect(toAda().length > 0).toBe(held.endsAt !== null);
    expect(await heldNow()).toEqual(
      held.endsAt === null ? [`{team="${teamId}",hold="${kind}"} 1`] : [],
    );
    await town.change(held.incidentId, 'Resolved');
    expect(await heldNow()).toEqual([]);
  });
});

describe('a hold that is over and not ended', () => {
  const overdue = () => metric('tocsin_hold_over_seconds');
  const readyz = async () => (await fetch(`${town.server.app.url}/readyz`)).text();
  const beats = async () => {
    const count = () =>
      town.tools.requests.filter(({ host }) => host === 'heartbeat.example').length;
    const before = count();
    await look();
    return count() > before;
  };
  const stored = kindsOfHold.filter(
    ({ kind, name }) =>
      ['Threshold', 'Pause', 'Dependency', 'Suppression', 'Snoozed', 'SupportHours'].includes(
        kind,
      ) || name === 'a silence',
  );

  it.each(stored)(
    '$name: is late in metric, probe and heartbeat, though nothing says that it is due',
    async ({ kind, hold }) => {
      const { incidentId, awaitedId } = await hold(town, teamId);
      if (awaitedId) await town.change(awaitedId, 'Resolved');
      await town.until(1);
      expect(await overdue()).toEqual([]);
      expect(await beats()).toBe(true);
      // Whoever was to look at it at the end will not: the hint is lost.
      await incidentsOf(town.server.app.world).updateOne(
        { _id: incidentId },
        { $unset: { 'alerting.nextAt': 1 } },
      );
      town.standStillUntil(20);
      await look();
      town.standStillUntil(30);
      expect((await overdue()).map((line) => line.replace(/ .*/, ''))).toEqual([
        `{hold="${kind}"}`,
      ]);
      expect(await readyz()).toMatch(new RegExp(`^${kind} is over since \\d+\\.\\d s`, 'm'));
      expect(await beats()).toBe(false);
      expect(toAda()).toEqual([]);
      await town.change(incidentId, 'Resolved');
      await town.until(31);
      expect(await overdue()).toEqual([]);
      expect(await beats()).toBe(true);
    },
  );
});
