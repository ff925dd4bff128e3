import { describe, expect, it } from 'vitest';
import { caller, member, menuWith, OneCall, routeWith, settingsWith, start } from './one-call.ts';

const [ann, bob, cy] = [member('Ann'), member('Bob'), member('Cy', 2)];

function single(
  change: Parameters<typeof routeWith>[0],
  settings: Parameters<typeof settingsWith>[0] = {},
) {
  return settingsWith({ routing: { mode: 'single', route: routeWith(change) }, ...settings });
}

describe('a call that arrives', () => {
  it('hears the welcome and goes on to its route', () => {
    const welcome = { kind: 'speech', text: 'Hello\u0007 there.', locale: 'en-GB' } as const;
    const call = new OneCall({ settings: settingsWith({ welcome }) }).arrive();
    expect(call.answer).toEqual([
      { do: 'say', prompt: { ...welcome, text: 'Hello there.' } },
      { do: 'go', next: { at: 'route' } },
    ]);
    expect(call.lines).toEqual(['CallReceived WebhookReceived Processed']);
    expect(call.session).toMatchObject({ phase: 'route', outcome: 'Ongoing', from: caller });
  });

  it('of a blocked caller is refused, and nothing else is ever logged', () => {
    const call = new OneCall({ settings: settingsWith({ blocklist: ['+49'] }) }).arrive();
    expect(call.answer).toEqual([{ do: 'reject' }]);
    call
      .hangUp()
      .tell({ kind: 'RouteReached' })
      .after(60)
      .tell({ kind: 'CallChecked', status: null });
    expect(call.lines).toEqual([
      'CallReceived WebhookReceived Processed',
      'CallerBlocklisted Internal Processed',
    ]);
    expect(call.session.outcome).toBe('Blocklisted');
  });

  it('fails with words when no team is left behind the number', () => {
    for (const settings of [
      settingsWith({ routing: menuWith([]) }),
      settingsWith({ routing: menuWith([routeWith({ key: 1, teamExists: false })]) }),
      single({ teamExists: false }),
    ]) {
      const call = new OneCall({ settings }).arrive();
      expect(call.told).toEqual(['say', 'hang-up']);
      expect(call.session).toMatchObject({ outcome: 'Failed', checkAt: null });
      expect(call.session.endReason?.code).toBe('teamsOfNumberDeleted');
    }
  });
});

describe('the menu', () => {
  const routing = menuWith([
    routeWith({ key: 1 }),
    routeWith({ key: 3, teamId: 'other' }),
    routeWith({ key: 4, teamExists: false }),
  ]);
  const settings = settingsWith({ routing });
  const press = (call: OneCall, key: string, attempt = 1) =>
    call.tell({ kind: 'MenuKey', attempt, key });

  it('names its keys when it has no words of its own, and waits for one', () => {
    const call = new OneCall({ settings }).arrive();
    expect(call.answer).toEqual([
      {
        do: 'gather',
        prompts: [
          {
            kind: 'speech',
            text: 'You have reached Payments hotline. Please press 1 or 3.',
            locale: 'en-US',
          },
        ],
        seconds: 5,
        next: { at: 'menu', attempt: 1 },
      },
    ]);
    expect(call.lines.at(-1)).toBe('GatherDtmf CommandSent Processed');
  });

  it('speaks the language of the number', () => {
    const german = new OneCall({ settings: { ...settings, language: 'de-AT' } }).arrive();
    expect(german.answer).toMatchObject([
      {
        prompts: [
          {
            text: 'Sie haben Payments hotline erreicht. Bitte drücken Sie 1 oder 3.',
            locale: 'de-AT',
          },
        ],
      },
    ]);
  });

  it('leads to the route of the key', () => {
    const call = press(new OneCall({ settings }).arrive(), '3');
    expect(call.answer).toEqual([{ do: 'go', next: { at: 'route' } }]);
    call.tell({ kind: 'RouteReached' });
    expect(call.session.routeKey).toBe(3);
    expect(call.needs).toEqual([
      { kind: 'chain', teamId: 'other' },
      { kind: 'busy', teamId: 'other' },
    ]);
  });

  it.each(['', '2', '*', '#', '0', '4', '11'])('is played again after "%s"', (key) => {
    const call = press(new OneCall({ settings }).arrive(), key);
    expect(call.answer).toMatchObject([{ do: 'gather', next: { at: 'menu', attempt: 2 } }]);
    expect(call.lines.slice(-2)).toEqual([
      'GatherDtmf WebhookReceived Ignored',
      'GatherDtmf CommandSent Processed',
    ]);
    if (key === '4') expect(call.said.at(-2)).toMatch(/team was deleted/);
    expect(press(call, '1', 2).session.routeKey).toBe(1);
  });

  it('ends the call as missed once it was played often enough', () => {
    const call = new OneCall({ settings }).arrive();
    for (const attempt of [1, 2, 3]) press(call, '', attempt);
    expect(call.told).toEqual(['hang-up']);
    expect(call.session.outcome).toBe('Missed');
    expect(call.lines.filter((line) => line === 'GatherDtmf CommandSent Processed')).toHaveLength(
      3,
    );
    expect(call.lines.slice(-2)).toEqual([
      'GatherDtmf WebhookReceived Ignored',
      'Hangup CommandSent Processed',
    ]);
  });

  it('counts the first of two keys', () => {
    const call = press(press(new OneCall({ settings }).arrive(), '1'), '3');
    expect(call.session.routeKey).toBe(1);
    expect(call.lines.at(-1)).toBe('GatherDtmf WebhookReceived Ignored');
  });
});

