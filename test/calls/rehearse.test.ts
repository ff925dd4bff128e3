import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallTarget } from '../../src/calls/call-session.ts';
import type { CallSettings } from '../../src/calls/call-settings.ts';
import { type CallScript, type MemberScript, rehearse } from '../../src/calls/rehearse.ts';
import { inEnglish, say } from '../../src/sentences/index.ts';
import { quickRuns } from '../support/runs.ts';
import { caller, member, menuWith, routeWith, settingsWith, start } from './flow/one-call.ts';

const [ann, bob] = [member('Ann'), member('Bob', 2)];
const nobody: MemberScript = { answers: 'NoAnswer', afterSeconds: 0, keys: [], talksSeconds: 0 };
const accepts: MemberScript = {
  answers: 'PicksUp',
  afterSeconds: 6,
  keys: ['1'],
  talksSeconds: 60,
};

function rehearsed(
  change: Partial<CallScript> = {},
  settings: CallSettings = settingsWith(),
  targets: readonly CallTarget[] = [ann, bob],
) {
  const chain = { targets, excluded: [] };
  return rehearse({
    settings,
    chains: new Map([['team', chain]]),
    script: {
      from: caller,
      keys: [],
      hangsUpAfterSeconds: null,
      speaksSeconds: 10,
      busyUserIds: [],
      members: new Map(),
      others: nobody,
      ...change,
    },
    at: start,
  });
}

const secondsOf = (at: Date) => (at.getTime() - start.getTime()) / 1000;
const heardBy = ({ spoken }: ReturnType<typeof rehearsed>) =>
  spoken.map(({ at, to, prompt }) => [
    secondsOf(at),
    to === 'caller' ? to : to.displayName,
    prompt.kind === 'speech' ? prompt.text : prompt.fileId,
  ]);
const single = (change: Parameters<typeof routeWith>[0]) =>
  settingsWith({ routing: { mode: 'single', route: routeWith(change) } });

