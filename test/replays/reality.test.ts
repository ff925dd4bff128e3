import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/catalogue/index.ts';
import { templates } from '../../src/foundation.ts';
import { systemContext } from '../../src/kernel/index.ts';
import { deliveriesOf } from '../../src/notifications/delivery.ts';
import { sentAbout } from '../../src/notifications/index.ts';
import type { ReplayedIncident } from '../../src/replays/actor.ts';
import { compareWithLog } from '../../src/replays/calibration.ts';
import type { ReplayDifference } from '../../src/replays/compare-incidents.ts';
import { replayPast } from '../../src/replays/replay-past.ts';
import { loadSnapshot, type Snapshot } from '../../src/stage/index.ts';
import { Town } from '../stories/town.ts';
import { runsOf, seedOf } from '../support/runs.ts';
import { live, settle, story } from './random-town.ts';

let town: Town;
let month = 0;

beforeAll(async () => {
  town = await Town.start();
});
afterAll(() => town.stop());

/** No body here is large. */
const intake = {
  get largeBodies(): never {
    throw new Error('Nothing is read in a thread.');
  },
};

async function sentInReality(ids: readonly string[]): Promise<string[]> {
  const stored = await deliveriesOf(town.server.app.world)
    .find({ incidentId: { $in: [...ids] } })
    .toArray();
  return stored
    .flatMap(({ incidentId, ownerId, lane, state, attempts, isUpdate }) =>
      state === 'sent' && !isUpdate
        ? [[incidentId, ownerId, lane, attempts.at(-1)?.at.toISOString()].join(' ')]
        : [],
    )
    .toSorted();
}

function shownBy(incidents: readonly ReplayedIncident[]): string[] {
  return incidents
    .flatMap(({ realIds, sent }) =>
      sent.map(({ ownerId, lane, at }) =>
        [realIds[0], ownerId, lane, new Date(at).toISOString()].join(' '),
      ),
    )
    .toSorted();
}

const unchanged = (snapshot: Snapshot): Snapshot => snapshot;

/** Replays the present configuration, from then until now, beside a changed one. */
async function replayed(from: Date, { asItWas = false, changing = unchanged } = {}) {
  const { app, organizationId, clock } = town.server;
  const channels = { missing: () => null, providers: () => [] };
  const present = await loadSnapshot(app.world, organizationId, channels);
  const ended: ReplayedIncident[] = [];
  const differences: ReplayDifference[] = [];
  await replayPast(
    systemContext(app.world, organizationId),
    { catalogue: await loadCatalogue(templates), intake },
    {
      ...{ present, changed: changing(present), asItWas, from, until: clock.now() },
      ...{ people: 'asTheyDid', integrationIds: null },
    },
    {
      ended: (one, side) => side === 'present' && ended.push(one),
      difference: (one) => differences.push(one),
      goesOn: async () => true,
    },
  );
  return { ended, differences };
}

it('B3: with the present configuration it sends what the server sent, at the same instants', async () => {
  const { app, organizationId } = town.server;
  let told = 0;
  await fc.assert(
    fc.asyncProperty(story, async (given) => {
      month += 1;
      // Ids of payloads have the time of the machine: no story may come after it, in the long run neither.
      const settled = await settle(
        town,
        new Date(Date.UTC(2010, month, 3, 2)).toISOString(),
        given,
      );
      const from = town.server.clock.now();
      await live(town, settled, given);
      const { ended, differences } = await replayed(from);
      const real = await sentInReality(ended.flatMap(({ realIds }) => realIds));
      told += real.length;
      expect(shownBy(ended)).toEqual(real);
      expect(differences).toEqual([]);
      const ids = ended.flatMap(({ realIds }) => realIds);
      const log = await sentAbout(app.world, organizationId, ids);
      const { sent, reproduced, additional } = compareWithLog(ended, log);
      expect([reproduced, additional]).toEqual([sent, 0]);
    }),
    { numRuns: runsOf({ short: 1, long: 100 }), seed: seedOf(27), endOnFailure: true },
  );
  expect(told).toBeGreaterThan(10);
});

it('B3: a round robin goes on where it stood when the time begins', async () => {
  month += 1;
  await town.begin(new Date(Date.UTC(2010, month, 3, 2)).toISOString());
  const inTurn = { schedule: { roundRobinSettings: { roundRobinSize: 1 } } };
  const settings = { autoEscalationEnabled: true, autoEscalationAfterMinutes: 5 };
  const people = ['Ada', 'Bo', 'Cem'];
  for (const name of people) await town.person(name, { hasBrowser: true });
  const probe = await town.probe(
    await town.team('Payments', [
      { people: ['Ada'], settings },
      { people, ...inTurn },
    ]),
  );
  // Its turn in the second tier comes when the time has begun.
  await town.until(1);
  await probe.open('Before, and told later');
  await town.until(4);
  const from = new Date(town.server.clock.now().getTime() + 1);
  for (let at = 5; at < 45; at += 10) {
    await town.until(at);
    await probe.open(`Problem ${at}`);
  }
  await town.until(60);
  const middle = new Date(from.getTime() + 22 * 60_000);
  for (const begin of [from, middle]) {
    const { ended } = await replayed(begin);
    const own = ended.filter(({ wasOpen }) => !wasOpen);
    expect(shownBy(own)).toEqual(await sentInReality(own.flatMap(({ realIds }) => realIds)));
    const told = own.flatMap(({ sent }) => sent.map(({ ownerId }) => ownerId));
    expect(new Set(told).size).toBeGreaterThan(1);
  }
});