describe('dialling', () => {
  it('rings one after the other, tier by tier, until somebody presses 1', () => {
    const call = new OneCall({ targets: [ann, bob, cy] }).reachRoute();
    expect(call.answer).toEqual([
      {
        do: 'dial',
        to: ann.phoneNumber,
        callerId: caller,
        ringSeconds: 20,
        timeLimitSeconds: 14_400,
        whisper: { at: 'whisper', leg: 0 },
        result: { at: 'dial-result', leg: 0 },
        status: { at: 'leg-status', leg: 0 },
      },
    ]);
    call.after(20).endDial('no-answer').after(3).pickUp(1);
    expect(call.answer).toMatchObject([
      {
        do: 'gather',
        prompts: [{ text: 'Call for Payments hotline. Press 1 to accept.' }],
        seconds: 10,
        next: { at: 'confirm', leg: 1, attempt: 1 },
      },
    ]);
    call.after(2).press('1', 1);
    expect(call.answer).toEqual([{ do: 'bridge' }]);
    expect(call.session.engagement).toEqual({ teamId: 'team', userId: 'bob' });
    call.after(42).endDial('completed', 1, { durationSeconds: 44 });
    expect(call.answer).toEqual([{ do: 'hang-up' }]);
    expect(call.session).toMatchObject({ outcome: 'Accepted', engagement: null, checkAt: null });
    expect(
      call.log.find(({ step, detail }) => step === 'DialTargetResult' && detail.leg === 1),
    ).toMatchObject({
      reason: { code: 'wereConnected', values: { person: { displayName: 'Bob' }, talked: 42 } },
    });
    expect(call.lines).toEqual([
      'CallReceived WebhookReceived Processed',
      'DialChainResolved Internal Processed',
      'DialTarget CommandSent Processed',
      'DialTargetResult WebhookReceived Processed',
      'DialTarget CommandSent Processed',
      'ConfirmTarget CommandSent Processed',
      'ConfirmTargetResult WebhookReceived Processed',
      'DialTargetResult WebhookReceived Processed',
      'Hangup CommandSent Processed',
    ]);
  });

  it.each([
    ['busy', 'Processed'],
    ['failed', 'Failed'],
    ['no-answer', 'Processed'],
    ['canceled', 'Processed'],
    // A mailbox that picked up, or somebody who hung up.
    ['completed', 'Processed'],
  ] as const)('goes on to the next after %s', (status, result) => {
    const call = new OneCall({ targets: [ann, bob] }).reachRoute().endDial(status);
    expect(call.answer).toMatchObject([{ do: 'dial', to: bob.phoneNumber }]);
    expect(call.lines.at(-2)).toBe(`DialTargetResult WebhookReceived ${result}`);
    expect(call.session.outcome).toBe('Ongoing');
  });

  it('ends with the voicemail when nobody is on call', () => {
    const call = new OneCall().reachRoute();
    expect(call.told).toEqual(['say', 'record', 'go']);
    expect(call.lines.slice(-3)).toEqual([
      'DialChainResolved Internal Processed',
      'Voicemail CommandSent Processed',
      'RecordMessage CommandSent Processed',
    ]);
  });

  it('ends with the closing message where there is no voicemail', () => {
    const settings = single({ voicemailIfNobodyAnswers: false });
    const call = new OneCall({ settings, targets: [ann] }).reachRoute().endDial('no-answer');
    expect(call.told).toEqual(['say', 'hang-up']);
    expect(call.session).toMatchObject({ outcome: 'Missed' });
    expect(call.lines.at(-1)).toBe('Hangup CommandSent Processed');
  });

  it('dials as many as the route allows', () => {
    const settings = single({ usersMax: 2 });
    const call = new OneCall({ settings, targets: [ann, bob, cy] }).reachRoute();
    call.endDial('busy').endDial('busy', 1);
    expect(call.session).toMatchObject({ triesUsed: 2, phase: 'voicemail' });
  });

  it('skips who is busy, who calls, and numbers that were dialled, without counting them', () => {
    const calling = member('Dora', 1, caller);
    const sharing = member('Eve', 1, bob.phoneNumber);
    const settings = single({ usersMax: 2 });
    const call = new OneCall({ settings, targets: [ann, calling, bob, sharing, bob, cy] });
    call.busy.add('ann');
    call.reachRoute();
    expect(call.session.legs.map(({ target }) => target)).toEqual([2]);
    call.endDial('no-answer');
    expect(call.session.legs.map(({ target }) => target)).toEqual([2, 5]);
    const skipped = call.log.filter(
      ({ step, result }) => step === 'DialTarget' && result === 'Ignored',
    );
    expect(skipped.map(({ detail }) => detail.userId)).toEqual(['ann', 'dora', 'eve', 'bob']);
    expect(call.lines.filter((line) => line === 'DialTarget CommandSent Processed')).toHaveLength(
      2,
    );
  });

  it('never dials the number that was called', () => {
    const loop = member('Loop', 1, '+4930123456');
    const call = new OneCall({ targets: [loop, bob] }).reachRoute();
    expect(call.answer).toMatchObject([{ to: bob.phoneNumber }]);
    expect(call.said.at(-2)).toMatch(/has the number that was called/);
  });

  it('dials a number twice where that is allowed', () => {
    const settings = single({ skipsDialedNumbers: false });
    const call = new OneCall({ settings, targets: [ann, ann] }).reachRoute().endDial('busy');
    expect(call.session.legs).toHaveLength(2);
  });

  it('asks anew who is busy at every turn', () => {
    const call = new OneCall({ targets: [ann, bob, cy] }).reachRoute();
    call.busy.add('bob');
    call.endDial('busy');
    expect(call.answer).toMatchObject([{ to: cy.phoneNumber }]);
  });

  it('shows the inbound number where the caller has none, or it is wished', () => {
    const hidden = new OneCall({ targets: [ann], from: 'anonymous' }).reachRoute();
    expect(hidden.answer).toMatchObject([{ callerId: '+4930123456' }]);
    const settings = settingsWith({ callDisplayMode: 'InboundNumber' });
    const wished = new OneCall({ targets: [ann], settings }).reachRoute();
    expect(wished.answer).toMatchObject([{ callerId: '+4930123456' }]);
  });
});

