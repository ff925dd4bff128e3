import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { toProblem } from '../../src/http/problem.ts';
import { requestIdOf } from '../../src/http/request-id.ts';
import { AppError, isUuid, type ProblemCode, problems } from '../../src/kernel/index.ts';
import { inEnglish, say, words } from '../../src/sentences/index.ts';

function problemOf(error: unknown) {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  return { ...toProblem(error, 'request-1', '/api/x', log), lines };
}

describe('problem details (RFC 9457, public-api.md 1.1)', () => {
  it.each(Object.keys(problems) as ProblemCode[])('%s travels under its status', (code) => {
    const { status, body, headers, lines } = problemOf(new AppError(code, words('Do this.')));
    expect(status).toBe(problems[code].status);
    expect(body).toMatchObject({
      type: `https://tocsin.dev/problems/${code}`,
      title: inEnglish(say(problems[code].title)),
      status,
      code,
      instance: '/api/x',
      traceId: 'request-1',
    });
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(body.detail).toBe(status === 500 ? undefined : 'Do this.');
    expect('www-authenticate' in headers).toBe(status === 401);
    expect('errors' in body, 'clients read it on these three').toBe(
      [400, 401, 403].includes(status),
    );
    expect(lines.length, 'only our own faults are logged as errors').toBe(status >= 500 ? 1 : 0);
  });

  it('names the fields', () => {
    const fields = { 'rules[0].conditions': [say('mustBeGiven')] };
    const { body } = problemOf(new AppError('validation-failed', words('Check it.'), { fields }));
    expect(body.errors).toEqual({ 'rules[0].conditions': ['is required'] });
    expect(body.errorSentences).toEqual(fields);
  });

  it('adds the headers of the error', () => {
    const error = new AppError('rate-limited', words('Later.'), {
      headers: { 'Retry-After': '7' },
    });
    expect(problemOf(error).headers['Retry-After']).toBe('7');
  });

  it.each([new Error('secret text'), new TypeError('secret text'), 'secret text', null, undefined])(
    'of an unexpected %s the caller learns nothing, the log all',
    (error) => {
      const { status, body, lines } = problemOf(error);
      expect(status).toBe(500);
      expect(JSON.stringify(body)).not.toContain('secret text');
      expect(lines).toHaveLength(1);
    },
  );

  it.each([
    'MongoNetworkError',
    'MongoNetworkTimeoutError',
    'MongoServerSelectionError',
    'MongooseServerSelectionError',
    'MongoNotConnectedError',
    'MongoPoolClearedError',
    'MongoPoolClosedError',
    'MongoTopologyClosedError',
    'MongoWaitQueueTimeoutError',
  ])('%s is a store that is not there: 503 and when to come again', (name) => {
    const { status, headers } = problemOf(Object.assign(new Error('x'), { name }));
    expect(status).toBe(503);
    expect(headers['retry-after']).toBe('5');
  });

  it.each([10107, 14031, 11600])('a store that takes no writes (code %d) is 503', (code) => {
    expect(
      problemOf(Object.assign(new Error('x'), { name: 'MongoServerError', code })).status,
    ).toBe(503);
  });

  it('any other fault of a query is ours', () => {
    const error = Object.assign(new Error('x'), { name: 'MongoServerError', code: 2 });
    expect(problemOf(error).status).toBe(500);
  });

  it.each([
    ['entity.too.large', 413, 413],
    ['encoding.unsupported', 415, 415],
    ['charset.unsupported', 415, 415],
    ['entity.parse.failed', 400, 400],
  ])('a body refused as %s is %d', (type, status, expected) => {
    expect(problemOf(Object.assign(new Error('x'), { type, status })).status).toBe(expected);
  });
});

describe('request ids', () => {
  const idOf = (value?: string | string[]) =>
    requestIdOf({ headers: value === undefined ? {} : { 'x-request-id': value } } as never);

  it.each(['abc', 'a.b:c-d_9', 'x'.repeat(100)])('takes %s', (id) => {
    expect(idOf(id)).toBe(id);
  });

  it.each(['', 'x'.repeat(101), 'a b', 'a\nb', '<script>', '{"a":1}', 'ä'])(
    'makes one of its own instead of %j',
    (id) => {
      expect(isUuid(idOf(id))).toBe(true);
    },
  );

  it('is the same for the whole request and another for the next', () => {
    const request = { headers: {} } as never;
    expect(requestIdOf(request)).toBe(requestIdOf(request));
    expect(requestIdOf(request)).not.toBe(idOf());
  });
});
