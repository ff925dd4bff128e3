import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { callEngagementModel, callSessionsOf } from '../../src/calls/model.ts';
import { inEnglish } from '../../src/sentences/index.ts';
import type { TestApp } from '../support/app.ts';
import { type StaffedTeam, staffTeam } from '../support/staffed-team.ts';
import {
  askedAgainBy,
  dialIn,
  endCall,
  endDial,
  type Hotline,
  type HotlineOptions,
  instructionsOf,
  openHotline,
  pickUp,
  press,
  reachRoute,
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
afterEach(() => {
  vi.restoreAllMocks();
});

/** A process whose carriers wait for a moment only. */
const impatient = (calls: HotlineOptions['calls'] = {}) =>
  openHotline({ t, teamId: team.id, calls: { answerWithinMilliseconds: 100, ...calls } });

/** Requests that reached the server long ago, in front of whose handler others had waited. */
const long = { arrivedAt: performance.now() - 60_000 };

type Method = 'findOne' | 'updateOne' | 'insertOne';

/** A store that lets one such operation on calls wait until it is told to go on. */
function stall(method: Method, when: 'before' | 'after' = 'before') {
  const collection = callSessionsOf(t.app.world);
  const prototype = Object.getPrototypeOf(collection);
  const gate = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const original = prototype[method];
  const spy = vi.spyOn(prototype, method).mockImplementation(async function (
    this: typeof collection,
    ...args: unknown[]
  ) {
    if (this.collectionName !== collection.collectionName) return original.apply(this, args);
    spy.mockRestore();
    if (when === 'before') await gate.promise;
    const result = await original.apply(this, args);
    if (when === 'after') await gate.promise;
    // The continuation of who asked comes first.
    setImmediate(done.resolve);
    return result;
  });
  return { release: gate.resolve, done: done.promise };
}

/** A store that refuses all operations on calls. */
function broken(): () => void {
  const collection = callSessionsOf(t.app.world);
  const prototype = Object.getPrototypeOf(collection);
  const spies = (['findOne', 'updateOne', 'insertOne'] as const).map((method) => {
    const original = prototype[method];
    return vi.spyOn(prototype, method).mockImplementation(function (
      this: typeof collection,
      ...args: unknown[]
    ) {
      if (this.collectionName !== collection.collectionName) return original.apply(this, args);
      throw new Error('The store does not answer.');
    });
  });
  return () => {
    for (const spy of spies) spy.mockRestore();
  };
}

const lines = async (number = hotline) =>
  (await number.stored(call)).log.map(({ step, result }) => `${step} ${result}`);

describe('a request that was late when its handler began', () => {
  it('is told to come again before the store is asked, and then gets its answer', async () => {
    const asked = vi.spyOn(Object.getPrototypeOf(callSessionsOf(t.app.world)), 'insertOne');
    const again = askedAgainBy(await dialIn(hotline, call, long));
    expect(asked).not.toHaveBeenCalled();
    expect(instructionsOf(await dialIn(hotline, call, { again }))).toMatchObject([{ do: 'go' }]);
    const { session } = await hotline.stored(call);
    expect(session).toMatchObject({ phase: 'route', outcome: 'Ongoing' });
  });

  it('keeps what it said: a key that was pressed is not pressed again', async () => {
    await dialIn(hotline, call);
    await reachRoute(hotline, call);
    await pickUp(hotline, call);
    const again = askedAgainBy(await press(hotline, call, '1', 0, long));
    // As carriers do, without the key.
    expect(instructionsOf(await press(hotline, call, '', 0, { again }))).toEqual([
      { do: 'bridge' },
    ]);
  });

  it('of another call, or made up, is no key', async () => {
    await dialIn(hotline, call);
    await reachRoute(hotline, call);
    await pickUp(hotline, call);
    const again = askedAgainBy(await press(hotline, call, '1', 0, long));
    const other = randomUUID();
    await dialIn(hotline, other);
    await reachRoute(hotline, other);
    await pickUp(hotline, other);
    for (const wrong of [again, `${again}x`, 'x'])
      expect(
        instructionsOf(await press(hotline, other, '2', 0, { again: wrong })).at(-1)?.do,
      ).not.toBe('bridge');
  });

  it('of a report is stored all the same', async () => {
    await dialIn(hotline, call);
    expect(await endCall(hotline, call, long)).toEqual({ outcome: 'noted' });
  });
});

describe('a decision that comes too late', () => {
  it('before its write is dropped: nothing says that somebody was rung', async () => {
    const number = await impatient();
    await dialIn(number, call);
    const { _id: sessionId } = await number.stored(call);
    const store = stall('findOne');
    askedAgainBy(await reachRoute(number, call, { sessionId }));
    store.release();
    await store.done;
    expect(await lines(number)).not.toContain('DialTarget Processed');
  });

  it('in its write is the answer to whoever asks again, with the same lines once', async () => {
    const number = await impatient();
    await dialIn(number, call);
    const { _id: sessionId } = await number.stored(call);
    const store = stall('updateOne', 'after');
    const again = askedAgainBy(await reachRoute(number, call, { sessionId }));
    store.release();
    await store.done;
    const before = await lines(number);
    expect(before).toContain('DialTarget Processed');
    const ring = instructionsOf(await reachRoute(number, call, { sessionId, again }));
    expect(ring).toMatchObject([{ do: 'dial', to: '+4930111' }]);
    expect(await lines(number)).toEqual(before);
    // It was said, after all: no note of it changes anything.
    t.clock.advance(120);
    await number.settle();
    expect((await number.stored(call)).session.outcome).not.toBe('Failed');
  });

  it('in its write, and nobody asks again: the server is named, and not the caller', async () => {
    const number = await impatient();
    await dialIn(number, call);
    const { _id: sessionId } = await number.stored(call);
    const store = stall('updateOne', 'after');
    askedAgainBy(await reachRoute(number, call, { sessionId }));
    store.release();
    await store.done;
    await endCall(number, call);
    t.clock.advance(61);
    await number.settle();
    await number.settle();
    const { session } = await number.stored(call);
    expect(session).toMatchObject({ outcome: 'Failed', isUnanswered: true });
    expect(session.endReason && inEnglish(session.endReason)).toBe(
      'The server could not answer in time. The caller was kept waiting, and the call ended meanwhile.',
    );
    expect(await number.incidents()).toHaveLength(1);
  });

  it('of a carrier that has hung up is dropped as well', async () => {
    await dialIn(hotline, call);
    await reachRoute(hotline, call, { isGone: () => true });
    expect(await lines()).not.toContain('DialTarget Processed');
  });
});

describe('a store that does not answer', () => {
  const ask = async (number: Hotline, times: number) => {
    let again: string | undefined;
    let answer = await dialIn(number, call);
    for (let n = 0; n < times; n += 1) {
      again = askedAgainBy(answer);
      answer = await dialIn(number, call, { again });
    }
    return instructionsOf(answer);
  };

  it('is asked four times; then the caller hears it in the language of the number', async () => {
    const number = await openHotline({ t, teamId: team.id });
    number.settings = { ...number.settings, language: 'de-DE' };
    await number.calls.learn(number.integrationId);
    const repair = broken();
    const said = await ask(number, 3);
    expect(said).toMatchObject([
      { do: 'say', prompt: { locale: 'de-DE', text: expect.stringContaining('Anruf') } },
      { do: 'hang-up' },
    ]);
    await expect(number.settle()).rejects.toThrow();
    repair();
    // Nothing is lost by an attempt that failed.
    await number.settle();
    await number.settle();
    const { session, log, incidentId } = await number.stored(call);
    expect(session).toMatchObject({ outcome: 'Failed', isUnanswered: true, phase: 'ended' });
    expect(session.endReason && inEnglish(session.endReason)).toBe(
      'The database of the server did not answer. The caller heard an apology and was hung up on.',
    );
    expect(log.map(({ step }) => step)).toEqual(['CallReceived', 'Hangup']);
    const [incident, ...others] = await number.incidents();
    expect(others).toEqual([]);
    expect(incident?._id).toBe(incidentId);
    t.clock.advance(120);
    await number.settle();
    expect((await number.stored(call)).log).toHaveLength(2);
  });

  it('puts the caller through to the emergency number, which is written down', async () => {
    const number = await openHotline({ t, teamId: team.id });
    number.settings = { ...number.settings, emergencyNumber: '+4930112' };
    await number.calls.learn(number.integrationId);
    const repair = broken();
    expect(await ask(number, 3)).toMatchObject([
      { do: 'connect', to: '+4930112', callerId: number.settings.phoneNumber },
    ]);
    repair();
    await number.settle();
    expect(JSON.stringify((await number.stored(call)).session.endReason)).toContain('+4930112');
  });

  it('makes no member end the call: the next one is rung', async () => {
    await dialIn(hotline, call);
    await reachRoute(hotline, call);
    const { _id: sessionId } = await hotline.stored(call);
    const repair = broken();
    let answer = await pickUp(hotline, call, 0, { sessionId });
    for (let n = 0; n < 3; n += 1)
      answer = await pickUp(hotline, call, 0, { sessionId, again: askedAgainBy(answer) });
    expect(instructionsOf(answer).at(-1)).toEqual({ do: 'hang-up' });
    repair();
    await hotline.settle();
    const next = instructionsOf(await endDial(hotline, call));
    expect(next).toMatchObject([{ do: 'dial', to: '+4930222' }]);
    const said = (await hotline.stored(call)).log.map(({ reason }) => inEnglish(reason));
    expect(said.join()).toContain('hung up on');
  });

  it('leaves a talk that was over accepted, whoever could be told so', async () => {
    await dialIn(hotline, call);
    await reachRoute(hotline, call);
    await pickUp(hotline, call);
    await press(hotline, call, '1');
    const { _id: sessionId } = await hotline.stored(call);
    const over = { status: 'completed', isBridged: true, durationSeconds: 60 } as const;
    const repair = broken();
    let answer = await endDial(hotline, call, over, { sessionId });
    for (let n = 0; n < 3; n += 1)
      answer = await endDial(hotline, call, over, { sessionId, again: askedAgainBy(answer) });
    repair();
    await hotline.settle();
    expect((await hotline.stored(call)).session.outcome).toBe('Accepted');
  });
});
