import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCalls } from '../../src/calls/index.ts';
import { callEngagementModel } from '../../src/calls/model.ts';
import { loadCatalogue } from '../../src/catalogue/index.ts';
import { IntakeViews } from '../../src/integrations/index.ts';
import type { TestApp } from '../support/app.ts';
import { type StaffedTeam, staffTeam } from '../support/staffed-team.ts';
import {
  accountId,
  askedAgainBy,
  caller,
  dialIn,
  endCall,
  endDial,
  fakeCarrier,
  type Hotline,
  instructionsOf,
  openHotline,
  pickUp,
  press,
  reachRoute,
  say,
  startServer,
} from './hotline.ts';

let t: TestApp;
let team: StaffedTeam;
let hotline: Hotline;
let call: string;

beforeAll(async () => {
  t = await startServer();
  team = await staffTeam(t.api, 'Payments', [{ people: ['Ann'] }, { people: ['Bob'] }], {
    users: { Ann: { phoneNumber: '+4930111' }, Bob: { phoneNumber: '+4930222' } },
  });
  hotline = await openHotline({ t, teamId: team.id });
});
afterAll(() => t?.stop());
beforeEach(async () => {
  call = randomUUID();
  await callEngagementModel(t.app.world.store).deleteMany({});
});

const engaged = async () => {
  const found = await callEngagementModel(t.app.world.store).find().lean();
  return found.map(({ userId }) => userId);
};

describe('a call that somebody accepts', () => {
  it('rings the first tier, connects who presses 1 and frees them when the talk is over', async () => {
    await dialIn(hotline, call);
    const ring = instructionsOf(await reachRoute(hotline, call));
    expect(ring).toMatchObject([{ do: 'dial', to: '+4930111', callerId: caller }]);
    const { _id } = await hotline.stored(call);
    expect(ring[0]?.whisper).toBe(
      `https://tocsin.example.com/telephony/fake/${hotline.integrationId}/whisper?s=${_id}&leg=0`,
    );
    await pickUp(hotline, call);
    expect(await engaged()).toEqual([]);
    expect(instructionsOf(await press(hotline, call, '1'))).toEqual([{ do: 'bridge' }]);
    expect(await engaged()).toEqual([team.people.Ann?.id]);
    await endDial(hotline, call, { status: 'completed', isBridged: true, durationSeconds: 60 });
    expect(await engaged()).toEqual([]);
    expect(await endCall(hotline, call)).toEqual({ outcome: 'noted' });
    const { session, log, version } = await hotline.stored(call);
    expect(session).toMatchObject({ outcome: 'Accepted', phase: 'ended', from: caller });
    expect(log.map(({ step }) => step)).toEqual(
      expect.arrayContaining(['CallReceived', 'DialChainResolved', 'DialTarget', 'Hangup']),
    );
    expect(log.every(({ at }) => at instanceof Date)).toBe(true);
    expect(version).toBeGreaterThan(5);
  });

  it('a member who was reserved when their phone hung up is free again', async () => {
    await dialIn(hotline, call);
    await reachRoute(hotline, call);
    await pickUp(hotline, call);
    await press(hotline, call, '1');
    const next = await endDial(hotline, call, { status: 'completed', isBridged: false });
    expect(instructionsOf(next)).toMatchObject([{ do: 'dial', to: '+4930222' }]);
    expect(await engaged()).toEqual([]);
  });
});

describe('a request that comes again', () => {
  const twice = async (request: () => Promise<unknown>) => {
    const first = await request();
    const before = await hotline.stored(call);
    const second = await request();
    expect(second).toEqual(first);
    expect(await hotline.stored(call)).toEqual(before);
  };

  it('gets the same bytes, changes nothing and leaves no line in the log', async () => {
    await twice(() => dialIn(hotline, call));
    await twice(() => reachRoute(hotline, call));
    await twice(() => pickUp(hotline, call));
    await twice(() => press(hotline, call, '1'));
    await twice(() => endDial(hotline, call, { status: 'completed', isBridged: true }));
    await twice(() => endCall(hotline, call));
  });

  it('is answered as it was, even when the call has gone on meanwhile', async () => {
    await dialIn(hotline, call);
    const first = await reachRoute(hotline, call);
    await endDial(hotline, call);
    expect(await reachRoute(hotline, call)).toEqual(first);
    expect((await hotline.stored(call)).session.legs).toHaveLength(2);
  });

  it('finds its answer among 64, and no document grows without an end', async () => {
    await dialIn(hotline, call);
    for (let durationSeconds = 0; durationSeconds < 70; durationSeconds += 1)
      await endDial(hotline, call, { leg: 5, durationSeconds });
    expect((await hotline.stored(call)).applied).toHaveLength(64);
  });
});

