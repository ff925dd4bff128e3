import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picksUp } from '../../support/carrier/index.ts';
import { caller, Hotline, type OnCallTeam } from './hotline.ts';

const second = '+4917011111111';

let hotline: Hotline;
beforeAll(async () => {
  hotline = await Hotline.start();
});
afterAll(() => hotline?.stop());

function ring(team: OnCallTeam, script: Parameters<typeof picksUp>[0]): void {
  for (const { phone } of Object.values(team.people)) hotline.carrier.phone(phone, picksUp(script));
}

describe('simultaneous calls', () => {
  it('39. of two calls for one member the first is accepted, the second leaves a message', async () => {
    const team = await hotline.team(['Ada']);
    ring(team, { talks: 300 });
    const number = await hotline.number(team.id);
    const first = hotline.carrier.dialIn(caller, number.number);
    await hotline.time.run(30);
    const other = hotline.carrier.dialIn(second, number.number, {
      message: { seconds: 8, ends: '#' },
    });
    await hotline.time.run();
    await hotline.settle();
    const [one, two] = [await hotline.see(first, number), await hotline.see(other, number)];
    expect(one.session.outcome).toBe('Accepted');
    expect(two.session.outcome).toBe('Voicemail');
    expect(two.dialled).toEqual([]);
    expect(two.reasons).toMatch(/Ada is connected to another call/);
    expect(await hotline.engagements()).toEqual([]);
    expect((await hotline.call(number)).session.outcome, 'free again').toBe('Accepted');
  });

  it('40. of two calls that a member answers by call waiting one is connected', async () => {
    const team = await hotline.team(['Ada']);
    ring(team, { talks: 120, callWaiting: true });
    const number = await hotline.number(team.id, { route: { sendToVoicemailIfNoResponse: false } });
    const calls = [
      hotline.carrier.dialIn(caller, number.number),
      hotline.carrier.dialIn(second, number.number),
    ];
    await hotline.time.run();
    await hotline.settle();
    const seen = await Promise.all(calls.map((call) => hotline.see(call, number)));
    expect(seen.map(({ session }) => session.outcome).toSorted()).toEqual(['Accepted', 'Missed']);
    expect(seen.flatMap(({ call }) => call.rung).filter(({ isBridged }) => isBridged)).toHaveLength(
      1,
    );
    const loser = seen.find(({ session }) => session.outcome === 'Missed');
    expect(loser?.log).toContain('ConfirmTargetResult received Ignored');
    expect(loser?.reasons).toMatch(/connected to another call/);
    expect(loser?.call.rung[0]?.leg.heard, 'is told so').toHaveLength(2);
    expect(await hotline.engagements()).toEqual([]);
  });

  it('41. who is connected for one team is rung for another', async () => {
    const team = await hotline.team(['Ada']);
    const { Ada } = team.people;
    if (!Ada) throw new Error('Ada is missing.');
    const other = await hotline.team();
    await hotline.tiers(other.id, [Ada.id]);
    ring(team, { talks: 300, callWaiting: true });
    const [number, otherNumber] = [await hotline.number(team.id), await hotline.number(other.id)];
    hotline.carrier.dialIn(caller, number.number);
    await hotline.time.run(30);
    const call = hotline.carrier.dialIn(second, otherNumber.number);
    await hotline.time.run();
    await hotline.settle();
    const seen = await hotline.see(call, otherNumber);
    expect(seen.session.outcome).toBe('Accepted');
  });

  it('42. a member whom a crash left behind as connected is free when the lease ends', async () => {
    const team = await hotline.team(['Ada']);
    ring(team, {});
    const number = await hotline.number(team.id, { route: { sendToVoicemailIfNoResponse: false } });
    // Nothing of the end of the call arrives, and the carrier cannot be asked.
    hotline.carrier.faults = ({ kind }) =>
      kind === 'dial-result' || kind === 'status' ? { fault: 'drop' } : null;
    hotline.carrierApi.trouble = 500;
    hotline.carrier.dialIn(caller, number.number);
    await hotline.time.run();
    hotline.carrier.faults = () => null;
    expect(await hotline.engagements()).toHaveLength(1);
    expect((await hotline.call(number)).session.outcome).toBe('Missed');
    hotline.app.clock.advance(4.5 * 3600);
    expect((await hotline.call(number)).session.outcome).toBe('Accepted');
    hotline.carrierApi.trouble = null;
    await hotline.wait(3600);
  });

  it('43. fifty calls at once on one number: all are led, nobody is connected twice', async () => {
    const people = ['Ada', 'Bob', 'Cleo', 'Dora', 'Emil'];
    const team = await hotline.team(people);
    ring(team, { talks: 900, callWaiting: true });
    const number = await hotline.number(team.id, { route: { maxUsersToTry: 2 } });
    const calls = Array.from({ length: 50 }, (_, n) =>
      hotline.carrier.dialIn(`+49170${1_000_000 + n}`, number.number, {
        message: { seconds: 4, ends: '#' },
      }),
    );
    hotline.time.isConcurrent = true;
    await hotline.time.run();
    hotline.time.isConcurrent = false;
    await hotline.settle();
    const outcomes = (await hotline.sessionsOf(number)).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'Accepted')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === 'Voicemail')).toHaveLength(45);
    const bridged = calls.flatMap(({ rung }) => rung).filter(({ isBridged }) => isBridged);
    expect(new Set(bridged.map(({ to }) => to)).size).toBe(5);
    expect(bridged).toHaveLength(5);
    expect(await hotline.engagements()).toEqual([]);
    expect(await hotline.incidentsOf(team.id)).toHaveLength(50);
  });
});
