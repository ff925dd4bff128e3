import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CallEvent } from '../../src/calls/call-event.ts';
import { type Ctx, systemContext } from '../../src/kernel/index.ts';
import { words } from '../../src/sentences/index.ts';
import type { TestApp } from '../support/app.ts';
import { type StaffedTeam, staffTeam } from '../support/staffed-team.ts';
import {
  acceptedCall,
  dialIn,
  endCall,
  type Hotline,
  instructionsOf,
  openHotline,
  reachRoute,
  routeOf,
  say,
  startServer,
  voicemail,
} from './hotline.ts';

/** Somebody calls a caller back, who sees the number that they had called. */

let t: TestApp;
let team: StaffedTeam;
let hotline: Hotline;
let call: string;
let from: string;
let callers = 0;

beforeAll(async () => {
  t = await startServer();
  team = await staffTeam(t.api, 'Payments', [{ people: ['Ann', 'Bob', 'Cy'] }], {
    users: { Ann: { phoneNumber: '+4930111' }, Bob: { phoneNumber: '+4930222' } },
  });
  hotline = await openHotline({ t, teamId: team.id });
  hotline.settings = { ...hotline.settings, missedSecondsMin: 10 };
});
afterAll(() => t?.stop());
beforeEach(async () => {
  callers += 1;
  from = `+49151124${String(callers).padStart(5, '0')}`;
  call = randomUUID();
  hotline.side.placed = [];
  hotline.side.placement = { outcome: 'placed', callId: `back-${call}` };
  hotline.side.status = null;
});

async function missed(): Promise<void> {
  await dialIn(hotline, call, { from });
  await reachRoute(hotline, call);
  t.clock.advance(20);
  await endCall(hotline, call);
  await hotline.settle();
}

const ctxOf = (name: string): Ctx => ({
  ...systemContext(t.app.world, t.organizationId),
  actor: { kind: 'user', id: team.people[name]?.id ?? '', displayName: name, email: '' },
});
const idOf = async () => (await hotline.stored(call))._id;
const callBack = async (name = 'Ann') => hotline.calls.callBack(ctxOf(name), await idOf());
const stored = async () => (await hotline.stored(call)).session.callBacks?.at(-1);
const incident = async () => {
  const { incidentId } = await hotline.stored(call);
  return (await hotline.incidents()).find(({ _id }) => _id === incidentId);
};

const tell = (at: Parameters<typeof say>[2], event: CallEvent, callId = `back-${call}`) =>
  say(hotline, call, at, event, { call: callId });
const about = () => ({ callBack: 0, callId: `back-${call}` });
const pickUp = () => tell({ at: 'call-back', leg: 0 }, { kind: 'CallBackPickedUp', ...about() });
const press = (key: string, attempt = 1) =>
  tell({ at: 'call-back-key', leg: 0, attempt }, { kind: 'CallBackKey', ...about(), attempt, key });
const dialEnds = (status: 'completed' | 'no-answer' | 'busy', durationSeconds = 0) =>
  tell(
    { at: 'call-back-result', leg: 0 },
    { kind: 'CallBackDialed', ...about(), status, isBridged: null, durationSeconds },
  );
const lineEnds = (status: 'completed' | 'no-answer' | 'busy' | 'failed') =>
  tell({ at: 'call-back-status', leg: 0 }, { kind: 'CallBackEnded', ...about(), status });