/** Two teams, one with tiers and one that follows a policy, and what decides who is on call in them. */
async function changingTown() {
  month += 1;
  const begin = new Date(Date.UTC(2010, month, 3, 2));
  await town.begin(begin.toISOString());
  const names = ['Ada', 'Bo', 'Cem'] as const;
  for (const name of names) await town.person(name, { hasBrowser: true });
  const settings = { autoEscalationEnabled: true, autoEscalationAfterMinutes: 2 };
  const tiers = ([first, second]: readonly string[]) => [
    { people: [first ?? 'Ada'], settings },
    { people: [second ?? 'Bo'] },
  ];
  const payments = await town.team('Payments', tiers(['Ada', 'Bo']));
  const search = await town.team('Search', [{ people: ['Ada'] }]);
  const layersOf = (name: string) => ({
    displayName: `Nights ${month}`,
    teamId: search,
    timeZoneId: 'UTC',
    layers: [
      { groups: [{ userIds: [town.idOf(name)] }] },
      // Of whom no layer names, no suspension is kept.
      { groups: [{ userIds: names.map((one) => town.idOf(one)) }], endsAt: begin.toISOString() },
    ],
  });
  const scheduleId = await town.api.make('/on-call-schedule', layersOf('Ada'));
  const policy = { displayName: `Policy ${month}`, teamId: search, isDefault: true };
  await town.api.make('/escalation-policy', { ...policy, steps: [{ targets: [{ scheduleId }] }] });
  const probes = [await town.probe(payments), await town.probe(search)];
  type Times = ReturnType<typeof within>;
  const within = ({ from: begins, minutes }: Span) => {
    const after = (count: number) =>
      new Date(town.server.clock.now().getTime() + count * 60_000).toISOString();
    return { start: after(begins), end: after(begins + minutes) };
  };
  const entered: { location: string; bodyIn(times: Times): object }[] = [];
  const enter = async (noun: string, times: Span, bodyIn: (times: Times) => object) => {
    const id = await town.api.make(`/${noun}`, bodyIn(within(times)));
    entered.push({ location: `/${noun}/${id}`, bodyIn });
  };
  return {
    payments,
    open: (place: number, title: string) => probes[place]?.open(title),
    tiers: (people: readonly string[]) => town.escalate(payments, tiers(people)),
    layers: (name: string) => town.api.put(`/on-call-schedule/${scheduleId}`, layersOf(name)),
    override: ({ who, type, place, standIn, span: times }: OverrideAct) =>
      enter('on-call-override', times, (span) => ({
        ...{ userId: town.idOf(who), type, ...span },
        ...(place === 'schedule' && { scheduleId }),
        // Nobody has an extra duty in all teams.
        ...((place === 'team' || (place === 'all' && type === 'online')) && { teamId: payments }),
        ...(type === 'offline' && { replacementUserIds: standIn ? [town.idOf(standIn)] : [] }),
      })),
    byHand: ({ who, span: times }: { who: string | null; span: Span }) =>
      enter('temporary-schedule', times, (span) => ({
        ...{ scheduleId, ...span },
        shifts: who ? [{ ...span, userIds: [town.idOf(who)] }] : [],
      })),
    async moved(times: Span) {
      const last = entered.at(-1);
      if (last) await town.api.put(last.location, last.bodyIn(within(times)));
    },
    async takenBack() {
      const last = entered.pop();
      if (last) await town.api.delete(last.location);
    },
    suspension: (name: string, verb: 'suspend' | 'resume') =>
      town.api.post(`/user/${town.idOf(name)}/${verb}`, {}),
    /** Notes changes before anything else happens. */
    async noted(at: number) {
      await town.server.app.jobs.runAll((task) => task === 'on-call-versions');
      await town.until(at);
    },
  };
}

