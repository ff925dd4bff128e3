import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Collection } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { incidentToFact } from '../../src/incident-days/incident-to-fact.ts';
import {
  factsOf,
  fromHeld,
  type IncidentFact,
  type KeptIncident,
  keptDays,
  titledDays,
} from '../../src/incident-days/index.ts';
import { catchUp } from '../../src/incident-days/keep-facts.ts';
import { blocksOf, positionsOf } from '../../src/incident-days/model.ts';
import { countedIncident } from '../../src/incidents/index.ts';
import { Memory } from '../../src/kernel/index.ts';
import { makeShop, pageOf, type Shop, say, send, statusOf } from '../status-pages/town.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { firstSeed, runsOf } from '../support/runs.ts';

/**
 * What is kept by day equals what there is, whatever happens to incidents, in whatever order, and wherever a process
 * dies.
 */

// Around the night in which clocks change in Berlin.
const begin = '2026-03-25T10:00:00.000Z';

let server: TestApp;
let shop: Shop;
let page: string;
let teams: string[];
beforeAll(async () => {
  server = await startTestApp({ clock: begin });
  shop = await makeShop(server, 'Shop', ['Critical', 'Warning']);
  teams = [];
  for (const displayName of ['Payments', 'Search'])
    teams.push(await server.api.make('/team', { displayName }));
  const more = { timeZoneId: 'Europe/Berlin', historyInDays: 30 };
  page = await server.api.make('/status-page', pageOf('kept', [shop.serviceId], more));
});
// What is spied on is restored before each test.
beforeEach(() => mortal(factsOf(world())));
afterAll(() => server.stop());

const world = () => server.app.world;

type Fate = 'dies-before' | 'dies-amid' | 'dies-after';
interface Mortal {
  /** Writes that it lives to see. */
  writes: number;
  fate: Fate;
  roll: (sides: number) => number;
  death: PromiseWithResolvers<void>;
  /** It stops at its first write of a block until this is over. */
  stopped?: { at: PromiseWithResolvers<void>; until: Promise<void> } | undefined;
}
const dying = new AsyncLocalStorage<Mortal>();
const never = new Promise<never>(() => {});
const kept = ['kept_incidents', 'kept_incident_positions', 'incident_days'];

/** Lets a process that runs within `dying` die at a write of what is kept. */
function mortal(of: Collection<never> | object): void {
  const prototype = Object.getPrototypeOf(of) as Record<string, (...given: unknown[]) => unknown>;
  for (const name of ['updateOne', 'updateMany', 'insertOne', 'bulkWrite']) {
    const original = prototype[name];
    if (!original) throw new Error(name);
    vi.spyOn(prototype, name).mockImplementation(function (
      this: { collectionName: string },
      ...given: unknown[]
    ) {
      const process = dying.getStore();
      if (!process || !kept.includes(this.collectionName)) return original.apply(this, given);
      process.writes -= 1;
      // What others do comes in between.
      const { stopped } = process;
      if (stopped && this.collectionName === 'incident_days') {
        stopped.at.resolve();
        return stopped.until.then(() => original.apply(this, given));
      }
      const late = () => pause(process.roll(4) * 5).then(() => original.apply(this, given));
      if (process.writes >= 0) return late();
      if (process.writes < -1) return never;
      process.death.resolve();
      if (process.fate === 'dies-before') return never;
      const [first, ...others] = given;
      const some = Array.isArray(first) ? first.slice(0, Math.ceil(first.length / 2)) : first;
      const done = original.apply(this, [process.fate === 'dies-amid' ? some : first, ...others]);
      return Promise.resolve(done).then(() => never);
    });
  }
}

/** Keeps what has changed, as the task does or as a report; a mortal process may not come to the end. */
async function keep(
  inBackground: boolean,
  {
    writes = Number.POSITIVE_INFINITY,
    fate = 'dies-after',
    roll = dice(1),
    stopped,
  }: Partial<Mortal> = {},
): Promise<void> {
  const work = async () => {
    // Each has a memory of its own, as a process does.
    const own = { ...world(), memory: new Memory() };
    const done = await catchUp(own, server.organizationId, {
      unappliedSince: null,
      patienceMilliseconds: 60_000,
      inBackground,
    });
    expect(done).toBe(true);
  };
  const death = Promise.withResolvers<void>();
  const process = { writes, fate, roll, death, stopped };
  await dying.run(process, () => Promise.race([work(), death.promise]));
}

/** What there is, by id: of incidents that are gone, as they were when they went. */
type Expected = Map<string, IncidentFact>;

