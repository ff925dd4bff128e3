import { expect, it } from 'vitest';
import { wordsOf } from '../../src/notifications/channel-words.ts';
import { inEnglish } from '../../src/sentences/index.ts';

const state = {
  _id: 'SMS' as const,
  downSince: new Date('2026-03-02T02:14:00Z'),
  reason: 'Authenticate.',
};
const at = new Date('2026-03-02T04:00:00Z');

it('that a channel can be sent again is said only where something went through', () => {
  expect(inEnglish(wordsOf(state, { end: 'tried', at }).title)).toBe(
    'Tocsin: SMS can be sent again',
  );
  const forgotten = wordsOf(state, { end: 'forgotten', at });
  expect(inEnglish(forgotten.title)).toBe('Tocsin: nobody knows whether SMS can be sent');
  expect(inEnglish(forgotten.body)).not.toContain('being sent');
  expect(inEnglish(wordsOf(state, null).body)).toContain('Authenticate.');
});