describe('several processes on one store', () => {
  let other: ReturnType<typeof createCalls>;
  beforeAll(async () => {
    const { world, processes } = t.app;
    const catalogue = await loadCatalogue(new URL('../../templates', import.meta.url).pathname);
    other = createCalls({
      world,
      carriers: [fakeCarrier(hotline.side)],
      views: new IntakeViews(world, processes, catalogue),
      findNumber: async () => ({
        carrier: 'fake',
        settings: hotline.settings,
        access: {
          accountId,
          authTokens: ['secret'],
          publicKeys: [],
          applicationId: null,
          apiHost: null,
        },
      }),
      publicUrl: () => 'https://tocsin.example.com',
      dataDir: tmpdir(),
      poke: () => undefined,
    });
  });

  it('answer the requests of one call in turn', async () => {
    await dialIn(hotline, call);
    await reachRoute(hotline, call, { through: other });
    await pickUp(hotline, call);
    const bridge = await press(hotline, call, '1', 0, { through: other });
    expect(instructionsOf(bridge)).toEqual([{ do: 'bridge' }]);
    await endDial(hotline, call, { status: 'completed', isBridged: true });
    expect((await hotline.stored(call)).session.outcome).toBe('Accepted');
  });

  it('make one session of a call that the carrier reports to both at once', async () => {
    const answers = await Promise.all(
      [hotline.calls, other, hotline.calls, other].map((through) =>
        dialIn(hotline, call, { through }),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const { log } = await hotline.stored(call);
    expect(log.filter(({ step }) => step === 'CallReceived')).toHaveLength(1);
  });

  it('apply each of many reports once, whoever is overtaken', async () => {
    await dialIn(hotline, call);
    await reachRoute(hotline, call);
    const statuses = ['initiated', 'ringing', 'answered', 'completed'] as const;
    await Promise.all(
      statuses.flatMap((status) =>
        [hotline.calls, other].map((through) =>
          say(
            hotline,
            call,
            { at: 'leg-status', leg: 0 },
            { kind: 'LegStatus', leg: 0, status, childCallId: 'child' },
            { through },
          ),
        ),
      ),
    );
    const { session, applied } = await hotline.stored(call);
    expect(session.legs[0]).toMatchObject({ status: 'completed', childCallId: 'child' });
    const keys = applied.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('let one of two callers have a member who accepts both', async () => {
    const second = randomUUID();
    for (const one of [call, second]) {
      await dialIn(hotline, one);
      await reachRoute(hotline, one);
      await pickUp(hotline, one);
    }
    const answers = await Promise.all([
      press(hotline, call, '1'),
      press(hotline, second, '1', 0, { through: other }),
    ]);
    const bridged = answers.filter((answer) => instructionsOf(answer)[0]?.do === 'bridge');
    expect(bridged).toHaveLength(1);
    expect(await engaged()).toEqual([team.people.Ann?.id]);
    const sessions = await Promise.all([call, second].map((one) => hotline.stored(one)));
    expect(sessions.filter(({ session }) => session.engagement !== null)).toHaveLength(1);
  });
});

describe('who is not answered', () => {
  it.each([
    ['a request that is not signed', { token: 'wrong' }, 'refused'],
    ['a request about another account', { account: 'AC2' }, 'refused'],
    ['a number that nobody knows', { integrationId: randomUUID() }, 'refused'],
    ['a carrier that the number does not have', { carrier: 'other' }, 'refused'],
  ] as const)('%s: %j', async (_, of, outcome) => {
    expect(await dialIn(hotline, call, of)).toEqual({ outcome });
    await expect(hotline.stored(call)).rejects.toThrow('no call');
  });

  it('a session that nobody knows: a report is unknown, a question hears the end of the call', async () => {
    await dialIn(hotline, call);
    for (const of of [{ sessionId: randomUUID() }, { call: 'another' }]) {
      const at = { at: 'recording-status' } as const;
      expect(await say(hotline, call, at, { kind: 'NothingRecorded' }, of)).toEqual({
        outcome: 'unknown',
      });
      expect(instructionsOf(await reachRoute(hotline, call, of))).toEqual([{ do: 'hang-up' }]);
    }
    expect((await hotline.stored(call)).log).toHaveLength(1);
  });

  it('a session of another number is as unknown', async () => {
    const neighbour = await openHotline({ t, teamId: team.id });
    await dialIn(neighbour, call);
    const { _id: sessionId } = await neighbour.stored(call);
    const route = await reachRoute(hotline, call, { sessionId });
    expect(instructionsOf(route)).toEqual([{ do: 'hang-up' }]);
    expect(await endCall(hotline, call, { sessionId })).toEqual({ outcome: 'unknown' });
    expect((await neighbour.stored(call)).session.outcome).toBe('Ongoing');
  });

  it('a request without the ids of a call hears its end, and nothing is stored', async () => {
    const answer = await say(hotline, call, { at: 'voice' }, null, { account: '' });
    expect(instructionsOf(answer)).toEqual([{ do: 'hang-up' }]);
  });
});

describe('a number that changes during a call', () => {
  it('goes on with the tokens that it had, also when it was deleted', async () => {
    const number = await openHotline({ t, teamId: team.id });
    await dialIn(number, call);
    number.tokens = ['new one'];
    expect(instructionsOf(await reachRoute(number, call))).toMatchObject([{ do: 'dial' }]);
    number.tokens = null;
    await pickUp(number, call);
    expect(instructionsOf(await press(number, call, '1'))).toEqual([{ do: 'bridge' }]);
    expect(await dialIn(number, randomUUID())).toEqual({ outcome: 'refused' });
  });

  it('stores its tokens sealed', async () => {
    await dialIn(hotline, call);
    expect(JSON.stringify(await hotline.stored(call))).not.toContain('secret');
  });
});

describe('a mistake in the program', () => {
  it('ends the call with the apology, as failed, and says so in the log', async () => {
    await dialIn(hotline, call);
    const { _id } = await hotline.stored(call);
    // A session that cannot be decided.
    const sessions = t.app.world.store.connection.collection('call_sessions');
    await sessions.updateOne({ _id: _id as never }, { $set: { 'session.legs': null } });
    const answer = await reachRoute(hotline, call);
    expect(instructionsOf(answer)).toMatchObject([{ do: 'say' }, { do: 'hang-up' }]);
    expect(t.log.some(({ msg }) => /could not be answered/.test(String(msg)))).toBe(true);
    expect(hotline.poked).toContain('unanswered-calls');
    await hotline.calls.tasks
      .find(({ name }) => name === 'unanswered-calls')
      ?.run(new AbortController().signal);
    const { session, log } = await hotline.stored(call);
    expect(session).toMatchObject({ phase: 'ended', outcome: 'Failed' });
    expect(log.at(-1)).toMatchObject({ action: 'Internal', result: 'Failed' });
  });

  it('on the side of a member ends that side only', async () => {
    await dialIn(hotline, call);
    await reachRoute(hotline, call);
    const sessions = t.app.world.store.connection.collection('call_sessions');
    const { _id, session } = await hotline.stored(call);
    const withRouting = (routing: unknown) =>
      sessions.updateOne({ _id: _id as never }, { $set: { 'session.settings.routing': routing } });
    await withRouting(null);
    expect(instructionsOf(await pickUp(hotline, call)).at(-1)).toEqual({ do: 'hang-up' });
    await withRouting(session.settings.routing);
    expect((await hotline.stored(call)).session.outcome).toBe('Ongoing');
    expect(instructionsOf(await endDial(hotline, call))).toMatchObject([{ to: '+4930222' }]);
  });
});

describe('a store that is gone', () => {
  it('has the carrier ask again, also of a number that nobody has read, and reports sent again', async () => {
    const broken = createCalls({
      world: t.app.world,
      carriers: [fakeCarrier(hotline.side)],
      views: new IntakeViews(
        t.app.world,
        t.app.processes,
        await loadCatalogue(new URL('../../templates', import.meta.url).pathname),
      ),
      findNumber: async () => {
        throw new Error('no database');
      },
      publicUrl: () => 'https://tocsin.example.com',
      dataDir: tmpdir(),
      poke: () => undefined,
    });
    const answers = [];
    for (let again: string | undefined, n = 0; n < 4; n += 1) {
      const answer = await dialIn(hotline, call, { through: broken, ...(again ? { again } : {}) });
      answers.push(answer);
      if (n < 3) again = askedAgainBy(answer);
    }
    expect(answers.at(-1)).toMatchObject({ answer: { body: 'sorry' } });
    expect(await endCall(hotline, call, { through: broken })).toEqual({ outcome: 'unavailable' });
  });
});