const somebody = fc.constantFrom('Ada', 'Bo', 'Cem');
/** In minutes from when it is entered, so that some are entered afterwards. */
const span = fc.record({
  from: fc.constantFrom(-25, 0, 15),
  minutes: fc.constantFrom(20, 55, 500),
});
type Span = typeof span extends fc.Arbitrary<infer Value> ? Value : never;
const override = fc.record({
  ...{ who: somebody, standIn: fc.option(somebody), span },
  type: fc.constantFrom('offline', 'offline', 'online'),
  place: fc.constantFrom('team', 'schedule', 'all'),
});
type OverrideAct = typeof override extends fc.Arbitrary<infer Value> ? Value : never;
const turning = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ open: fc.nat(1) }) },
    { weight: 1, arbitrary: fc.record({ tiers: fc.tuple(somebody, somebody) }) },
    { weight: 1, arbitrary: fc.record({ layers: somebody }) },
    { weight: 2, arbitrary: fc.record({ override }) },
    { weight: 1, arbitrary: fc.record({ byHand: fc.record({ who: fc.option(somebody), span }) }) },
    { weight: 1, arbitrary: fc.record({ moved: span }) },
    { weight: 2, arbitrary: fc.record({ takenBack: fc.constant(true) }) },
    { weight: 1, arbitrary: fc.record({ suspend: somebody }) },
    { weight: 1, arbitrary: fc.record({ resume: somebody }) },
  ),
  { minLength: 6, maxLength: 14 },
);
type Turn = typeof turning extends fc.Arbitrary<(infer Value)[]> ? Value : never;

async function turn(of: Awaited<ReturnType<typeof changingTown>>, act: Turn, title: string) {
  if ('open' in act) await of.open(act.open, title);
  else if ('tiers' in act) await of.tiers(act.tiers);
  else if ('layers' in act) await of.layers(act.layers);
  else if ('override' in act) await of.override(act.override);
  else if ('byHand' in act) await of.byHand(act.byHand);
  else if ('moved' in act) await of.moved(act.moved);
  else if ('suspend' in act) await of.suspension(act.suspend, 'suspend');
  else if ('resume' in act) await of.suspension(act.resume, 'resume');
  else await of.takenBack();
}

/** Nobody is left on call, and an absence that has no end yet is taken back: nobody knew that it would be. */
const untilTakenBack: Turn[] = [
  { tiers: ['Cem', 'Cem'] },
  {
    override: {
      ...{ who: 'Cem', type: 'offline', place: 'team', standIn: null },
      span: { from: 0, minutes: 500 },
    },
  },
  { open: 0 },
  { takenBack: true },
];

it('B3, as it was: it sends what the server sent, at the same instants, whatever was changed since', async () => {
  let otherwise = 0;
  await fc.assert(
    fc.asyncProperty(turning, async (acts) => {
      const of = await changingTown();
      const from = town.server.clock.now();
      for (const [place, act] of acts.entries()) {
        await of.noted(1 + place * 10);
        await turn(of, act, `Problem ${place}`);
      }
      await of.noted(acts.length * 10 + 20);
      // Whoever is suspended now is told nothing, whenever it was.
      for (const name of ['Ada', 'Bo', 'Cem']) await of.suspension(name, 'resume');
      await of.noted(acts.length * 10 + 40);
      const { ended, differences } = await replayed(from, { asItWas: true });
      const real = await sentInReality(ended.flatMap(({ realIds }) => realIds));
      expect(shownBy(ended)).toEqual(real);
      expect(differences).toEqual([]);
      const asNow = shownBy((await replayed(from)).ended);
      otherwise += asNow.join() === real.join() ? 0 : 1;
    }),
    {
      ...{ numRuns: runsOf({ short: 2, long: 60 }), seed: seedOf(31) },
      ...{ endOnFailure: true, examples: [[untilTakenBack]] },
    },
  );
  expect(otherwise).toBeGreaterThan(0);
});

it('as it was: whoever is on call no more is followed, and what a change touches is as it is now', async () => {
  const of = await changingTown();
  const from = town.server.clock.now();
  await of.noted(1);
  await of.open(0, 'Ada is told');
  await of.noted(9);
  await of.tiers(['Cem', 'Bo']);
  await of.noted(11);
  const ada = town.idOf('Ada');
  const without = (kind: string, id: string) => (snapshot: Snapshot) => {
    const others = new Map(snapshot.resources.get(kind));
    for (const [key, one] of others)
      if (key === id || ('userId' in one.wire && one.wire.userId === id)) others.delete(key);
    return { ...snapshot, resources: new Map(snapshot.resources).set(kind, others) };
  };
  const withoutBrowser = without('PushSubscription', ada);
  const { differences } = await replayed(from, { asItWas: true, changing: withoutBrowser });
  expect(differences.flatMap(({ kinds }) => kinds)).toEqual(['OtherChannel']);
  expect((await replayed(from, { changing: withoutBrowser })).differences).toEqual([]);
  const withoutTiers = without('TeamEscalations', of.payments);
  const { ended } = await replayed(from, { asItWas: true, changing: withoutTiers });
  const told = ended.flatMap(({ sent }) => sent.map(({ ownerId }) => ownerId));
  expect(told).toContain(town.idOf('Cem'));
  expect(told).not.toContain(ada);
});
