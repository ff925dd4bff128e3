import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { whyNoIncident } from '../../src/calls/index.ts';
import { inEnglish, words } from '../../src/sentences/index.ts';
import type { TestApp } from '../support/app.ts';
import { type StaffedTeam, staffTeam } from '../support/staffed-team.ts';
import {
  acceptedCall,
  dialIn,
  endCall,
  endDial,
  type Hotline,
  openHotline,
  reachRoute,
  recordingIs,
  routeOf,
  say,
  startServer,
} from './hotline.ts';

/** Calls that nobody took: whoever is on call is told whom to call back. */

let t: TestApp;
let team: StaffedTeam;
let hotline: Hotline;
let callers = 0;
let from: string;

beforeAll(async () => {
  t = await startServer();
  team = await staffTeam(t.api, 'Payments', [{ people: ['Ann'] }], {
    users: { Ann: { phoneNumber: '+4930111' } },
  });
  hotline = await openHotline({ t, teamId: team.id });
  const route = routeOf(team.id, { voicemailIfNobodyAnswers: false });
  hotline.settings = {
    ...hotline.settings,
    missedSecondsMin: 10,
    routing: { mode: 'single', route },
  };
});
afterAll(() => t?.stop());
beforeEach(() => {
  callers += 1;
  from = `+49151123${String(callers).padStart(5, '0')}`;
});

/** Somebody rings for a while and gives up. */
async function givesUp(seconds: number, of: { from?: string } = { from }): Promise<string> {
  const call = randomUUID();
  await dialIn(hotline, call, of);
  await reachRoute(hotline, call);
  t.clock.advance(seconds);
  await endCall(hotline, call);
  await hotline.settle();
  return call;
}

const incidentIdOf = async (call: string) => (await hotline.stored(call)).incidentId;
/** As its page says it. */
const whyNone = async (call: string) => whyNoIncident(await hotline.stored(call));
const incidentOf = async (call: string) => {
  const id = await incidentIdOf(call);
  return (await hotline.incidents()).find(({ _id }) => _id === id);
};
const codesOf = (incident: Awaited<ReturnType<typeof incidentOf>>) =>
  incident?.events.flatMap(({ message }) => message?.code ?? []);

describe('a call that nobody takes', () => {
  it('opens an incident with the number to call back', async () => {
    const incident = await incidentOf(await givesUp(10));
    expect(incident).toMatchObject({
      title: `Missed call from ${from} to Hotline`,
      status: 'Open',
      severity: 'Critical',
      teamIds: [team.id],
    });
    expect(incident?.attributes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'Caller', value: from }),
        expect.objectContaining({ name: 'Outcome', value: 'Missed' }),
      ]),
    );
  });

  it('opens none when it was shorter than the number says', async () => {
    const short = await givesUp(9);
    expect(await incidentIdOf(short)).toBeNull();
    expect(inEnglish((await whyNone(short)) ?? words(''))).toBe(
      'Nobody took the call, which ended after 9 seconds: calls shorter than 10 seconds open no incident.',
    );
    expect(await whyNone(await givesUp(11))).toBeNull();
  });

  it('opens one, too, where the caller heard the closing message, or the carrier failed', async () => {
    const closing = randomUUID();
    await dialIn(hotline, closing, { from });
    await reachRoute(hotline, closing);
    t.clock.advance(20);
    await endDial(hotline, closing);
    const failed = randomUUID();
    await dialIn(hotline, failed, { from: '+4915199999999' });
    t.clock.advance(20);
    const ended = { kind: 'CallEnded', status: 'failed', durationSeconds: 20 } as const;
    await say(hotline, failed, { at: 'status' }, ended);
    await hotline.settle();
    expect((await incidentOf(closing))?.status).toBe('Open');
    expect((await incidentOf(failed))?.attributes).toContainEqual(
      expect.objectContaining({ name: 'Outcome', value: 'Failed' }),
    );
  });

  it('opens none where the number does not want it, and none of a caller who was turned away', async () => {
    const { settings } = hotline;
    hotline.settings = { ...settings, missedSecondsMin: null };
    const unwanted = await givesUp(60);
    hotline.settings = { ...settings, blocklist: [from] };
    const refused = randomUUID();
    await dialIn(hotline, refused, { from });
    t.clock.advance(60);
    await hotline.settle();
    hotline.settings = settings;
    expect(await incidentIdOf(unwanted)).toBeNull();
    expect(await incidentIdOf(refused)).toBeNull();
    expect((await whyNone(unwanted))?.code).toBe('missedOpensNone');
    expect((await whyNone(refused))?.code).toBe('callerWasTurnedAway');
  });

  it('does not say why there is no incident before that is decided', async () => {
    const call = randomUUID();
    await dialIn(hotline, call, { from });
    expect(await whyNone(call)).toBeNull();
    await endCall(hotline, call);
    expect(await whyNone(call)).toBeNull();
    await hotline.settle();
    expect((await whyNone(call))?.code).toBe('tooShortForIncident');
  });
});

