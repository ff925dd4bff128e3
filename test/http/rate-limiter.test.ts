import { describe, expect, it } from 'vitest';
import {
  createMemoryRateLimiter,
  type RateVerdict,
  rateLimitHeaders,
} from '../../src/http/rate-limiter.ts';
import { parseRateLimits, type RateWindow } from '../../src/http/rate-limits.ts';
import { defaultRateLimits } from '../../src/rate-limits.ts';

const start = Date.parse('2026-03-02T10:00:00.000Z');
const at = (seconds: number) => new Date(start + Math.round(seconds * 1000));

const scopes = Object.entries(defaultRateLimits) as [string, readonly RateWindow[]][];

describe.each(scopes)('the windows of %s (spec 8)', (scope, windows) => {
  it.each(windows)(
    'takes $requests within $seconds s, not one more, and one more when the first left',
    (window) => {
      const limiter = createMemoryRateLimiter({ ...defaultRateLimits, [scope]: [window] });
      const consume = (seconds: number) =>
        limiter.consume(scope, 'key', at(seconds)) as RateVerdict;
      const step = (window.seconds - 1) / window.requests;
      for (let n = 0; n < window.requests; n += 1) {
        const { allowed, remaining, limit } = consume(n * step);
        expect([allowed, remaining, limit]).toEqual([
          true,
          window.requests - n - 1,
          window.requests,
        ]);
      }
      const end = window.seconds;
      expect(consume(end - 0.001)).toEqual({
        allowed: false,
        limit: window.requests,
        remaining: 0,
        resetSeconds: 1,
      });
      expect(consume(end).allowed).toBe(true);
      expect(consume(end).allowed, 'the second request is still within').toBe(step === 0);
    },
  );
});

describe('all windows of a scope hold at once', () => {
  const limiter = () => createMemoryRateLimiter(defaultRateLimits);

  it('a webhook: 20 in 3 s, 50 in 20 s, 180 in 300 s', () => {
    const webhook = limiter();
    const allowed: number[] = [];
    // Ten a second for five minutes.
    for (let n = 0; n < 3000; n += 1) {
      const verdict = webhook.consume('webhook', 'key', at(n / 10)) as RateVerdict;
      if (verdict.allowed) allowed.push(n * 100);
    }
    for (const { requests, seconds } of defaultRateLimits.webhook)
      for (const moment of allowed) {
        const within = allowed.filter(
          (one) => one > moment - seconds * 1000 && one <= moment,
        ).length;
        expect(within).toBeLessThanOrEqual(requests);
      }
    expect(allowed.filter((moment) => moment < 3_000)).toHaveLength(20);
    expect(allowed.filter((moment) => moment < 20_000)).toHaveLength(50);
    expect(allowed).toHaveLength(180);
  });

  it('a refused request does not count', () => {
    const webhook = limiter();
    for (let n = 0; n < 20; n += 1) void webhook.consume('webhook', 'key', at(0));
    for (let n = 0; n < 100; n += 1)
      expect((webhook.consume('webhook', 'key', at(2)) as RateVerdict).allowed).toBe(false);
    expect((webhook.consume('webhook', 'key', at(3)) as RateVerdict).allowed).toBe(true);
  });

  it('Retry-After is when it is really possible again: of the fullest window', () => {
    const webhook = limiter();
    for (let n = 0; n < 50; n += 1) void webhook.consume('webhook', 'key', at(n / 5));
    const refused = webhook.consume('webhook', 'key', at(10)) as RateVerdict;
    expect(refused).toEqual({ allowed: false, limit: 50, remaining: 0, resetSeconds: 10 });
    const again = at(10 + refused.resetSeconds);
    expect((webhook.consume('webhook', 'key', again) as RateVerdict).allowed).toBe(true);
  });

  it('keys and scopes do not share', () => {
    const webhook = limiter();
    for (let n = 0; n < 20; n += 1) void webhook.consume('webhook', 'a', at(0));
    expect((webhook.consume('webhook', 'a', at(0)) as RateVerdict).allowed).toBe(false);
    expect((webhook.consume('webhook', 'b', at(0)) as RateVerdict).allowed).toBe(true);
    expect((webhook.consume('public-api', 'a', at(0)) as RateVerdict).allowed).toBe(true);
  });

  it('a clock that is set back locks nobody out', () => {
    const webhook = limiter();
    for (let n = 0; n < 20; n += 1) void webhook.consume('webhook', 'key', at(3600));
    expect((webhook.consume('webhook', 'key', at(0)) as RateVerdict).allowed).toBe(true);
  });

  it('forgets who has not come for longer than the windows, however few others come', () => {
    const limiter = createMemoryRateLimiter({
      ...defaultRateLimits,
      webhook: [{ requests: 1, seconds: 20 }],
    });
    const isKnown = (key: string, seconds: number) =>
      (limiter.peek('webhook', key, at(seconds)) as RateVerdict).limit > 0;
    for (let n = 0; n < 200; n += 1) void limiter.consume('webhook', `gone ${n}`, at(0));
    void limiter.consume('webhook', 'lately', at(55));
    expect(isKnown('gone 0', 59)).toBe(true);
    void limiter.consume('webhook', 'one', at(61));
    for (let n = 0; n < 200; n += 1) expect(isKnown(`gone ${n}`, 61)).toBe(false);
    expect(isKnown('lately', 61)).toBe(true);
  });

  it('what was forgotten was idle: a key in its longest window is remembered past a clean-up', () => {
    const webhook = createMemoryRateLimiter({
      ...defaultRateLimits,
      webhook: [{ requests: 1, seconds: 300 }],
    });
    void webhook.consume('webhook', 'remembered', at(0));
    for (let n = 0; n < 20_000; n += 1) void webhook.consume('webhook', `other ${n}`, at(1));
    expect((webhook.consume('webhook', 'remembered', at(299.9)) as RateVerdict).allowed).toBe(
      false,
    );
    expect((webhook.consume('webhook', 'remembered', at(300)) as RateVerdict).allowed).toBe(true);
  });

  it('off means off, for all scopes or for one', () => {
    const off = createMemoryRateLimiter('off');
    const one = createMemoryRateLimiter(parseRateLimits('webhook=off', defaultRateLimits));
    for (let n = 0; n < 100; n += 1)
      for (const limits of [off, one]) {
        const verdict = limits.consume('webhook', 'key', at(0)) as RateVerdict;
        expect(verdict.allowed).toBe(true);
        expect(rateLimitHeaders(limits.limits, 'webhook', verdict)).toEqual({});
      }
  });
});

