import { expect, it } from 'vitest';
import { afterFailure } from '../../src/notifications/channel-state.ts';
import { inEnglish, say } from '../../src/sentences/index.ts';

const at = new Date('2026-03-02T02:14:00Z');

function reasonOf(code: string, reasonSentence: ReturnType<typeof say>, concernsAll = false) {
  const failure = { lane: 'Email' as const, ownerId: 'o1', code, concernsAll, reasonSentence };
  return afterFailure(null, { ...failure, reason: inEnglish(reasonSentence) }, at).reason;
}

it('what all organizations read has nothing of an answer to one receiver', () => {
  const answer = say('mailServerAnswered', { answer: '550 <ada@example.com> is unknown.' });
  expect(reasonOf('550', answer)).toBe('The receiver answered 550.');
  const body = say('receiverAnsweredWith', { status: 500, body: 'Board of Ada is full' });
  expect(reasonOf('500', body)).toBe('The receiver answered 500.');
  const refused = say('connectionFailed', { why: 'connect ECONNREFUSED tool.example.com' });
  expect(reasonOf('connection', refused)).toBe('This channel fails.');
  const late = say('noAnswerWithin', { milliseconds: 300 });
  expect(reasonOf('timeout', late)).toBe('No answer within 300 ms.');
  const shared = say('mailServerAnswered', { answer: '535 Wrong password.' });
  expect(reasonOf('535', shared, true)).toBe('The mail server answered 535 Wrong password.');
});