const plain = (incident: KeptIncident) => ({
  _id: incident.id,
  createdAt: incident.createdAt,
  updatedAt: incident.updatedAt,
  severity: incident.severity,
  status: incident.status,
  integrationId: incident.integrationId,
  held: incident.teamIds.map((id) => [id, incident.since(id)]),
  serviceIds: incident.serviceIds,
  acknowledgedAt: incident.acknowledgedAt,
  resolvedAt: incident.resolvedAt,
  isUntimed: incident.isUntimed,
  isExcluded: incident.isExcluded,
  spans: incident.spans,
});

const plainFact = (fact: IncidentFact): ReturnType<typeof plain> => ({
  _id: fact._id,
  createdAt: fact.createdAt.getTime(),
  updatedAt: fact.updatedAt.getTime(),
  severity: fact.severity,
  status: fact.status,
  integrationId: fact.integrationId,
  held: fact.held.map(fromHeld).map(({ teamId, since }) => [teamId, since.getTime()]),
  serviceIds: fact.serviceIds ?? [],
  acknowledgedAt: fact.acknowledgedAt.map((at) => at.getTime()),
  resolvedAt: fact.resolvedAt?.getTime() ?? null,
  isUntimed: fact.isUntimed ?? false,
  isExcluded: fact.isExcluded ?? false,
  spans: fact.spans.map(({ end, ...span }) => ({ ...span, end: end ?? Number.POSITIVE_INFINITY })),
});

const byId = (a: { _id: string }, b: { _id: string }) => (a._id < b._id ? -1 : 1);
const everything = { filter: { changedSince: new Date(0) } };

async function demandKept(expected: Expected): Promise<void> {
  const days = await Array.fromAsync(keptDays(world(), server.organizationId, everything));
  const found = days.flat().map(plain).sort(byId);
  expect(found).toEqual([...expected.values()].map(plainFact).sort(byId));
}

async function demandEqual(expected: Expected): Promise<void> {
  await demandKept(expected);
  // The page says the same from what is kept and from incidents alone.
  const shown = await statusOf(server, page);
  const _id = server.organizationId;
  const position = await positionsOf(world()).findOne({ _id });
  await positionsOf(world()).deleteOne({ _id });
  expect(shown).toEqual(await statusOf(server, page));
  if (position) await positionsOf(world()).insertOne(position);
}

/** The same numbers for the same seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (sides) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return state % sides;
  };
}

/** Something happens to incidents. */
async function happen(roll: (sides: number) => number, expected: Expected): Promise<void> {
  server.clock.advance([1, 60, 3600, 30_000][roll(4)] ?? 1);
  const ids = [...expected.keys()];
  const id = ids[roll(Math.max(1, ids.length))];
  const incident = id === undefined ? null : await countedIncident(world(), id);
  let touched = incident?._id;
  const kind = roll(9);
  if (kind <= 1 || !incident || !touched) {
    touched = await server.api.make('/incident', {
      title: `Incident ${ids.length}`,
      status: roll(5) === 0 ? 'Resolved' : 'Open',
      severity: ['Critical', 'Warning', 'Minor'][roll(3)],
      teamIds: [teams[roll(2)]],
      ...(roll(2) === 0 ? { serviceIds: [shop.serviceId] } : {}),
    });
  } else if (kind === 2)
    touched = await send(server, shop, `Alert ${roll(4)}`, roll(2) === 0 ? 'Open' : 'Resolved');
  else if (kind === 3) {
    await say(server, touched, 'Archived').catch(() => undefined);
    expected.set(touched, await factOf(touched));
    const { status } = await server.api.delete(`/incident/${touched}`);
    if (status < 300) return;
  } else {
    const more = [
      {},
      {},
      { intentOptions: { assigningOptions: { teams: teams.map((one) => ({ id: one })) } } },
      {
        intentOptions: {
          affectingOptions: {
            services: roll(2) === 0 ? [{ id: shop.serviceId }] : [],
            excludeFromUptimeCalculation: roll(2) === 0,
          },
        },
      },
      {},
    ][kind - 4];
    const intent = ['Resolved', 'Unresolved', 'Assigned', 'Affects', 'Investigated'][kind - 4];
    // Refused where it makes no sense.
    await say(server, touched, intent ?? '', more).catch(() => undefined);
  }
  if (touched !== 'null') expected.set(touched, await factOf(touched));
}

async function factOf(id: string): Promise<IncidentFact> {
  const incident = await countedIncident(world(), id);
  if (!incident) throw new Error(`No incident ${id}.`);
  return incidentToFact(incident, null);
}

