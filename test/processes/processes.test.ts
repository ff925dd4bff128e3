import { hostname } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { joinStore, processModel } from '../../src/processes/index.ts';
import { countsAsDead } from '../../src/processes/processes.ts';
import { LatelyRead } from '../../src/resources/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t?.stop());
beforeEach(async () => {
  await registry().deleteMany({ _id: { $ne: t.app.processes.id } });
  await t.app.processes.heartbeat();
});

const registry = () => processModel(t.app.world.store);
const ids = async () => (await registry().find().lean()).map(({ _id }) => _id).sort();

/** Another process, as its heartbeat would have entered it. */
const enter = (more: { secondsAgo?: number; host?: string; pid?: number }) =>
  registry().create({
    _id: 'otherone00',
    aliveAt: new Date(Date.now() - (more.secondsAgo ?? 0) * 1000),
    host: more.host ?? 'elsewhere',
    pid: more.pid ?? 1,
  });

/** A number that no process has: beyond what any system gives out. */
const noPid = 2 ** 30;

describe('who lives on the store', () => {
  it('a process that starts is entered with the bytes that its ids carry', async () => {
    const own = await registry().findById(t.app.processes.id).lean();
    expect(own).toMatchObject({ host: hostname(), pid: process.pid });
    expect(t.app.processes.id).toMatch(/^[0-9a-f]{10}$/);
    expect(await t.app.processes.living()).toEqual(new Set([t.app.processes.id]));
  });

  it.each([
    ['with a fresh heartbeat lives', { secondsAgo: 1 }, true],
    ['without one for two minutes is dead', { secondsAgo: 120 }, false],
    ['of a clock ahead of ours lives', { secondsAgo: -60 }, true],
  ])('another process %s', async (_, other, lives) => {
    await enter(other);
    expect((await t.app.processes.living()).has('otherone00')).toBe(lives);
    expect((await ids()).includes('otherone00'), 'the dead are forgotten').toBe(lives);
  });

  it('one that leaves is gone at once', async () => {
    const { processes } = t.app;
    await processes.leave();
    expect(await ids()).toEqual([]);
    await processes.heartbeat();
    expect(await ids()).toEqual([processes.id]);
  });
});

describe('a stall of the store', () => {
  it('of up to a minute makes nobody dead: all were silent, and all have the time to say that they live', () => {
    for (let stall = 0; stall <= 60; stall += 1)
      for (let since = 0; since < 6; since += 0.5)
        expect(countsAsDead((stall + since) * 1000, since * 1000), `${stall} ${since}`).toBe(false);
  });

  it('does not keep the dead alive', () => {
    expect(countsAsDead(16_000, 6_000)).toBe(true);
    expect(countsAsDead(91_000, 0)).toBe(true);
    expect(countsAsDead(15_000, 60_000)).toBe(false);
  });
});

// A MongoDB is never exclusive: others may come without our knowledge.
describe.skipIf(process.env.TOCSIN_TEST_MONGODB_URI)('alone on an embedded database', () => {
  it.each([
    ['alive elsewhere', {}, false],
    ['alive on this machine', { host: hostname(), pid: process.ppid }, false],
    ['dead on this machine, a moment ago', { host: hostname(), pid: noPid }, true],
    ['dead, with the number that we have now', { host: hostname(), pid: process.pid }, true],
    ['silent for two minutes', { secondsAgo: 120 }, true],
  ])('beside a process that is %s: exclusive is %s', async (_, other, isAlone) => {
    expect(t.app.processes.exclusive()).toBe(true);
    await enter(other);
    await t.app.processes.heartbeat();
    expect(t.app.processes.exclusive()).toBe(isAlone);
    await registry().deleteOne({ _id: 'otherone00' });
    await t.app.processes.heartbeat();
    expect(t.app.processes.exclusive(), 'again when the other has left').toBe(true);
  });

  it('reads again what it knew once the other has left, whose last change it has not seen', async () => {
    const { world, processes } = t.app;
    const lately = new LatelyRead<number>([], processes.exclusive);
    let stored = 1;
    const known = () => lately.of(world, 'one', async () => stored);
    expect(await known()).toBe(1);
    await enter({});
    await processes.heartbeat();
    stored = 2;
    await registry().deleteOne({ _id: 'otherone00' });
    await processes.heartbeat();
    expect(await known()).toBe(2);
    stored = 3;
    await processes.heartbeat();
    expect(await known(), 'nobody else was there').toBe(2);
  });

  it('is known from the start', async () => {
    await enter({});
    expect((await joinStore(t.app.world)).exclusive()).toBe(false);
  });

  it('a guest of another process is never', async () => {
    const guest = await startTestApp({ besides: t });
    expect(guest.app.processes.exclusive()).toBe(false);
    await guest.app.processes.heartbeat();
    expect(guest.app.processes.exclusive()).toBe(false);
    await guest.stop();
  });
});
