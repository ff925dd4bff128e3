import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CallEvent } from '../../../src/calls/call-event.ts';
import {
  type CallSession,
  callActions,
  callResults,
  callSteps,
} from '../../../src/calls/call-session.ts';
import { transition } from '../../../src/calls/flow/index.ts';
import { inEnglish, inWords, type Sentence, usualSpeech } from '../../../src/sentences/index.ts';
import { expectGerman } from '../../support/only-german.ts';
import { quickRuns } from '../../support/runs.ts';
import { caller, member, menuWith, OneCall, routeWith, settingsWith } from './one-call.ts';

const leg = fc.nat(3);
const attempt = fc.integer({ min: 0, max: 4 });
const key = fc.constantFrom('', '1', '1', '2', '9', '*', '11');
const isMaybe = fc.constantFrom(true, false, null);
const dialStatus = fc.constantFrom('completed', 'busy', 'no-answer', 'failed', 'canceled');
const callStatus = fc.constantFrom(
  'ongoing',
  'completed',
  'busy',
  'no-answer',
  'failed',
  'canceled',
);
const duration = fc.constantFrom(null, 0, 3, 40);
const childCallId = fc.constantFrom(null, 'leg');
const recording = fc.record({
  id: fc.constant('r'),
  url: fc.constant(null),
  durationSeconds: duration,
});

const event: fc.Arbitrary<CallEvent> = fc.oneof(
  fc.record({
    kind: fc.constant('CallArrived' as const),
    from: fc.constant(caller),
    to: fc.constant('+49'),
  }),
  fc.record({ kind: fc.constant('MenuKey' as const), attempt, key }),
  fc.record({ kind: fc.constant('RouteReached' as const) }),
  fc.record({ kind: fc.constant('MemberPickedUp' as const), leg, childCallId }),
  fc.record({ kind: fc.constant('MemberKey' as const), leg, attempt, key }),
  fc.record({
    kind: fc.constant('LegStatus' as const),
    leg,
    status: fc.oneof(dialStatus, fc.constantFrom('initiated', 'ringing', 'answered')),
    childCallId,
  }),
  fc.record({
    kind: fc.constant('DialEnded' as const),
    leg,
    status: dialStatus,
    isBridged: isMaybe,
    durationSeconds: duration,
    callHasEnded: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('Recorded' as const), recording: fc.option(recording) }),
  fc.record({ kind: fc.constant('NothingRecorded' as const) }),
  fc.record({
    kind: fc.constant('RecordingStatus' as const),
    status: fc.constantFrom('in-progress', 'completed', 'absent', 'failed'),
    recording,
  }),
  fc.record({
    kind: fc.constant('Transcribed' as const),
    text: fc.constantFrom(null, '', 'words'),
  }),
  fc.record({
    kind: fc.constant('CallEnded' as const),
    status: callStatus,
    durationSeconds: duration,
  }),
  fc.record({ kind: fc.constant('CallChecked' as const), status: fc.option(callStatus) }),
  fc.record({ kind: fc.constant('RecordingSought' as const), recording: fc.option(recording) }),
);

const route = fc
  .record({
    teamExists: fc.constantFrom(true, true, true, false),
    goesToVoicemail: fc.constantFrom(false, false, true),
    voicemailIfNobodyAnswers: fc.boolean(),
    skipsDialedNumbers: fc.boolean(),
    usersMax: fc.integer({ min: 1, max: 4 }),
    acceptAttemptsMax: fc.integer({ min: 1, max: 3 }),
  })
  .map(routeWith);
const settings = fc
  .record({
    language: fc.constantFrom('en-US', 'de-AT', 'arb', 'cmn-CN'),
    attachesTranscript: fc.boolean(),
    messageSecondsMin: fc.integer({ min: 1, max: 5 }),
    missedSecondsMin: fc.constantFrom(null, 10),
    blocklist: fc.constantFrom([], [], [], ['+49']),
    routing: fc.oneof(
      route.map((one) => ({ mode: 'single' as const, route: one })),
      fc.tuple(route, route).map(([one, two]) =>
        menuWith([
          { ...one, key: 1 },
          { ...two, key: 2 },
        ]),
      ),
    ),
  })
  .map(settingsWith);
/** The usual beginnings, so that chance reaches every phase. */
const beginning = fc.constantFrom<CallEvent[]>(
  [],
  [{ kind: 'RouteReached' }],
  [
    { kind: 'MenuKey', attempt: 1, key: '1' },
    { kind: 'RouteReached' },
    { kind: 'MemberPickedUp', leg: 0, childCallId: null },
  ],
  [
    { kind: 'RouteReached' },
    { kind: 'MemberPickedUp', leg: 0, childCallId: null },
    { kind: 'MemberKey', leg: 0, attempt: 1, key: '1' },
  ],
);

const statusLike = [
  'LegStatus',
  'RecordingStatus',
  'RecordingSought',
  'Transcribed',
  'CallEnded',
  'CallChecked',
];
const legRanks = { initiated: 1, ringing: 2, answered: 3 };
const rankOf = (status: string) => legRanks[status as keyof typeof legRanks] ?? 4;

