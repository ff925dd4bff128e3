import { describe, expect, it } from 'vitest';
import { nextAttemptAt } from '../../src/notifications/retries.ts';

const due = new Date('2026-03-02T10:00:00Z');
const minute = (minutes: number) => new Date(due.getTime() + minutes * 60_000);
const failed = { outcome: 'retry', code: null, error: 'refused', retryAfterSeconds: null } as const;
const attempt = (minutes: number) => ({
  at: minute(minutes),
  code: null,
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