describe.each(Array.from({ length: runsOf({ short: 1, long: 60 }) }, (_, n) => firstSeed + n))(
  'seed %i',
  (seed) => {
    it('is what there is, after anything', async () => {
      const roll = dice(seed);
      await forgetAll();
      const expected: Expected = new Map();
      for (let round = 0; round < 12; round += 1) {
        for (let n = roll(6); n >= 0; n -= 1) await happen(roll, expected);
        const fate = (['dies-before', 'dies-amid', 'dies-after'] as const)[roll(3)] ?? 'dies-after';
        const lives = Array.from({ length: roll(3) }, () => ({ writes: roll(6), fate, roll }));
        // Some die, and some work at the same time.
        await Promise.all(lives.map((life) => keep(roll(3) > 0, life)));
        const others = async () => {
          for (let n = roll(3); n >= 0; n -= 1) {
            await happen(roll, expected);
            await keep(roll(2) === 0, { roll });
          }
        };
        if (roll(2) === 0)
          await Promise.all([keep(true, { roll }), keep(true, { roll }), others()]);
        await keep(false);
        // Whoever reads while others pack sees each of them once.
        const packing = roll(2) === 0 ? [keep(true, { roll }), keep(true, { roll })] : [];
        await Promise.all([...packing, demandKept(expected), demandKept(expected)]);
        await demandEqual(expected);
      }
      // In the end everything is packed, and nothing is twice.
      await keep(true);
      const { organizationId } = server;
      expect(await factsOf(world()).countDocuments({ organizationId, unpacked: { $gt: '' } })).toBe(
        0,
      );
      await demandEqual(expected);
    }, 300_000);
  },
);

async function forgetAll(): Promise<void> {
  const { organizationId } = server;
  await keep(true);
  for (const { _id } of await factsOf(world()).find({ organizationId }).toArray()) {
    await say(server, _id, 'Archived').catch(() => undefined);
    await server.api.delete(`/incident/${_id}`);
  }
  await factsOf(world()).deleteMany({ organizationId });
  await blocksOf(world()).deleteMany({ organizationId });
}

it('a process that packs an earlier version later than another takes nothing back', async () => {
  await forgetAll();
  const roll = dice(7);
  const expected: Expected = new Map();
  await happen(roll, expected);
  await keep(true);
  const [id = ''] = expected.keys();
  await say(server, id, 'Commented', { message: 'One.' });
  const [at, until] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = keep(true, { stopped: { at, until: until.promise } });
  await at.promise;
  server.clock.advance(60);
  await say(server, id, 'Commented', { message: 'Two.' });
  expected.set(id, await factOf(id));
  await keep(true);
  until.resolve();
  await slow;
  await demandEqual(expected);
});

it('what is older than reports are kept for goes to the minute, and pages go on with what is there', async () => {
  await forgetAll();
  const expected: Expected = new Map();
  for (let n = 0; n < 4; n += 1) {
    const id = await send(server, shop, `Aged ${n}`, 'Open');
    if (n % 2 === 0) await send(server, shop, `Aged ${n}`, 'Resolved');
    expected.set(id, await factOf(id));
    server.clock.advance(3600);
  }
  await keep(true);
  const [first = '', second = '', ...others] = [...expected.keys()];
  const createdAt = expected.get(second)?.createdAt.getTime() ?? 0;
  server.clock.set(new Date(createdAt + 1096 * 86_400_000 + 60_000));
  await server.app.jobs.runAll((task) => task === 'incident-fact-retention');
  for (const id of [first, second]) expected.delete(id);
  expect([...expected.keys()]).toEqual(others);
  await demandEqual(expected);
  // It changes once more, and counts again.
  await say(server, second, 'Commented', { message: 'Still open.' });
  expected.set(second, await factOf(second));
  await keep(true);
  await demandEqual(expected);
});

it('a day of many incidents is several blocks, read in the order of days', async () => {
  await forgetAll();
  const { organizationId } = server;
  const id = await server.api.make('/incident', {
    title: 'One of many',
    status: 'Open',
    severity: 'Minor',
    teamIds: [teams[0]],
  });
  const { _id: _, ...fact } = await factOf(id);
  const createdAt = server.clock.now();
  const day = createdAt.toISOString().slice(0, 10);
  const many = Array.from({ length: 9000 }, (__, n) => ({
    ...fact,
    _id: `many-${n}`,
    title: `Title ${n}`,
    createdAt,
    block: `${organizationId} ${day} 00000${Math.floor(n / 4000)}`,
    unpacked: `mark-${n}`,
  }));
  await factsOf(world()).insertMany(many);
  await keep(true);
  const blocks = await blocksOf(world()).find({ organizationId }).toArray();
  // The incident itself, which came last, found no place in the third one when that was chosen.
  expect(blocks.map(({ count }) => count).reduce((a, b) => a + b)).toBe(9001);
  expect(blocks.length).toBeGreaterThanOrEqual(3);
  const found = (await Array.fromAsync(titledDays(world(), organizationId, everything))).flat();
  expect(found).toHaveLength(9001);
  for (const { incident, title } of found)
    if (incident.id.startsWith('many-')) expect(title).toBe(`Title ${incident.id.slice(5)}`);
});