/** What holds between any session and what follows from it. */
function expectSound(before: CallSession, told: CallEvent, call: OneCall): void {
  const after = call.session;
  const isOver = after.phase === 'ended';
  expect(after.outcome === 'Ongoing').toBe(!isOver);
  expect(after.endedAt !== null).toBe(isOver);
  expect(after.endReason !== null).toBe(isOver);
  expect(after.checkAt === null).toBe(isOver);
  expect(after.engagement !== null).toBe(after.phase === 'bridged' && !after.callerGone);
  expect(call.answer === null).toBe(statusLike.includes(told.kind));
  // What is over stays over; a message that was heard of late is the only thing that changes what it was.
  if (before.phase === 'ended') {
    expect(isOver).toBe(true);
    if (after.outcome !== before.outcome) {
      expect(['Missed', 'Failed']).toContain(before.outcome);
      expect(after.outcome).toBe('Voicemail');
      expect(after.askedForMessageAt).not.toBe(null);
    }
    expect(call.answer ?? [{ do: 'hang-up' }]).toEqual([{ do: 'hang-up' }]);
  }
  const connected = after.legs.filter(({ isBridged }) => isBridged);
  expect(connected).toHaveLength(after.outcome === 'Accepted' ? 1 : 0);
  // Nobody is dialled more often than allowed, and no leg goes back.
  expect(after.legs).toHaveLength(after.triesUsed);
  expect(after.triesUsed).toBeLessThanOrEqual(4);
  for (const [index, leg] of before.legs.entries()) {
    const now = after.legs[index];
    expect(rankOf(now?.status ?? '')).toBeGreaterThanOrEqual(rankOf(leg.status));
    for (const at of ['rangAt', 'answeredAt', 'acceptedAt', 'dismissedAt', 'endedAt'] as const) {
      if (leg[at]) expect(now?.[at]).toEqual(leg[at]);
    }
  }
  // Only who presses 1 is connected, and who is reserved.
  const bridges = call.told.includes('bridge');
  expect(bridges).toBe(before.phase !== 'bridged' && after.phase === 'bridged');
  if (bridges) expect(told).toMatchObject({ kind: 'MemberKey', key: '1' });
}

it('no event at any time throws, changes what it was given, or brings back what is over', () => {
  const targets = [
    member('Ann'),
    member('Bob'),
    member('Ann', 2),
    member('Cy', 2),
    member('Di', 3),
  ];
  const steps = fc.array(fc.record({ event, seconds: fc.nat(90), isReserved: fc.boolean() }), {
    maxLength: 25,
  });
  const sentences = new Map<string, Sentence>();
  fc.assert(
    fc.property(settings, beginning, steps, (withSettings, first, then) => {
      const call = new OneCall({ settings: withSettings, targets }).arrive();
      for (const one of first) call.tell(one);
      for (const { event, seconds, isReserved } of then) {
        const before = freeze(call.session);
        call.isReserved = isReserved;
        const logged = call.log.length;
        call.after(seconds).tell(event);
        expectSound(before, event, call);
        for (const entry of call.log.slice(logged)) {
          expect(callSteps).toContain(entry.step);
          expect(callActions).toContain(entry.action);
          expect(callResults).toContain(entry.result);
          sentences.set(JSON.stringify(entry.reason), entry.reason);
        }
        if (before.outcome === 'Blocklisted') expect(call.log).toHaveLength(2);
        expect(JSON.parse(JSON.stringify(call.log))).toEqual(call.log);
      }
      // Whatever was left open, checks of it come to an end.
      let checks = 0;
      while (call.session.checkAt) {
        const before = call.session;
        const checked: CallEvent = { kind: 'CallChecked', status: checks < 3 ? 'ongoing' : null };
        call.now = call.session.checkAt;
        call.tell(checked);
        expectSound(before, checked, call);
        checks += 1;
      }
      expect(call.session.outcome).not.toBe('Ongoing');
      expect(checks).toBeLessThanOrEqual(4);
    }),
    { numRuns: quickRuns(1000) },
  );
  expectOneLanguage([...sentences.values()]);
});

it('a call of which the carrier always says that it goes on ends after five hours', () => {
  const call = new OneCall({ targets: [member('Ann')] }).reachRoute();
  while (call.session.checkAt) {
    call.now = call.session.checkAt;
    call.tell({ kind: 'CallChecked', status: 'ongoing' });
  }
  const hours = (call.now.getTime() - call.session.startedAt.getTime()) / 3_600_000;
  expect(hours).toBeGreaterThanOrEqual(5);
  expect(hours).toBeLessThan(5.2);
});

it('says which fact is missing', () => {
  const { session } = new OneCall().arrive();
  const event = { kind: 'RouteReached' } as const;
  expect(() => transition(session, event, { now: new Date() })).toThrow('"chain"');
});

/** Whatever a call says is wholly English, or wholly German, and never somebody else's words. */
function expectOneLanguage(sentences: readonly Sentence[]): void {
  expect(JSON.stringify(sentences)).not.toContain('"words"');
  const codes = new Set(sentences.map(({ code }) => code));
  expect(codes.size).toBeGreaterThan(20);
  for (const sentence of sentences) expect(inEnglish(sentence)).toMatch(/^[A-Z+].*\.$/);
  expectGerman(sentences.map((sentence) => inWords(sentence, usualSpeech.de)));
}

function freeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
}