describe('a call back', () => {
  it('rings whoever asks, then the caller from the number that was called, and resolves the incident', async () => {
    await missed();
    expect((await incident())?.status).toBe('Open');
    await callBack();
    expect(hotline.side.placed).toEqual([
      {
        to: '+4930111',
        from: hotline.settings.phoneNumber,
        ringSeconds: 30,
        answerUrl: expect.stringContaining(`/call-back?s=${await idOf()}&leg=0`),
        statusUrl: expect.stringContaining(`/call-back-status?s=${await idOf()}&leg=0`),
      },
    ]);
    expect(instructionsOf(await pickUp())).toMatchObject([
      {
        do: 'gather',
        seconds: 8,
        prompts: [
          { text: 'You asked to call back a caller of Hotline. Press 1 to ring the caller.' },
          { text: expect.stringMatching(/^The number of the caller is 4 9 1, 5 1 1, /) },
        ],
      },
    ]);
    expect(instructionsOf(await press('1'))).toMatchObject([
      { do: 'connect', to: from, callerId: hotline.settings.phoneNumber },
    ]);
    t.clock.advance(71);
    expect(instructionsOf(await dialEnds('completed', 71))).toEqual([{ do: 'hang-up' }]);
    await lineEnds('completed');
    expect(await stored()).toMatchObject({ outcome: 'Talked', talkedSeconds: 71 });
    await hotline.settle();
    const after = await incident();
    expect(after?.status).toBe('Resolved');
    expect(after?.events.at(-1)?.message).toMatchObject({
      code: 'calledBackFor',
      values: { person: { displayName: 'Ann' }, seconds: 71 },
    });
    const { log } = await hotline.stored(call);
    expect(log.filter(({ step }) => step.startsWith('CallBack')).map(({ step }) => step)).toEqual([
      'CallBack',
      'CallBack',
      'CallBack',
      'CallBackResult',
    ]);
    const { body } = await t.api.get('/auditlog/list?Limit=20');
    expect(body.items).toContainEqual(
      expect.objectContaining({ action: 'call-session.call-back', entityId: await idOf() }),
    );
    const before = await hotline.incidents();
    await hotline.settle();
    expect(await hotline.incidents()).toEqual(before);
  });

  it('after a message tells the incident, which stays open', async () => {
    const { settings } = hotline;
    const route = routeOf(team.id, { goesToVoicemail: true });
    hotline.settings = { ...settings, routing: { mode: 'single', route } };
    await voicemail(hotline, call, { from });
    hotline.settings = settings;
    await hotline.settle();
    await callBack();
    await pickUp();
    await press('1');
    await dialEnds('completed', 12);
    await hotline.settle();
    expect((await incident())?.status).toBe('Open');
    expect((await incident())?.events.at(-1)?.message?.code).toBe('calledBackFor');
  });

  it.each([
    ['no-answer', 'backUnanswered'],
    ['busy', 'backBusy'],
  ] as const)('to a caller who is %s leaves the incident open', async (status, said) => {
    await missed();
    await callBack();
    await pickUp();
    await press('1');
    await dialEnds(status);
    await hotline.settle();
    expect(await stored()).toMatchObject({
      outcome: 'NotReached',
      endReason: { code: said },
    });
    expect((await incident())?.status).toBe('Open');
  });

  it('does not ring the caller for a mailbox, which presses nothing', async () => {
    await missed();
    await callBack();
    await pickUp();
    expect(instructionsOf(await press(''))).toMatchObject([{ do: 'gather' }]);
    expect(instructionsOf(await press('', 2))).toEqual([{ do: 'hang-up' }]);
    expect(await stored()).toMatchObject({ outcome: 'NotAccepted' });
  });

  it('that is not picked up can be tried again', async () => {
    await missed();
    await callBack();
    await lineEnds('no-answer');
    expect(await stored()).toMatchObject({ outcome: 'NotAccepted' });
    await callBack('Bob');
    expect((await hotline.stored(call)).session.callBacks).toHaveLength(2);
    expect(hotline.side.placed.at(-1)?.to).toBe('+4930222');
  });
});

