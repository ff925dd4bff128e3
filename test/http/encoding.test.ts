import { beforeAll, describe, expect, it } from 'vitest';
import { encodingFor } from '../../src/http/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let api: ApiClient;
let long = '';

beforeAll(async () => {
  ({ api } = await sharedTestApp());
  const id = await api.make('/team', { displayName: 'Payments' });
  const open = { status: 'Open', severity: 'Minor' };
  for (let count = 0; count < 30; count += 1)
    await api.make('/incident', { title: `Till ${count}`, ...open, teamIds: [id] });
  const rules = Array.from({ length: 30 }, (_, count) => ({
    ...{ displayName: `Rule ${count}`, conditions: { intents: ['Created'] } },
    actions: { addInteraction: 'Commented', comment: 'x' },
  }));
  long = `/routing/${await api.make('/routing', { displayName: 'Rules', teamId: id, rules })}`;
});

const as = (encoding: string) => ({ 'accept-encoding': encoding });

describe('a long answer', () => {
  it.each([
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip, deflate'],
    ['gzip', 'br;q=0, gzip;q=0.5'],
    [null, 'identity'],
    [null, 'gzip;q=0'],
  ])('is sent as %s to a client that takes “%s”, and is the same', async (encoding, taken) => {
    const answer = await api.get('/incident/search/list', as(taken));
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    const plain = await api.get('/incident/search/list', as('identity'));
    expect(answer.body).toEqual(plain.body);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    if (encoding === null) return;
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(plain.text.length / 3);
  });

  it('has a tag that is weak, and is known again and compared as the one of the answer that is not packed', async () => {
    const plain = await api.get(long, as('identity'));
    const packed = await api.get(long, as('br'));
    const tag = packed.headers.get('etag') ?? '';
    expect(tag).toBe(`W/${plain.headers.get('etag')}`);
    for (const encoding of ['br', 'identity'])
      expect((await api.get(long, { ...as(encoding), 'if-none-match': tag })).status).toBe(304);
    const changed = { ...plain.body, displayName: 'Other rules' };
    expect((await api.put(long, changed, { 'if-match': tag })).status).toBe(200);
    expect((await api.put(long, changed, { 'if-match': tag })).status).toBe(412);
  });

  it('of a few hundred characters is sent as it is', async () => {
    const { headers } = await api.get('/team/00000000-0000-4000-8000-000000000000', as('br'));
    expect(headers.get('content-encoding')).toBeNull();
  });
});

it('the best encoding is chosen that a client takes', () => {
  const chosen = (header?: string) => encodingFor(header);
  expect(chosen()).toBe('identity');
  expect(chosen('GZIP ; q=1.0')).toBe('gzip');
  expect(chosen('br;q=0.000, gzip')).toBe('gzip');
  expect(chosen('xbr, agzip')).toBe('identity');
  expect(chosen(`${','.repeat(100_000)}br`)).toBe('identity');
});
