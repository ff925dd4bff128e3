import { expect, it } from 'vitest';
import { member, OneCall, routeWith, settingsWith } from './one-call.ts';

const words = { kind: 'speech', text: 'We are still trying.', locale: 'en-US' } as const;
const callTo = (waitingMessage: { kind: 'speech'; text: string; locale: string }) => {
  const route = routeWith({ waitingMessage });
  const settings = settingsWith({ routing: { mode: 'single', route } });
  return new OneCall({ settings, targets: [member('Ann'), member('Bob')] }).reachRoute();
};

it('the caller hears the words for that before the next person is rung, and not before the first', () => {
  const call = callTo(words);
  expect(call.told).toEqual(['dial']);
  call.after(20).endDial('no-answer');
  expect(call.told).toEqual(['say', 'dial']);
  expect(call.answer?.[0]).toEqual({ do: 'say', prompt: words });
  expect(call.after(20).endDial('no-answer', 1).told).toContain('record');
});

it('words of nothing are not said', () => {
  expect(
    callTo({ ...words, text: ' ' })
      .after(20)
      .endDial('no-answer').told,
  ).toEqual(['dial']);
});