describe('a rehearsed call', () => {
  it('reaches the one who presses 1', () => {
    const call = rehearsed({ members: new Map([['bob', accepts]]) });
    expect(call).toMatchObject({
      outcome: 'Accepted',
      endReason: { code: 'tookCall', values: { person: { displayName: 'Bob' }, talked: 60 } },
      incident: { isCreated: true, teamId: 'team', severity: 'Critical', status: 'Resolved' },
    });
    const words = 'Call for Payments hotline. Press 1 to accept.';
    expect(heardBy(call)).toEqual([[26, 'Bob', words]]);
    // 20 s for Ann's phone, 6 for Bob's, 3 for the words, 60 of talk.
    expect(secondsOf(call.endedAt)).toBe(89);
    expect(call.log.map(({ at, step }) => `${secondsOf(at)} ${step}`)).toEqual([
      '0 CallReceived',
      '0 DialChainResolved',
      '0 DialTarget',
      '20 DialTargetResult',
      '20 DialTarget',
      '26 ConfirmTarget',
      '29 ConfirmTargetResult',
      '89 DialTargetResult',
      '89 Hangup',
      '89 Hangup',
    ]);
  });

  it('leads past a mailbox and past wrong keys to the voicemail', () => {
    const call = rehearsed({
      members: new Map([
        ['ann', { ...accepts, answers: 'OwnVoicemail' }],
        ['bob', { ...accepts, keys: ['2', null, '3', '1'] }],
      ]),
    });
    expect(call.outcome).toBe('Voicemail');
    expect(call.incident).toMatchObject({ isCreated: true, status: 'Open' });
    expect(heardBy(call).map(([, who]) => who)).toEqual([
      ...['Ann', 'Ann', 'Ann', 'Bob', 'Bob', 'Bob'],
      'caller',
    ]);
  });

  it('says why there is no incident', () => {
    const silent = rehearsed({ speaksSeconds: 0 });
    expect(silent).toMatchObject({ outcome: 'Missed', incident: { isCreated: false } });
    const blocked = rehearsed({}, settingsWith({ blocklist: ['+49'] }));
    expect(blocked.incident).toEqual({ isCreated: false, reason: say('callerWasTurnedAway') });
    expect(blocked.log).toHaveLength(2);
  });

  it('plays the menu until a key leads somewhere', () => {
    const settings = settingsWith({ routing: menuWith([routeWith({ key: 2 })]) });
    const call = rehearsed({ keys: [null, '9', '2'], others: accepts }, settings);
    expect(call.outcome).toBe('Accepted');
    expect(heardBy(call).filter(([, who]) => who === 'caller')).toHaveLength(3);
    expect(rehearsed({ keys: [null, '9', '8', '2'] }, settings).outcome).toBe('Missed');
  });

  it.each([
    [0, 'Missed', 'before anybody was called'],
    [7, 'Missed', 'while Ann was rung'],
    [27, 'Missed', 'before Bob pressed 1'],
    [40, 'Accepted', 'Bob took the call'],
  ])('of a caller who hangs up after %i s is %s: %s', (hangsUpAfterSeconds, outcome, reason) => {
    const call = rehearsed({ hangsUpAfterSeconds, members: new Map([['bob', accepts]]) });
    expect(call.outcome).toBe(outcome);
    expect(call.endReason && inEnglish(call.endReason)).toContain(reason);
    expect(secondsOf(call.endedAt)).toBe(hangsUpAfterSeconds);
  });

  it('keeps what was said when the caller hangs up in the middle of a message', () => {
    const settings = single({ goesToVoicemail: true });
    const call = rehearsed({ hangsUpAfterSeconds: 12, speaksSeconds: 60 }, settings);
    expect(call.outcome).toBe('Voicemail');
    expect(call.session.recording?.durationSeconds).toBeGreaterThan(0);
    expect(rehearsed({ hangsUpAfterSeconds: 2 }, settings).outcome).toBe('Missed');
    // In the very second of the tone.
    expect(rehearsed({ hangsUpAfterSeconds: 5 }, settings).outcome).toBe('Missed');
    const whole = rehearsed({ speaksSeconds: 60 }, settings);
    expect(whole.session.recording).toMatchObject({ durationSeconds: 60, state: 'completed' });
  });

  it('shows who is skipped', () => {
    const call = rehearsed({ busyUserIds: ['ann'], others: accepts });
    expect(call.log.find(({ result }) => result === 'Ignored')?.reason).toMatchObject({
      code: 'hasAnotherCall',
      values: { person: { displayName: 'Ann' } },
    });
    expect(call.session.legs).toHaveLength(1);
  });

  it('ends, whatever people do, and is the same every time', () => {
    const keys = fc.array(fc.constantFrom(null, '1', '2', '#'), { maxLength: 4 });
    const members = fc.record<MemberScript>({
      answers: fc.constantFrom('NoAnswer', 'Busy', 'Failed', 'PicksUp', 'OwnVoicemail'),
      afterSeconds: fc.nat(30),
      keys,
      talksSeconds: fc.nat(20_000),
    });
    const scripts = fc.record({
      from: fc.constantFrom(caller, 'anonymous', '', 'sip:bob@example.com'),
      keys,
      hangsUpAfterSeconds: fc.option(fc.nat(400)),
      speaksSeconds: fc.nat(400),
      others: members,
      members: members.map((bobs) => new Map([['bob', bobs]])),
    });
    const settings = fc.constantFrom(
      settingsWith(),
      single({ voicemailIfNobodyAnswers: false }),
      settingsWith({ routing: menuWith([routeWith({ key: 1 }), routeWith({ key: 2 })]) }),
    );
    fc.assert(
      fc.property(scripts, settings, (script, withSettings) => {
        const call = rehearsed(script, withSettings);
        expect(call.outcome).not.toBe('Ongoing');
        expect(call.incident.isCreated).toBe(['Accepted', 'Voicemail'].includes(call.outcome));
        const times = call.log.map(({ at }) => at.getTime());
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        expect(rehearsed(script, withSettings)).toEqual(call);
      }),
      { numRuns: quickRuns(500) },
    );
  });
});