describe('a member who picked up', () => {
  it('is asked again after another key, and after none, as often as the route says', () => {
    const call = new OneCall({ targets: [ann, bob] }).reachRoute().pickUp();
    call.press('2', 0, 1);
    expect(call.answer).toMatchObject([{ do: 'gather', next: { attempt: 2 } }]);
    call.press('', 0, 2);
    expect(call.answer).toMatchObject([{ do: 'gather', next: { attempt: 3 } }]);
    call.press('', 0, 3);
    expect(call.answer).toEqual([{ do: 'hang-up' }]);
    expect(call.needs.filter(({ kind }) => kind === 'reservation')).toEqual([]);
    call.endDial('completed', 0, { durationSeconds: 40 });
    expect(call.answer).toMatchObject([{ do: 'dial', to: bob.phoneNumber }]);
  });

  it('accepts at a later attempt', () => {
    const call = new OneCall({ targets: [ann] }).reachRoute().pickUp().press('2').press('1', 0, 2);
    expect(call.session.phase).toBe('bridged');
  });

  it('who presses 1 too late is hung up on, and is not reserved', () => {
    const settings = single({ acceptAttemptsMax: 1 });
    const call = new OneCall({ settings, targets: [ann, bob] }).reachRoute().pickUp().press('');
    for (const attempt of [1, 2]) {
      call.press('1', 0, attempt);
      expect(call.answer).toEqual([{ do: 'hang-up' }]);
      expect(call.lines.at(-1)).toBe('ConfirmTargetResult WebhookReceived Ignored');
    }
    call.endDial('completed').pickUp(1).press('1', 0);
    expect(call.answer).toEqual([{ do: 'hang-up' }]);
    expect(call.needs.filter(({ kind }) => kind === 'reservation')).toEqual([]);
    expect(call.session).toMatchObject({ phase: 'confirm', outcome: 'Ongoing' });
  });

  it('who took another call meanwhile is told so, and the next is dialled', () => {
    const call = new OneCall({ targets: [ann, bob] }).reachRoute().pickUp();
    call.isReserved = false;
    call.press('1');
    expect(call.told).toEqual(['say', 'hang-up']);
    expect(call.session.engagement).toBe(null);
    call.isReserved = true;
    expect(call.press('1').answer).toEqual([{ do: 'hang-up' }]);
    expect(call.endDial('completed').answer).toMatchObject([{ to: bob.phoneNumber }]);
  });

  it('hears the same again when the carrier asks twice', () => {
    const call = new OneCall({ targets: [ann] }).reachRoute().pickUp();
    const { answer } = call;
    expect(call.pickUp().answer).toEqual(answer);
    call.press('');
    expect(call.pickUp().answer).toMatchObject([{ next: { attempt: 2 } }]);
  });

  it('is connected only when the carrier did connect them', () => {
    const accepted = () =>
      new OneCall({ targets: [ann, bob] }).reachRoute().pickUp().after(4).press('1');
    const yes = { isBridged: true } as const;
    expect(accepted().endDial('completed', 0, yes).session.outcome).toBe('Accepted');
    // Pressed 1 and hung up; the caller is still there.
    const no = accepted().endDial('completed', 0, { isBridged: false });
    expect(no.answer).toMatchObject([{ do: 'dial', to: bob.phoneNumber }]);
    expect(no.session.engagement).toBe(null);
    // The carrier says no more than how long the leg lasted: 4 seconds were the prompt.
    expect(accepted().endDial('completed', 0, { durationSeconds: 5 }).session.outcome).toBe(
      'Accepted',
    );
    expect(accepted().endDial('completed', 0, { durationSeconds: 4 }).session.outcome).toBe(
      'Ongoing',
    );
    // The status of the leg came first: the caller left at that moment, or the two have talked.
    const status = (seconds: number) =>
      accepted()
        .after(seconds)
        .tell({ kind: 'LegStatus', leg: 0, status: 'completed', childCallId: null })
        .endDial('completed', 0, { callHasEnded: true }).session.outcome;
    expect(status(0)).toBe('Missed');
    expect(status(1)).toBe('Accepted');
    // The caller left while being connected.
    const left = { isBridged: false, callHasEnded: true } as const;
    expect(accepted().endDial('completed', 0, left).session.outcome).toBe('Missed');
  });
});

