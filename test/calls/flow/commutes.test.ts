import { describe, expect, it } from 'vitest';
import type { CallEvent } from '../../../src/calls/call-event.ts';
import { member, OneCall, routeWith, settingsWith } from './one-call.ts';

const voicemail = settingsWith({
  attachesTranscript: true,
  routing: { mode: 'single', route: routeWith({ goesToVoicemail: true }) },
});
const targets = [member('Ann'), member('Bob')];
const message = { id: 'r', url: 'https://example.com/r', durationSeconds: 7 };
// Carriers name no recording that is absent.
const silence = { id: '', url: null, durationSeconds: 0 };

const ringing = () => new OneCall({ targets }).reachRoute();
const confirming = () => ringing().pickUp();
const talking = () => confirming().press('1').after(30);
const asked = () => new OneCall({ settings: voicemail }).reachRoute();
const speaking = () =>
  asked().tell({ kind: 'RecordingStatus', status: 'in-progress', recording: message }).after(7);

const callEnded: CallEvent = { kind: 'CallEnded', status: 'completed', durationSeconds: null };
const dialEnded = (change: Partial<Extract<CallEvent, { kind: 'DialEnded' }>>): CallEvent => ({
  kind: 'DialEnded',
  leg: 0,
  status: 'completed',
  isBridged: false,
  durationSeconds: null,
  callHasEnded: false,
  ...change,
});
const key: CallEvent = { kind: 'MemberKey', leg: 0, attempt: 1, key: '1' };
const recorded: CallEvent = { kind: 'Recorded', recording: message };
const completed: CallEvent = { kind: 'RecordingStatus', status: 'completed', recording: message };
const nothing: CallEvent = { kind: 'NothingRecorded' };
const absent: CallEvent = { kind: 'RecordingStatus', status: 'absent', recording: silence };
const words: CallEvent = { kind: 'Transcribed', text: 'Help!' };

/** What must not depend on which of two reports is faster. */
function gist({ session }: OneCall) {
  const { outcome, phase, callerGone, engagement, cursor, recording, transcript } = session;
  const legs = session.legs.map(({ dialStatus, isBridged }) => ({ dialStatus, isBridged }));
  return { outcome, phase, callerGone, engagement, cursor, recording, transcript, legs };
}

describe('two reports lead to the same, whichever comes first', () => {
  it.each<[string, () => OneCall, CallEvent, CallEvent, string]>([
    ['a message, told twice', asked, recorded, completed, 'Voicemail'],
    ['a message, told twice, of a call that was heard', speaking, recorded, completed, 'Voicemail'],
    ['a message and the end of the call', speaking, completed, callEnded, 'Voicemail'],
    [
      'a message before the tone was reported, and the end',
      asked,
      completed,
      callEnded,
      'Voicemail',
    ],
    ['no message, told twice', speaking, nothing, absent, 'Missed'],
    ['no message, and the end of the call', speaking, absent, callEnded, 'Missed'],
    ['a message and its words', asked, recorded, words, 'Voicemail'],
    ['a message that the carrier then lost', asked, recorded, absent, 'Voicemail'],
    [
      'a talk and the end of the call',
      talking,
      dialEnded({ isBridged: true }),
      callEnded,
      'Accepted',
    ],
    [
      'a caller who leaves while a phone rings',
      ringing,
      dialEnded({ status: 'canceled', callHasEnded: true }),
      callEnded,
      'Missed',
    ],
    [
      'a caller who leaves as 1 is pressed',
      talking,
      dialEnded({ callHasEnded: true }),
      callEnded,
      'Missed',
    ],
    ['a key, and a leg that is over', confirming, key, dialEnded({}), 'Ongoing'],
    ['a key, and a caller who is gone', confirming, key, callEnded, '*'],
  ])('%s', (_, call, one, other, outcome) => {
    const [first, second] = [call().tell(one).tell(other), call().tell(other).tell(one)];
    if (outcome === '*') {
      // Connected or not: only the end of the dial says it, and it says the same.
      for (const either of [first, second]) either.tell(dialEnded({ callHasEnded: true }));
    }
    expect(gist(second)).toEqual(gist(first));
    expect(first.session.outcome).toBe(outcome === '*' ? 'Missed' : outcome);
    if (one === recorded) expect(second.session.recording?.id).toBe('r');
  });
});

it('the statuses of a leg say the same in every order', () => {
  const statuses = ['initiated', 'ringing', 'answered', 'completed'] as const;
  for (const order of permutations(statuses)) {
    const call = ringing();
    for (const status of order) call.tell({ kind: 'LegStatus', leg: 0, status, childCallId: 'l' });
    expect(call.session.legs[0]).toMatchObject({ status: 'completed', childCallId: 'l' });
    expect(call.session.phase).toBe('ringing');
    // What is known already changes nothing: there is nothing to write.
    const before = call.session;
    call.tell({ kind: 'LegStatus', leg: 0, status: 'ringing', childCallId: 'l' });
    expect(call.session).toBe(before);
    expect(call.log).toHaveLength(3);
  }
});

function permutations<Value>(values: readonly Value[]): Value[][] {
  if (values.length === 0) return [[]];
  return values.flatMap((value, i) =>
    permutations(values.toSpliced(i, 1)).map((rest) => [value, ...rest]),
  );
}
