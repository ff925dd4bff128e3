import { describe, expect, it } from 'vitest';
import { voiceLocales } from '../../../src/calls/carriers/voices.ts';
import { caller, member, OneCall, routeWith, settingsWith } from './one-call.ts';

const speech = (text: string) => ({ kind: 'speech', text, locale: 'en-US' }) as const;
const voicemailOnly = (change: Parameters<typeof settingsWith>[0]) =>
  new OneCall({
    settings: settingsWith({
      routing: { mode: 'single', route: routeWith({ goesToVoicemail: true }) },
      ...change,
    }),
  }).reachRoute();
const heardBy = ({ answer }: OneCall) =>
  (answer ?? []).flatMap((one) =>
    one.do === 'say' ? [one.prompt] : one.do === 'gather' ? one.prompts : [],
  );
const pickedUp = (change: Parameters<typeof settingsWith>[0], from = caller) => {
  const settings = settingsWith({ saysCallerNumber: true, ...change });
  return heardBy(new OneCall({ settings, targets: [member('Ann')], from }).reachRoute().pickUp());
};

describe('before a message is recorded', () => {
  it('the caller hears that it will be, and then is asked for it', () => {
    const call = voicemailOnly({ recordingNotice: 'built-in' });
    expect(call.told).toEqual(['say', 'say', 'record', 'go']);
    const [notice, ask] = heardBy(call);
    expect(notice).toMatchObject({ text: expect.stringContaining('it will be recorded') });
    expect(ask).toMatchObject({ text: expect.stringContaining('after the tone') });
    expect(call.said.at(-1)).toBe(
      'The caller is told that messages are recorded, and may leave one of up to 300 seconds.',
    );
  });

  it('the number says it in its own words, and in the usual ones where those say nothing', () => {
    const own = speech('We record.');
    expect(heardBy(voicemailOnly({ recordingNotice: own }))[0]).toEqual(own);
    const [notice] = heardBy(voicemailOnly({ recordingNotice: speech(' ') }));
    expect(notice).toMatchObject({ text: expect.stringContaining('it will be recorded') });
  });

  it('nothing is said of it where that is switched off', () => {
    const call = voicemailOnly({});
    expect(call.told).toEqual(['say', 'record', 'go']);
    expect(call.said.at(-1)).toContain('The caller may leave a message of up to');
  });

  it('the words count for the time that the call may take', () => {
    const own = speech('x'.repeat(400));
    const checkAt = (change: Parameters<typeof settingsWith>[0]) =>
      voicemailOnly(change).session.checkAt?.getTime() ?? 0;
    expect(checkAt({ recordingNotice: own }) - checkAt({})).toBe(100_000);
  });
});

describe('who picks up', () => {
  it('hears the number of the caller, digit by digit, after the key to press', () => {
    expect(pickedUp({})).toMatchObject([
      { text: 'Call for Payments hotline. Press 1 to accept.' },
      { text: 'The number of the caller is 4 9 1, 5 1 1, 2 3 4, 5 6 7, 8.', locale: 'en-US' },
    ]);
  });

  it('hears that the caller shows none', () => {
    expect(pickedUp({}, 'anonymous')[1]).toMatchObject({ text: 'The caller shows no number.' });
  });

  it('hears no number where that is switched off', () => {
    expect(pickedUp({ saysCallerNumber: false })).toHaveLength(1);
  });

  it.each(voiceLocales.map(([locale]) => locale))(
    'hears it in %s, every slot filled',
    (language) => {
      const [, number] = pickedUp({ language });
      expect(number).toMatchObject({
        text: expect.stringContaining('4 9 1, 5 1 1'),
        locale: language,
      });
      const [notice] = heardBy(voicemailOnly({ language, recordingNotice: 'built-in' }));
      const withheld = pickedUp({ language }, 'anonymous')[1];
      for (const prompt of [number, notice, withheld])
        expect(prompt?.kind === 'speech' ? prompt.text : '{').not.toMatch(/[{}]/);
    },
  );
});