it('a scope that has no windows is a mistake, not a way around them', () => {
  const limiter = createMemoryRateLimiter(defaultRateLimits);
  expect(() => limiter.consume('webhooks', 'key', at(0))).toThrow(/no rate limit .*webhooks/);
  expect(() => limiter.consume('toString', 'key', at(0))).toThrow(/no rate limit .*toString/);
});

describe('headers', () => {
  it('tell limit, remaining, reset and every window; a refusal when to come again', () => {
    const limiter = createMemoryRateLimiter(defaultRateLimits);
    const first = limiter.consume('webhook', 'key', at(0)) as RateVerdict;
    expect(rateLimitHeaders(limiter.limits, 'webhook', first)).toEqual({
      'RateLimit-Limit': '20',
      'RateLimit-Remaining': '19',
      'RateLimit-Reset': '3',
      'RateLimit-Policy': '20;w=3, 50;w=20, 180;w=300',
    });
    for (let n = 0; n < 19; n += 1) void limiter.consume('webhook', 'key', at(0));
    const refused = limiter.consume('webhook', 'key', at(0.5)) as RateVerdict;
    expect(rateLimitHeaders(limiter.limits, 'webhook', refused)).toMatchObject({
      'RateLimit-Remaining': '0',
      'Retry-After': '3',
    });
  });
});

describe('the setting', () => {
  it('on is the specification', () => {
    expect(parseRateLimits('on', defaultRateLimits)).toEqual(defaultRateLimits);
  });

  it('changes the scopes it names and no others', () => {
    expect(parseRateLimits(' public-api = 5/1s , 7/10 ; webhook=off ', defaultRateLimits)).toEqual({
      ...defaultRateLimits,
      'public-api': [
        { requests: 5, seconds: 1 },
        { requests: 7, seconds: 10 },
      ],
      webhook: [],
    });
  });

  it.each([
    'maybe',
    'webhook',
    'webhook=',
    'webhook=0/3s',
    'webhook=5/0s',
    'mail=5/3s',
    'webhook=5',
    '__proto__=5/3s',
    'webhook=-5/3s',
  ])('refuses %s and says how it is written', (text) => {
    expect(() => parseRateLimits(text, defaultRateLimits)).toThrow(
      /scope=requests\/seconds|300\/20s/,
    );
  });
});
