import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Finding } from '../../src/coverage/index.ts';
import { deliveriesOf } from '../../src/notifications/delivery.ts';
import { loadSnapshot, openIncident, openStage, runIncident } from '../../src/stage/index.ts';
import { Town } from '../stories/town.ts';
import { runsOf, seedOf } from '../support/runs.ts';

let town: Town;
let month = 0;

beforeAll(async () => {
  town = await Town.start();
});
afterAll(() => town.stop());

const names = ['Ada', 'Bob', 'Cem', 'Dee'];
const minute = 60_000;
const hour = 60 * minute;

const office = { fromDay: 'mon', from: '09:00', untilDay: 'fri', until: '17:00' };
const nights = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day, index, days) => ({
  ...{ fromDay: day, from: '18:00', until: '07:00' },
  untilDay: days[(index + 1) % 7],
}));
const hours = fc.constantFrom(null, [office], nights);
const target = fc.constantFrom('person', 'schedule', 'next', 'team', 'other', 'policy');
const step = fc.record({
  targets: fc.uniqueArray(target, { minLength: 1, maxLength: 2 }),
  afterMinutes: fc.integer({ min: 1, max: 9 }),
  severities: fc.constantFrom(null, null, ['Critical'], ['Minor', 'Warning']),
  hours,
  outsideHours: fc.constantFrom('wait', 'skip'),
  ifNobody: fc.constantFrom('nextAtOnce', 'wait'),
  repeats: fc.nat(1),
});
const organization = fc.record({
  /** Of the team that is looked at, of a team that it may begin, and of a policy of that team. */
  steps: fc.array(step, { minLength: 1, maxLength: 3 }),
  other: fc.option(fc.array(step, { minLength: 1, maxLength: 2 }), { nil: null }),
  begun: fc.array(step, { minLength: 1, maxLength: 2 }),
  duty: hours,
  suspended: fc.subarray(names),
  begin: fc.nat(14 * 24 - 1),
  instants: fc.array(fc.nat(13 * 24), { minLength: 40, maxLength: 40 }),
});
type Organization = typeof organization extends fc.Arbitrary<infer Value> ? Value : never;
type Step = Organization['steps'][number];

/** All that anything in it waits for is over by then, and no hours begin or end meanwhile. */
const withinMinutes = 54;

async function settle({ steps, other, begun, duty, suspended, begin }: Organization) {
  month += 1;
  const at = Date.UTC(2026, month, 1, begin) + 5 * minute;
  await town.begin(new Date(at).toISOString());
  const { api } = town;
  for (const name of names) await town.person(name);
  const [ada, bob, cem, dee] = names.map((name) => town.idOf(name));
  const teamId = await api.make('/team', { displayName: `Payments ${month}`, timeZoneId: 'UTC' });
  const otherId = await api.make('/team', { displayName: `Other ${month}`, timeZoneId: 'UTC' });
  const empty = await api.make('/team', { displayName: `Empty ${month}`, timeZoneId: 'UTC' });
  await api.make('/team-membership', { userId: cem, teamId: otherId, role: 'Member' });
  const schedule = await api.make('/on-call-schedule', {
    ...{ displayName: `Duty ${month}`, teamId, timeZoneId: 'UTC' },
    layers: [
      {
        hours: duty,
        groups: [{ userIds: [bob] }, { userIds: [dee] }],
        turns: { unit: 'days', every: 1, from: '2026-01-01T09:00:00Z' },
      },
    ],
  });
  /** A policy that would begin itself is refused. */
  const stepsOf = (given: readonly Step[], begins: { policyId?: string; followed?: string }) =>
    given.map(({ targets, ...one }, index) => ({
      ...one,
      ...(index === 0 ? { afterMinutes: 0 } : {}),
      targets: targets.flatMap((kind): object[] => {
        if (kind === 'person') return [{ userId: ada }];
        if (kind === 'schedule') return [{ scheduleId: schedule }];
        if (kind === 'next') return [{ scheduleId: schedule, pick: 'next' }];
        if (kind === 'team') return [{ teamId: empty, pick: 'members' }];
        const { policyId, followed } = begins;
        if (kind === 'other')
          return [followed ? { teamId: followed, pick: 'policy' } : { userId: dee }];
        return policyId ? [{ policyId }] : [{ userId: cem }];
      }),
    }));
  const policy = (displayName: string, team: string, more: object) =>
    api.make('/escalation-policy', { displayName, teamId: team, ...more });
  const second = await policy(`Second ${month}`, otherId, { steps: stepsOf(begun, {}) });
  if (other)
    await policy(`Usual of other ${month}`, otherId, {
      steps: stepsOf(other, { policyId: second }),
      isDefault: true,
    });
  await policy(`Usual ${month}`, teamId, {
    steps: stepsOf(steps, { policyId: second, followed: otherId }),
    isDefault: true,
  });
  const probe = await town.probe(teamId);
  for (const name of suspended) {
    const { status, text } = await api.post(`/user/${town.idOf(name)}/suspend`, {});
    expect(status, text).toBe(200);
  }
  return { at, teamId, probe };
}

async function gapsOf(teamId: string) {
  const { body, status, text } = await town.api.get(`/coverage?TeamIds=${teamId}`);
  expect(status, text).toBe(200);
  return (body.findings as Finding[])
    .filter(({ kind, team }) => kind === 'NobodyOnCall' && team?.id === teamId)
    .map(({ start, end }) => ({ start: Date.parse(start ?? ''), end: Date.parse(end ?? '') }));
}

it('a gap of a policy is where nobody is told, on the stage and by the server, and nothing else is one', async () => {
  const seen = { gap: 0, told: 0, real: 0 };
  await fc.assert(
    fc.asyncProperty(organization, async (given) => {
      const { at, teamId, probe } = await settle(given);
      const { app, organizationId } = town.server;
      const gaps = await gapsOf(teamId);
      const isGap = (instant: number) =>
        gaps.some(({ start, end }) => start <= instant && instant < end);
      const channels = { missing: () => null, providers: () => [] };
      const stage = openStage(await loadSnapshot(app.world, organizationId, channels));
      for (const instant of given.instants.map((hours) => at + hours * hour)) {
        const opened = new Date(instant);
        const alert = { integrationId: probe.id, title: 'Down', attributes: [] };
        const { incident } = openIncident(stage, { ...alert, severity: 'Critical' }, opened);
        if (!incident) throw new Error('Nothing opens on the stage.');
        const until = new Date(instant + withinMinutes * minute);
        const { steps } = runIncident({ stage, incident, at: opened, until });
        const isTold = steps.some(({ outcome }) => outcome === 'told');
        seen[isTold ? 'told' : 'gap'] += 1;
        expect(isGap(instant), opened.toISOString()).toBe(!isTold);
      }
      const { incidentId } = await probe.open('Down');
      await town.until(withinMinutes);
      const people = names.map((name) => town.idOf(name));
      const sent = await deliveriesOf(app.world).find({ incidentId, state: 'sent' }).toArray();
      const isTold = sent.some(({ ownerId, isAlert }) => isAlert && people.includes(ownerId));
      seen.real += isTold ? 1 : 0;
      expect(isGap(at)).toBe(!isTold);
    }),
    { numRuns: runsOf({ short: 4, long: 120 }), seed: seedOf(27), endOnFailure: true },
  );
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0);
});