describe('the same caller again', () => {
  it('within an hour is added to the open incident', async () => {
    const first = await givesUp(20);
    t.clock.advance(3000);
    const second = await givesUp(30);
    expect(await incidentIdOf(second)).toBe(await incidentIdOf(first));
    const incident = await incidentOf(first);
    expect(codesOf(incident)).toEqual(['callerRangAgain']);
    await hotline.settle();
    expect(await incidentOf(first)).toEqual(incident);
  });

  it('later, or after it was resolved, opens another', async () => {
    const first = await givesUp(20);
    t.clock.advance(3601);
    const second = await givesUp(20);
    const id = await incidentIdOf(second);
    expect(id).not.toBe(await incidentIdOf(first));
    const operations = { appendIntent: { intent: 'Resolved' } };
    expect((await t.api.patch(`/incident/${id}`, { operations })).status).toBe(200);
    const third = await givesUp(20);
    expect(await incidentIdOf(third)).not.toBe(id);
  });

  it('without a number is another caller each time', async () => {
    const first = await givesUp(20, { from: 'anonymous' });
    const second = await givesUp(20, { from: 'anonymous' });
    expect(await incidentIdOf(second)).not.toBe(await incidentIdOf(first));
  });

  it('who reaches somebody resolves what was missed before, and says who it was', async () => {
    const first = await givesUp(20);
    t.clock.advance(4000);
    const second = await givesUp(20);
    await acceptedCall(hotline, randomUUID(), { from });
    await hotline.settle();
    for (const call of [first, second]) {
      const incident = await incidentOf(call);
      expect(incident?.status).toBe('Resolved');
      expect(incident?.events.at(-1)).toMatchObject({
        intent: 'Resolved',
        message: { code: 'callerReached', values: { person: { displayName: 'Ann' } } },
      });
    }
  });

  it('does not resolve what was missed of somebody else', async () => {
    const missed = await givesUp(20);
    await acceptedCall(hotline, randomUUID(), { from: '+4915188888888' });
    await hotline.settle();
    expect((await incidentOf(missed))?.status).toBe('Open');
  });
});

it('a message that arrives after all is told to the incident of the missed call, which stays the only one', async () => {
  const { settings } = hotline;
  const route = routeOf(team.id, { goesToVoicemail: true });
  hotline.settings = { ...settings, routing: { mode: 'single', route } };
  const call = await givesUp(20);
  hotline.settings = settings;
  const before = await incidentIdOf(call);
  await recordingIs(hotline, call, 'completed');
  await hotline.settle();
  const incident = await incidentOf(call);
  expect(incident?._id).toBe(before);
  expect(codesOf(incident)).toEqual(['callerLeftMessageAfterAll']);
  expect(incident?.attributes).toContainEqual(
    expect.objectContaining({ name: 'Outcome', value: 'Voicemail' }),
  );
  expect((await hotline.incidents()).filter(({ _id }) => _id === before)).toHaveLength(1);
});
