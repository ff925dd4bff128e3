import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { headsWritten, verifyLog } from '../../src/audit/index.ts';
import { type ReplayRun, replayRuns } from '../../src/replays/model.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { dieAtWrite } from '../support/die-at-write.ts';
import { makeOrganization, makePerson } from '../support/keys.ts';
import { namedInStore } from '../support/named-in-store.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());
afterEach(() => vi.restoreAllMocks());

/** Tasks that finish what a process left behind. */
const finishing = /^(removals|.*outbox|audit-heads)$/;

interface Leaving {
  /** What must be nowhere once they are gone. */
  names: string[];
  path: string;
}

/** Each kind of object that is a person, and how one comes to be named all over the place. */
const people: Record<string, () => Promise<Leaving>> = {
  async user() {
    const { api } = server;
    const person = await makePerson(server, { organizationRole: 'Administrator' });
    const email = String((await api.get(`/user/${person.id}`)).body.email);
    const displayName = `Jane ${randomUUID()}`;
    await api.put(`/user/${person.id}`, { email, displayName, timeZoneId: 'UTC' });
    const teamId = await person.api.make('/team', { displayName: 'Payments' });
    const incident = { title: 'Fire', status: 'Open', severity: 'Critical', teamIds: [teamId] };
    await person.api.make('/incident', incident);
    return { names: [email, displayName], path: `/user/${person.id}` };
  },
  async 'e-mail subscriber'() {
    const email = `${randomUUID()}@example.com`;
    const statusPageId = await makePage();
    const id = await server.api.make('/status-page-subscriber', { statusPageId, email });
    return { names: [email], path: `/status-page-subscriber/${id}` };
  },
  async 'SMS subscriber'() {
    const telephoneNumber = `+49151${Math.floor(1e7 + Math.random() * 8e7)}`;
    const statusPageId = await makePage();
    const given = { statusPageId, telephoneNumber };
    const id = await server.api.make('/status-page-subscriber-sms', given);
    return { names: [telephoneNumber], path: `/status-page-subscriber-sms/${id}` };
  },
  async 'subscriber of a deleted page'() {
    const email = `${randomUUID()}@example.com`;
    const statusPageId = await makePage();
    await server.api.make('/status-page-subscriber', { statusPageId, email });
    return { names: [email], path: `/status-page/${statusPageId}` };
  },
};

function makePage(): Promise<string> {
  const given = { displayName: 'Page', publicTitle: 'Page', slug: randomUUID() };
  return server.api.make('/status-page', {
    ...given,
    historyInDays: 30,
    disablePublicSubscription: false,
  });
}

describe.each(Object.keys(people))('a removed %s', (kind) => {
  const someone = () => people[kind]?.() ?? Promise.reject(new Error(kind));

  it('is named nowhere any more', async () => {
    const { names, path } = await someone();
    expect((await server.api.delete(path)).status).toBe(200);
    expect(await namedInStore(server, names)).toEqual({});
  });

  it('is forgotten after the next start at whichever write the process dies', async () => {
    for (let n = 1; ; n += 1) {
      const { names, path } = await someone();
      const process = dieAtWrite(n);
      const { status } = await server.api.delete(path);
      await headsWritten(server.app.world);
      vi.restoreAllMocks();
      const isDone = process.written() < n;
      expect(status === 200 || !isDone, `write ${n} answered ${status}`).toBe(true);
      // Longer than what was under way may take.
      server.clock.advance(600);
      await server.app.jobs.runAll((task) => finishing.test(task));
      if ((await server.api.get(path)).status === 200) {
        // Nothing happened yet that would have to be finished; the caller, who got an error, sends it again.
        expect((await server.api.delete(path)).status).toBe(200);
      }
      expect(await namedInStore(server, names), `died at write ${n}`).toEqual({});
      await headsWritten(server.app.world);
      if (!isDone) continue;
      expect(n).toBeGreaterThan(4);
      // Whatever was left by all who died.
      const { faults } = await verifyLog(server.app.world, server.organizationId);
      return expect(faults).toEqual([]);
    }
  });
});

it('a person stays known whom another organization has, and is forgotten after the last one', async () => {
  const email = `${randomUUID()}@example.com`;
  const other = await makeOrganization(server);
  const here = await server.api.make('/user', { email });
  const there = await other.api.make('/user', { email });
  const named = async (organizationId: string) => {
    const entries = server.app.world.store.connection.collection('audit_log');
    return JSON.stringify(await entries.find({ organizationId }).toArray()).includes(email);
  };
  await server.api.delete(`/user/${here}`);
  server.clock.advance(600);
  await server.app.jobs.runAll();
  expect(await named(server.organizationId)).toBe(true);
  await other.api.delete(`/user/${there}`);
  expect(await named(other.id)).toBe(false);
});

it('a person is forgotten again once a report has ended that read their name before', async () => {
  const { clock, organizationId } = server;
  const { world } = server.app;
  const displayName = `Jane ${randomUUID()}`;
  const id = await server.api.make('/user', { email: `${randomUUID()}@example.com`, displayName });
  const began = { createdAt: clock.now(), beganAt: clock.now(), seenAt: clock.now() };
  const run = { _id: randomUUID(), organizationId, state: 'Running', reason: null, ...began };
  // as: nothing else of it is looked at.
  await replayRuns.add(world, run as unknown as ReplayRun);
  expect((await server.api.delete(`/user/${id}`)).status).toBe(200);
  clock.advance(600);
  await replayRuns.note(world, run._id, { seenAt: clock.now() });
  const finish = () => server.app.jobs.runAll((task) => finishing.test(task));
  await finish();
  await finish();
  const noise = { sources: [{ by: 'Person', id, name: displayName }] };
  // as: and of its findings no more than this.
  const found = { state: 'Done', noise } as unknown as Partial<ReplayRun>;
  await replayRuns.note(world, run._id, found);
  await finish();
  expect(await namedInStore(server, [displayName])).toEqual({});
  const notes = world.store.connection.collection('removals');
  expect(await notes.countDocuments({ id })).toBe(0);
});
