import { describe, expect, it } from 'vitest';
import { member, menuWith, OneCall, routeWith, settingsWith, start } from './one-call.ts';

const ann = member('Ann');
const recording = { id: 'r', url: null, durationSeconds: null };
const vm = settingsWith({
  routing: { mode: 'single', route: routeWith({ goesToVoicemail: true }) },
});
const patient = settingsWith({
  routing: { mode: 'single', route: routeWith({ ringSeconds: 120 }) },
});
const menu = settingsWith({ routing: menuWith([routeWith({ key: 1 })]) });

/** A call in every phase, with what it is once nothing more is heard of it. */
const phases = {
  route: { call: () => new OneCall().arrive(), outcome: 'Missed', secondsMin: 60 },
  menu: { call: () => new OneCall({ settings: menu }).arrive(), outcome: 'Missed', secondsMin: 65 },
  ringing: {
    call: () => new OneCall({ targets: [ann], settings: patient }).reachRoute(),
    outcome: 'Missed',
    secondsMin: 120 + 3 * 10 + 60,
  },
  confirm: {
    call: () => new OneCall({ targets: [ann] }).reachRoute().pickUp(),
    outcome: 'Missed',
    secondsMin: 3 * 10 + 60,
  },
  bridged: {
    call: () => new OneCall({ targets: [ann] }).reachRoute().pickUp().press('1'),
    outcome: 'Accepted',
    secondsMin: 4 * 3600 + 60,
  },
  voicemail: {
    call: () => new OneCall({ settings: vm }).reachRoute(),
    outcome: 'Missed',
    secondsMin: 360,
  },
  recording: {
    call: () =>
      new OneCall({ settings: vm })
        .reachRoute()
        .tell({ kind: 'RecordingStatus', status: 'in-progress', recording }),
    outcome: 'Voicemail',
    secondsMin: 360,
  },
} as const;

describe.each(Object.entries(phases))('in the phase %s', (phase, { call, outcome, secondsMin }) => {
  const checked = (status: 'completed' | 'ongoing' | null) => {
    const one = call();
    one.now = one.session.checkAt ?? start;
    return one.tell({ kind: 'CallChecked', status });
  };

  it('the check waits for longer than the phase can last', () => {
    const { session } = call();
    expect(session.phase).toBe(phase);
    const seconds = ((session.checkAt?.getTime() ?? 0) - start.getTime()) / 1000;
    expect(seconds).toBeGreaterThanOrEqual(secondsMin);
    expect(seconds).toBeLessThan(secondsMin + 100);
  });

  it.each(['completed', null] as const)(`%s closes with ${outcome}`, (status) => {
    const { session, log, answer } = checked(status);
    expect(session).toMatchObject({ outcome, phase: 'ended', checkAt: null, engagement: null });
    expect(log.at(-1)).toMatchObject({ step: 'Hangup', action: 'Internal', result: 'Processed' });
    expect(log.at(-1)?.reason).toEqual(session.endReason);
    expect(answer).toBe(null);
  });

  it('a call that goes on is asked about again', () => {
    const { session, now } = checked('ongoing');
    expect(session.phase).toBe(phase);
    expect(session.checkAt).toEqual(new Date(now.getTime() + 300_000));
  });

  it('a check that is not due any more changes nothing', () => {
    const one = call();
    const before = one.session;
    expect(one.tell({ kind: 'CallChecked', status: null }).session).toEqual(before);
  });
});

it('a call that the carrier says has failed, has', () => {
  const one = new OneCall({ targets: [ann] }).reachRoute();
  one.now = one.session.checkAt ?? start;
  one.tell({ kind: 'CallChecked', status: 'failed' });
  expect(one.session.outcome).toBe('Failed');
  const told = new OneCall({ targets: [ann] }).reachRoute();
  told.tell({ kind: 'CallEnded', status: 'failed', durationSeconds: null });
  expect(told.session.outcome).toBe('Failed');
});

it('a talk whose end is not reported is closed a minute after the caller has gone', () => {
  const one = phases.bridged.call().after(30).hangUp();
  expect(one.session.checkAt).toEqual(new Date(one.now.getTime() + 60_000));
  one.after(60).tell({ kind: 'CallChecked', status: 'ongoing' });
  expect(one.session.outcome).toBe('Accepted');
});
