import { describe, expect, it } from 'vitest';
import type { DeliveryDocument } from '../../src/notifications/index.ts';
import { internalFailureAt, isEnough, nextAttemptAt } from '../../src/notifications/retries.ts';

const due = new Date('2026-03-02T10:00:00Z');
const minute = (minutes: number) => new Date(due.getTime() + minutes * 60_000);
const failed = {
  outcome: 'retry',
  code: '451',
  error: 'refused',
  retryAfterSeconds: null,
} as const;
const attempt = (minutes: number) => ({
  at: minute(minutes),
  code: '451',
  error: 'refused',
  milliseconds: 1,
});

describe('an alert that could not be sent', () => {
  const alert = { isAlert: true, lane: 'Email' as const, dueAt: due };

  it('is tried again for an hour', () => {
    expect(nextAttemptAt({ ...alert, attempts: [] }, failed, minute(0), 0.5)).toEqual(minute(0.25));
    const attempts = [attempt(0), attempt(1), attempt(5), attempt(59)];
    expect(nextAttemptAt({ ...alert, attempts }, failed, minute(59), 0.5)).toBeNull();
  });

  it('is tried again for an hour, too, when an outage made it late', () => {
    expect(nextAttemptAt({ ...alert, attempts: [] }, failed, minute(180), 0.5)).toEqual(
      minute(180.25),
    );
    const attempts = [attempt(180), attempt(181), attempt(185), attempt(239)];
    expect(nextAttemptAt({ ...alert, attempts }, failed, minute(239), 0.5)).toBeNull();
  });
});

describe('a failure of an alert brings forward what comes next', () => {
  it.each([
    ['its second', 1, 1, true],
    ['not its first', 0, 0.3, false],
    ['its first after which the receiver wants to be left alone for minutes', 0, 5, true],
  ])('%s', (_which, before, pause, expected) => {
    // as: all that it looks at.
    const alert = {
      attempts: Array.from({ length: before }, () => attempt(0)),
    } as DeliveryDocument;
    expect(isEnough(alert, minute(1), minute(1 + pause))).toBe(expected);
  });
});

describe('what failed in the server itself', () => {
  const alert = { isAlert: true, lane: 'Email' as const, dueAt: due };
  const broken = { at: due, code: null, error: 'Internal error', milliseconds: 1 };

  it('is tried again within a minute however often, and lengthens no pause after a refusal', () => {
    for (let count = 0; count < 20; count += 1) {
      const attempts = Array.from({ length: count }, () => broken);
      const again = internalFailureAt({ ...alert, attempts }, due);
      expect((again?.getTime() ?? 0) - due.getTime()).toBeLessThanOrEqual(60_000);
      expect(nextAttemptAt({ ...alert, attempts }, failed, due, 0.5)).toEqual(minute(0.25));
    }
  });

  it('is tried again for an hour, too', () => {
    expect(internalFailureAt({ ...alert, attempts: [broken] }, minute(60))).toBeNull();
  });
});
