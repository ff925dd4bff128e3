import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeKey } from '../support/keys.ts';
import { letAnotherProcessJoin } from '../support/processes.ts';

const limits =
  'public-api=20/10s,30/60s;incident-create=2/30s,3/300s;incident-update=2/30s;invalid-key=3/20s';
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ env: { TOCSIN_RATE_LIMITS: limits } });
});
afterAll(() => server.stop());

/** The same rules wherever the counts are: in memory, or in the store that processes share. */
const shared = 'shared between processes';
describe.each(process.env.TOCSIN_TEST_MONGODB_URI ? [shared] : ['in memory', shared])(
  'counted %s',
  (place) => {
    beforeAll(async () => {
      if (place === shared) await letAnotherProcessJoin(server);
      expect(server.app.processes.exclusive()).toBe(place !== shared);
      server.clock.advance(3600);
    });
    const fresh = async () => server.as(await makeKey(server));

    it('guesses of keys are slowed down by address and leave a trace, and a valid key is answered all the same', async () => {
      server.clock.advance(3600);
      const lines = () =>
        server.log.filter(({ msg }) => String(msg).includes('without a valid API key')).length;
      const before = lines();
      const guess = () => server.as('toc_guessed').get('/auth/me');
      for (let left = 3; left > 0; left -= 1) expect((await guess()).status).toBe(401);
      const refused = await guess();
      expect([refused.status, refused.body.code]).toEqual([429, 'rate-limited']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(lines() - before).toBe(3);
      expect((await (await fresh()).get('/auth/me')).status).toBe(200);
      server.clock.advance(60);
      expect((await guess()).status).toBe(401);
    });

    it('a key gets its requests and then 429 with the time to wait, in each window', async () => {
      const api = await fresh();
      const other = await fresh();
      for (let left = 19; left >= 0; left -= 1) {
        const { status, headers } = await api.get('/auth/me');
        expect([
          status,
          headers.get('ratelimit-limit'),
          headers.get('ratelimit-remaining'),
        ]).toEqual([200, '20', String(left)]);
      }
      const refused = await api.get('/auth/me');
      expect([refused.status, refused.body.code]).toEqual([429, 'rate-limited']);
      const wait = Number(refused.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(11);
      expect(refused.headers.get('ratelimit-policy')).toBe('20;w=10, 30;w=60');
      expect((await other.get('/auth/me')).status).toBe(200);

      server.clock.advance(wait);
      for (let count = 0; count < 10; count += 1)
        expect((await api.get('/auth/me')).status).toBe(200);
      const second = await api.get('/auth/me');
      expect([second.status, second.headers.get('ratelimit-limit')]).toEqual([429, '30']);
      server.clock.advance(Number(second.headers.get('retry-after')));
      expect((await api.get('/auth/me')).status).toBe(200);
    });

    it('creating incidents has a limit per key, which requests that are not valid do not touch', async () => {
      const owner = await fresh();
      const team = await owner.make('/team', { displayName: 'T' });
      const body = { title: 'X', status: 'Open', severity: 'Minor', teamIds: [team] };
      const api = await fresh();
      for (let count = 0; count < 4; count += 1)
        expect((await api.post('/incident', {})).status).toBe(400);
      for (let count = 0; count < 2; count += 1)
        expect((await api.post('/incident', body)).status).toBe(200);
      const refused = await api.post('/incident', body);
      expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([
        429,
        '2;w=30, 3;w=300',
      ]);
      expect((await (await fresh()).post('/incident', body)).status).toBe(200);
      server.clock.advance(Number(refused.headers.get('retry-after')));
      expect((await api.post('/incident', body)).status).toBe(200);
      expect((await api.post('/incident', body)).status).toBe(429);
    });

    it('updating incidents has a limit per incident, for all keys together', async () => {
      const api = await fresh();
      const team = await api.make('/team', { displayName: 'T' });
      const body = { title: 'X', status: 'Open', severity: 'Minor', teamIds: [team] };
      const one = `/incident/${await api.make('/incident', body)}`;
      const other = `/incident/${await api.make('/incident', body)}`;
      const update = { operations: { changeSeverity: { severity: 'Critical' } } };
      expect((await api.patch(one, update)).status).toBe(200);
      expect((await (await fresh()).patch(one, update)).status).toBe(200);
      expect((await (await fresh()).patch(one, update)).status).toBe(429);
      expect((await api.patch(other, update)).status).toBe(200);
    });
  },
);

it('several at once never get more than the limit where processes share the counts', async () => {
  await letAnotherProcessJoin(server);
  server.clock.advance(3600);
  const api = server.as(await makeKey(server));
  const answers = await Promise.all(Array.from({ length: 40 }, () => api.get('/auth/me')));
  const allowed = answers.filter(({ status }) => status === 200).length;
  expect(allowed).toBeLessThanOrEqual(20);
  expect(allowed).toBeGreaterThan(0);
});