describe('the voicemail', () => {
  const settings = single({ goesToVoicemail: true });
  const recording = { id: 'r', url: 'https://example.com/r', durationSeconds: 9 };
  const asked = () => new OneCall({ settings }).reachRoute();

  it('is reached at once where the route says so', () => {
    const call = asked();
    expect(call.answer).toEqual([
      { do: 'say', prompt: expect.objectContaining({ kind: 'speech' }) },
      {
        do: 'record',
        secondsMax: 300,
        next: { at: 'recorded' },
        status: { at: 'recording-status' },
        transcription: null,
      },
      { do: 'go', next: { at: 'recorded-empty' } },
    ]);
    expect(call.needs).toEqual([]);
    expect(call.lines).toEqual([
      'CallReceived WebhookReceived Processed',
      'Voicemail CommandSent Processed',
      'RecordMessage CommandSent Processed',
    ]);
  });

  it.each([
    [1, 'Missed'],
    [2, 'Voicemail'],
  ])('has a message when it lasts at least 2 s: %d s', (durationSeconds, outcome) => {
    const short = { ...recording, durationSeconds };
    for (const report of [
      { kind: 'Recorded', recording: short },
      { kind: 'RecordingStatus', status: 'completed', recording: short },
    ] as const)
      expect(asked().tell(report).session.outcome).toBe(outcome);
  });

  it('is cut at what can be transcribed', () => {
    const transcribed = single({ goesToVoicemail: true }, { attachesTranscript: true });
    const call = new OneCall({ settings: transcribed }).reachRoute();
    expect(call.answer?.[1]).toMatchObject({
      secondsMax: 119,
      transcription: { at: 'transcription' },
    });
  });

  it('holds a message as soon as one of the two reports has it, in either order', () => {
    const reports = [
      { kind: 'Recorded', recording },
      { kind: 'RecordingStatus', status: 'completed', recording },
    ] as const;
    for (const events of [reports, reports.toReversed()]) {
      const call = asked();
      for (const event of events) call.tell(event);
      expect(call.session).toMatchObject({
        outcome: 'Voicemail',
        recording: { ...recording, state: 'completed' },
      });
      expect(call.lines.slice(-2)).toEqual([
        'RecordMessage WebhookReceived Processed',
        'RecordMessage WebhookReceived Ignored',
      ]);
    }
  });

  it('without a message is a missed call', () => {
    const call = asked().tell({ kind: 'NothingRecorded' });
    expect(call.told).toEqual(['hang-up']);
    expect(call.session.outcome).toBe('Missed');
    expect(call.lines.slice(-2)).toEqual([
      'RecordMessage WebhookReceived Ignored',
      'Hangup CommandSent Processed',
    ]);
    const absent = asked().tell({ kind: 'RecordingStatus', status: 'absent', recording });
    expect(absent.session.outcome).toBe('Missed');
  });

  it('of a caller who leaves before the tone is missed at once, unless a message follows', () => {
    const call = asked().hangUp();
    expect(call.session).toMatchObject({ outcome: 'Missed', checkAt: null });
    call.tell({ kind: 'RecordingStatus', status: 'completed', recording });
    expect(call.session).toMatchObject({ outcome: 'Voicemail', endedAt: start });
  });

  it('of a caller who leaves after the tone waits for what was recorded', () => {
    const begun = () =>
      asked().tell({ kind: 'RecordingStatus', status: 'in-progress', recording }).hangUp();
    expect(begun().session).toMatchObject({ phase: 'recording', outcome: 'Ongoing' });
    const said = begun().tell({ kind: 'RecordingStatus', status: 'completed', recording });
    expect(said.session.outcome).toBe('Voicemail');
    const silent = begun().tell({ kind: 'RecordingStatus', status: 'absent', recording });
    expect(silent.session.outcome).toBe('Missed');
  });

  it('counts even when the carrier fails to record what the caller has begun to say', () => {
    const failed = { kind: 'RecordingStatus', status: 'failed', recording } as const;
    const begun = asked()
      .tell({ ...failed, status: 'in-progress' })
      .tell(failed);
    expect(begun.session).toMatchObject({ outcome: 'Voicemail', recording: { state: 'failed' } });
    expect(asked().tell(failed).session.outcome).toBe('Failed');
    // The end of a recording that the carrier does not name is followed by its status.
    const unnamed = asked().tell({ kind: 'Recorded', recording: null });
    expect(unnamed.session).toMatchObject({ phase: 'recording', outcome: 'Ongoing' });
    expect(unnamed.tell({ ...failed, status: 'completed' }).session.outcome).toBe('Voicemail');
  });

  it('stays one when the carrier loses the recording', () => {
    const call = asked()
      .tell({ kind: 'Recorded', recording })
      .tell({ kind: 'RecordingStatus', status: 'absent', recording });
    expect(call.session).toMatchObject({ outcome: 'Voicemail', recording: { state: 'absent' } });
    expect(call.lines.at(-1)).toBe('RecordMessage WebhookReceived Failed');
  });

  it('takes its words before and after its end', () => {
    const transcribed = single({ goesToVoicemail: true }, { attachesTranscript: true });
    const words = { kind: 'Transcribed', text: 'The database is down.' } as const;
    const early = new OneCall({ settings: transcribed }).reachRoute().tell(words);
    early.tell({ kind: 'Recorded', recording });
    const late = new OneCall({ settings: transcribed }).reachRoute();
    late.tell({ kind: 'Recorded', recording });
    expect(late.session.transcript).toEqual({ state: 'awaited', text: null });
    late.tell(words);
    for (const call of [early, late]) {
      expect(call.session).toMatchObject({
        outcome: 'Voicemail',
        transcript: { state: 'completed', text: 'The database is down.' },
      });
    }
    late.tell({ kind: 'Transcribed', text: null });
    expect(late.session.transcript?.state).toBe('completed');
  });
});