describe('reports', () => {
  it('that come twice get the same answer, and leave one line', async () => {
    await missed();
    await callBack();
    const answers = [await pickUp(), await pickUp(), await press('1'), await press('1')];
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[3]).toEqual(answers[2]);
    const { log } = await hotline.stored(call);
    expect(log.filter(({ step }) => step === 'CallBack')).toHaveLength(3);
  });

  it('of the end of the line before the result do not hide the talk', async () => {
    await missed();
    await callBack();
    await pickUp();
    await press('1');
    await lineEnds('completed');
    await dialEnds('completed', 5);
    expect(await stored()).toMatchObject({ outcome: 'Talked', talkedSeconds: 5 });
  });

  it('of another call, and those that come after the end, change nothing', async () => {
    await missed();
    await callBack();
    const stranger = { kind: 'CallBackPickedUp', callBack: 0, callId: 'other' } as const;
    expect(instructionsOf(await tell({ at: 'call-back', leg: 0 }, stranger, 'other'))).toEqual([
      { do: 'hang-up' },
    ]);
    await lineEnds('no-answer');
    const before = await stored();
    expect(instructionsOf(await press('1'))).toEqual([{ do: 'hang-up' }]);
    expect(instructionsOf(await dialEnds('completed', 5))).toEqual([{ do: 'hang-up' }]);
    expect(await stored()).toEqual(before);
  });

  it('that are not signed are refused', async () => {
    await missed();
    await callBack();
    const event = { kind: 'CallBackPickedUp', ...about() } as const;
    const of = { call: `back-${call}`, token: 'wrong' };
    expect(await say(hotline, call, { at: 'call-back', leg: 0 }, event, of)).toEqual({
      outcome: 'refused',
    });
  });

  it('that never come: the carrier is asked, and the call back ends', async () => {
    await missed();
    await callBack();
    hotline.side.status = 'ongoing';
    t.clock.advance(121);
    await hotline.settle();
    expect((await stored())?.outcome).toBeNull();
    hotline.side.status = 'completed';
    t.clock.advance(301);
    await hotline.settle();
    expect(await stored()).toMatchObject({ outcome: 'Unknown' });
  });

  it('of days later count: what proves them is what the number has then', async () => {
    await missed();
    t.clock.advance(3 * 86_400);
    await hotline.settle();
    expect((await hotline.stored(call)).access).toBeNull();
    await callBack();
    await pickUp();
    await press('1');
    await dialEnds('completed', 5);
    expect(await stored()).toMatchObject({ outcome: 'Talked' });
  });
});

describe('a process that dies', () => {
  it('before the carrier is asked rings nobody twice, and it can be tried again', async () => {
    await missed();
    hotline.side.placement = new Proxy({} as never, {
      get: () => {
        throw new Error('killed');
      },
    });
    await expect(callBack()).rejects.toThrow('killed');
    expect(hotline.side.placed).toHaveLength(1);
    hotline.side.placement = { outcome: 'placed', callId: `back-${call}` };
    await expect(callBack()).rejects.toThrow('Ann is calling back already.');
    t.clock.advance(121);
    await hotline.settle();
    expect(hotline.side.placed).toHaveLength(1);
    expect(await stored()).toMatchObject({ outcome: 'Unknown' });
    await callBack();
    expect(hotline.side.placed).toHaveLength(2);
  });

  it('after it: whoever picks up is asked all the same', async () => {
    await missed();
    hotline.side.placement = { outcome: 'refused', error: words('No answer.'), isUncertain: true };
    await expect(callBack()).rejects.toThrow('Your phone may ring nevertheless');
    expect(instructionsOf(await pickUp())).toMatchObject([{ do: 'gather' }]);
    await press('1');
    await dialEnds('completed', 3);
    expect(await stored()).toMatchObject({ outcome: 'Talked' });
  });

  it.each(['Ann', 'Bob'])(
    'Ann and %s press the button at once: one of them calls back',
    async (other) => {
      await missed();
      const both = await Promise.allSettled([callBack('Ann'), callBack(other)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(hotline.side.placed).toHaveLength(1);
    },
  );
});

describe('is refused', () => {
  it('without a confirmed number, and for a key without a person', async () => {
    await missed();
    await expect(callBack('Cy')).rejects.toThrow('You have no phone number');
    const key = systemContext(t.app.world, t.organizationId);
    await expect(hotline.calls.callBack(key, await idOf())).rejects.toThrow('Only a person');
  });

  it('while the call goes on, and to a caller without a number', async () => {
    await dialIn(hotline, call, { from });
    await expect(callBack()).rejects.toThrow('The call is going on.');
    call = randomUUID();
    await acceptedCall(hotline, call, { from: 'anonymous' });
    await expect(callBack()).rejects.toThrow('The caller showed no number.');
  });

  it('where the number is not there any more', async () => {
    await missed();
    const { tokens } = hotline;
    hotline.tokens = null;
    await expect(callBack()).rejects.toThrow('not connected any more');
    hotline.tokens = tokens;
  });

  it('by the carrier, with its reason, which the call keeps', async () => {
    await missed();
    hotline.side.placement = {
      outcome: 'refused',
      error: words('Twilio answered 400: no permission.'),
    };
    await expect(callBack()).rejects.toThrow('no permission');
    expect(await stored()).toMatchObject({ outcome: 'Refused' });
  });
});