describe('a caller who hangs up', () => {
  it('while a phone rings has missed everybody', () => {
    const call = new OneCall({ targets: [ann, bob] }).reachRoute().after(7).hangUp();
    expect(call.session).toMatchObject({
      outcome: 'Missed',
      endReason: { code: 'hungUpWhileRung', values: { person: { displayName: 'Ann' } } },
    });
    expect(call.answer).toBe(null);
    call.endDial('canceled', 0, { callHasEnded: true });
    expect(call.answer).toEqual([{ do: 'hang-up' }]);
    expect(call.session.legs).toHaveLength(1);
    expect(call.session.legs[0]?.dialStatus).toBe('canceled');
  });

  it('is not sent to the voicemail by the end of the dial', () => {
    const call = new OneCall({ targets: [ann] }).reachRoute();
    call.endDial('canceled', 0, { callHasEnded: true });
    expect(call.answer).toEqual([{ do: 'hang-up' }]);
    expect(call.session.outcome).toBe('Missed');
  });

  it('before 1 is pressed cannot be connected any more', () => {
    const call = new OneCall({ targets: [ann] }).reachRoute().pickUp().hangUp().press('1');
    expect(call.answer).toEqual([{ do: 'hang-up' }]);
    expect(call.session).toMatchObject({ outcome: 'Missed', engagement: null });
  });

  it('during the talk frees the member; the end of the dial decides', () => {
    const talking = () => new OneCall({ targets: [ann] }).reachRoute().pickUp().press('1').after(9);
    const ended = talking().hangUp();
    expect(ended.session).toMatchObject({ outcome: 'Ongoing', phase: 'bridged', engagement: null });
    const before = talking().endDial('completed', 0, { durationSeconds: 9 }).hangUp();
    ended.endDial('completed', 0, { durationSeconds: 9 });
    for (const { session } of [ended, before]) expect(session.outcome).toBe('Accepted');
  });

  it('after us gives the call its end', () => {
    const settings = single({ voicemailIfNobodyAnswers: false });
    const call = new OneCall({ settings }).reachRoute().after(6).hangUp();
    expect(call.session.endedAt).toEqual(new Date(start.getTime() + 6000));
    expect(call.said.at(-1)).toBe('The call is over after 6 seconds.');
    call.after(60).hangUp();
    expect(call.session.endedAt).toEqual(new Date(start.getTime() + 6000));
  });
});
