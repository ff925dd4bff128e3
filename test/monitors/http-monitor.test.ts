import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decideCheck, type Level, type Standing } from '../../src/monitors/decide.ts';
import { monitorResults, monitorStateModel } from '../../src/monitors/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { attribute, map } from '../support/webhook.ts';
import {
  type Answer,
  httpSettings,
  incidentsOf,
  look,
  makeMonitor,
  ok,
  pass,
  resultsOf,
  startWatched,
  status,
  type Watched,
} from './network.ts';

let t: TestApp;
let watched: Watched;
beforeAll(async () => {
  t = await startTestApp({ env: { TOCSIN_ALLOW_PRIVATE_TARGETS: '127.0.0.1, ::1' } });
  watched = await startWatched();
});
afterAll(async () => {
  await watched?.stop();
  await t?.stop();
});
beforeEach(() => {
  watched.answer(ok);
  watched.seen.length = 0;
});

const made: string[] = [];
async function make(more: object = {}): Promise<string> {
  const id = await makeMonitor(t, 'HttpMonitoring', httpSettings(watched.url, more));
  made.push(id);
  return id;
}
afterEach(async () => {
  // The others are not asked when a later test lets time pass.
  for (const id of made.splice(0)) await t.api.delete(`/inbound-integration/${id}`);
});

it('is checked at once, opens an incident when it fails and resolves it when it answers', async () => {
  const id = await make();
  await look(t);
  expect(await resultsOf(t, id)).toMatchObject([{ status: 'Up', statusReason: null }]);
  expect(await incidentsOf(t, id)).toEqual([]);

  watched.answer(status(503));
  await pass(t, 60);
  const [opened] = await incidentsOf(t, id);
  expect(opened).toMatchObject({
    title: 'Shop is down',
    status: 'Open',
    severity: 'Critical',
    reason: 'Status 503 instead of 2xx.',
  });
  await pass(t, 60);
  expect(await incidentsOf(t, id), 'told once').toEqual([opened]);

  watched.answer(ok);
  await pass(t, 60);
  expect(await incidentsOf(t, id)).toMatchObject([{ id: opened?.id, status: 'Resolved' }]);
  expect((await resultsOf(t, id)).map((result) => result.status)).toEqual([
    'Up',
    'Down',
    'Down',
    'Up',
  ]);
});

describe('what an answer says', () => {
  /** The result of the first check with these settings. */
  async function first(more: object) {
    const id = await make(more);
    await look(t);
    return (await resultsOf(t, id))[0];
  }

  it.each([
    ['a status that is accepted', status(404), { overrideAcceptedStatusCodes: [404] }, 'Up', null],
    [
      'a 200 that is not accepted',
      ok,
      { overrideAcceptedStatusCodes: [204, 404] },
      'Down',
      'Status 200 instead of 204, 404.',
    ],
    ['a text that is there', ok, { contentTest: 'is well' }, 'Up', null],
    [
      'a text that is not there',
      ok,
      { contentTest: 'is lost' },
      'Down',
      'The answer does not contain “is lost”.',
    ],
    [
      'a text that must not be there',
      ok,
      { contentTest: 'is well', contentTestMode: 'NotContains' },
      'Down',
      'The answer contains “is well”.',
    ],
    [
      'a text in an answer to HEAD',
      ok,
      { method: 'HEAD', contentTest: 'is well' },
      'Down',
      'Answers to HEAD have no content to contain “is well”; use GET.',
    ],
    [
      'no answer in time',
      () => undefined,
      { timeoutInMilliseconds: 50 },
      'Down',
      'No answer within 50 ms.',
    ],
    [
      'a connection that breaks, ignored',
      (req) => req.socket.destroy(),
      { ignoreNonHttpErrors: true },
      'Up',
      'Ignored, as the settings say: The connection failed: socket hang up.',
    ],
  ] satisfies [string, Answer, object, string, string | null][])(
    '%s',
    async (_, answer, settings, level, reason) => {
      watched.answer(answer);
      expect(await first(settings)).toMatchObject({ status: level, statusReason: reason });
    },
  );

  it('an answer in another charset is read in it', async () => {
    watched.answer((_req, res) => {
      res.setHeader('content-type', 'text/html; charset=iso-8859-1');
      res.end(Buffer.from('Störung', 'latin1'));
    });
    expect(await first({ contentTest: 'Störung' })).toMatchObject({ status: 'Up' });
  });

  it('redirects are followed, unless a redirect is what is accepted', async () => {
    watched.answer((req, res) => {
      if (req.url === '/there') return void res.end('there');
      res.writeHead(302, { location: '/there' }).end();
    });
    expect(await first({ contentTest: 'there' })).toMatchObject({ status: 'Up' });
    watched.seen.length = 0;
    expect(await first({ overrideAcceptedStatusCodes: [302] })).toMatchObject({ status: 'Up' });
    expect(watched.seen.map(({ path }) => path)).toEqual(['/']);
  });

  it('the answer is kept where the settings ask for it, in the result and in the payload', async () => {
    watched.answer((_req, res) => {
      res.statusCode = 500;
      res.end('out of memory');
    });
    expect(await first({})).toMatchObject({ responseBody: null });
    const id = await make({ logResponseBody: true });
    await look(t);
    expect((await resultsOf(t, id))[0]).toMatchObject({ responseBody: 'out of memory' });
    const payloads = `/inbound-integration/${id}/payloads`;
    const { body } = await t.api.get(`${payloads}/search/list`);
    const [payload] = body.payloads as { id: string; ip: string | null }[];
    expect(payload?.ip).toBeNull();
    expect((await t.api.get(`${payloads}/${payload?.id}`)).text).toContain('out of memory');
  });
});

describe('what is sent', () => {
  it.each([
    ['POST', { method: 'POST', body: '{"ping":1}', headers: { 'X-Probe': 'yes' } }],
    [
      'basic',
      {
        authenticationType: 'Basic',
        basicAuthenticationUserName: 'u',
        basicAuthenticationPassword: 'p',
      },
    ],
    ['bearer', { authenticationType: 'Bearer', bearerAuthenticationToken: 'secret' }],
    ['none', { authenticationType: 'None', bearerAuthenticationToken: 'secret' }],
  ])('%s', async (name, settings) => {
    await make(settings);
    await look(t);
    const request = watched.seen[0];
    const { authorization } = request?.headers ?? {};
    if (name === 'POST')
      expect(request).toMatchObject({
        method: 'POST',
        body: '{"ping":1}',
        headers: { 'x-probe': 'yes' },
      });
    if (name === 'basic') expect(authorization).toBe('Basic dTpw');
    if (name === 'bearer') expect(authorization).toBe('Bearer secret');
    if (name === 'none') expect(authorization).toBeUndefined();
  });
});

describe('when', () => {
  it('a failed check is repeated soon, and told of only after the last repetition', async () => {
    const id = await make({ maxRetries: 2, intervalInSeconds: 600 });
    await look(t);
    watched.answer(status(500));
    await pass(t, 600);
    await pass(t, 10);
    expect(await incidentsOf(t, id)).toEqual([]);
    await pass(t, 10);
    expect(await incidentsOf(t, id)).toMatchObject([{ status: 'Open' }]);
    expect(await resultsOf(t, id)).toHaveLength(4);
  });

  it('a failure that passes within the repetitions is told to nobody', async () => {
    const id = await make({ maxRetries: 1 });
    await look(t);
    watched.answer(status(500));
    await pass(t, 60);
    watched.answer(ok);
    await pass(t, 10);
    watched.answer(status(500));
    await pass(t, 60);
    expect(await incidentsOf(t, id)).toEqual([]);
  });

  it('missed checks are not made up for, and the phase of the interval stays', async () => {
    const id = await make({ intervalInSeconds: 300 });
    await look(t);
    await pass(t, 300);
    await pass(t, 86_400);
    await pass(t, 300);
    const times = (await resultsOf(t, id)).map(({ timestamp }) => Date.parse(timestamp));
    expect(times).toHaveLength(4);
    const { nextAt } = (await monitorStateModel(t.app.world.store).findById(id).lean()) ?? {};
    await pass(t, 3_000);
    const later = (await monitorStateModel(t.app.world.store).findById(id).lean())?.nextAt;
    expect(((later?.getTime() ?? 0) - (nextAt?.getTime() ?? 1)) % 300_000).toBe(0);
  });

  it('paused it checks nothing, and goes on at once when it is not any more', async () => {
    const id = await make({ isPaused: true });
    await pass(t, 600);
    expect(watched.seen).toEqual([]);
    const { body } = await t.api.get(`/inbound-integration/${id}`);
    const replace = (more: object) =>
      t.api.put(`/inbound-integration/${id}`, { ...body, ...httpSettings(watched.url, more) });
    expect((await replace({ isPaused: false })).status).toBe(200);
    await look(t);
    expect(watched.seen).toHaveLength(1);
    await replace({ isPaused: true });
    await pass(t, 600);
    expect(watched.seen).toHaveLength(1);
  });

  it('changed settings count from the next check on', async () => {
    const id = await make();
    await look(t);
    const { body } = await t.api.get(`/inbound-integration/${id}`);
    await t.api.put(`/inbound-integration/${id}`, {
      ...body,
      ...httpSettings(`${watched.url}other`, {
        severityDown: 'Minor',
        overrideAcceptedStatusCodes: [418],
      }),
    });
    await look(t);
    expect(watched.seen.map(({ path }) => path)).toEqual(['/', '/other']);
    expect(await incidentsOf(t, id)).toMatchObject([{ severity: 'Minor', status: 'Open' }]);
  });
});

describe('what becomes of news', () => {
  it('a mapping of the integration decides, as for any payload', async () => {
    const id = await make();
    await map(t, id, [
      attribute('Status', '$.jsonBody.status'),
      { name: 'Severity', mappings: [{ static: 'Minor' }] },
      { name: 'Title', mappings: [{ jsonPath: '$.jsonBody.reason' }] },
    ]);
    watched.answer(status(502));
    await look(t);
    expect(await incidentsOf(t, id)).toMatchObject([
      { title: 'Status 502 instead of 2xx.', severity: 'Minor' },
    ]);
  });

  it('an alarm during a maintenance is told of when the maintenance is over and it is still true', async () => {
    const id = await make();
    await t.api.make('/inbound-integration-maintenance-windows', {
      integrationId: id,
      type: 'maintenance',
      start: null,
      end: new Date(t.clock.now().getTime() + 600_000).toISOString(),
    });
    watched.answer(status(500));
    await look(t);
    await pass(t, 60);
    expect(await incidentsOf(t, id)).toEqual([]);
    await pass(t, 600);
    await pass(t, 60);
    expect(await incidentsOf(t, id)).toMatchObject([{ status: 'Open', events: 1 }]);
  });

  it('Degraded becomes Down and Up again in one incident', async () => {
    const outcome = (level: Level, standing: Standing, retriesMax = 0) =>
      decideCheck(standing, { level }, { retriesMax });
    const up: Standing = { level: 'Up', failures: 0 };
    const degraded = outcome('Degraded', up);
    expect(degraded).toMatchObject({ level: 'Degraded', isNews: true });
    expect(outcome('Down', degraded)).toMatchObject({ level: 'Down', isNews: true });
    expect(outcome('Down', degraded, 1)).toMatchObject({ level: 'Degraded', isRetried: true });
    expect(outcome('Degraded', { level: 'Down', failures: 0 }, 5)).toMatchObject({
      level: 'Degraded',
      isNews: true,
    });
    expect(outcome('Up', { level: 'Degraded', failures: 0 }, 5)).toMatchObject({ isNews: true });
  });

  it('a private address that nobody allowed is not asked, and the result says so', async () => {
    const strict = await startTestApp();
    const id = await makeMonitor(
      strict,
      'HttpMonitoring',
      httpSettings(watched.url, { ignoreNonHttpErrors: true }),
    );
    await strict.app.jobs.runAll();
    const [result] = await resultsOf(strict, id);
    const opened = await incidentsOf(strict, id);
    await strict.stop();
    expect(watched.seen).toEqual([]);
    expect(result?.status).toBe('Down');
    expect(result?.statusReason).toMatch(/not public.*TOCSIN_ALLOW_PRIVATE_TARGETS/);
    expect(opened).toMatchObject([{ status: 'Open' }]);
  });

  it('a deleted monitor checks nothing, and nothing of it stays', async () => {
    const id = await make();
    await look(t);
    watched.seen.length = 0;
    expect((await t.api.delete(`/inbound-integration/${id}`)).status).toBe(200);
    await pass(t, 61);
    await pass(t, 61);
    expect(watched.seen).toEqual([]);
    const { store } = t.app.world;
    expect(await monitorStateModel(store).findById(id).lean()).toBeNull();
    expect(await monitorResults.model(store).countDocuments({ ownerId: id })).toBe(0);
  });
});

describe('settings that could never work are refused', () => {
  it.each([
    ['HttpMonitoring', httpSettings('ftp://example.com'), 'httpMonitoring.url'],
    [
      'HttpMonitoring',
      httpSettings('http://x.example', { headers: { 'a b': 'c' } }),
      'httpMonitoring.headers',
    ],
    [
      'PingMonitor',
      {
        integrationSettings: {
          pingMonitor: { host: 'http://x', timeoutInMilliseconds: 1000, intervalInSeconds: 60 },
        },
      },
      'pingMonitor.host',
    ],
    ...['every day', '0 0 30 2 *', '2099-01-01T00:00:00', '* * *', '61 * * * *'].map(
      (cronExpression): [string, object, string] => [
        'CronJobMonitor',
        {
          integrationSettings: {
            cronJobMonitor: {
              cronExpression,
              gracePeriodInSec: 0,
              severity: 'Minor',
              timeZoneId: 'UTC',
            },
          },
        },
        'cronJobMonitor.cronExpression',
      ],
    ),
  ] satisfies [string, object, string][])('%s %j', async (type, settings, field) => {
    const teamId = await t.api.make('/team', { displayName: 'Team' });
    const { status: code, body } = await t.api.post('/inbound-integration', {
      displayName: 'x',
      teamId,
      type,
      ...settings,
    });
    expect([code, Object.keys(body.errors as object)]).toEqual([
      400,
      [`integrationSettings.${field}`],
    ]);
  });
});

it('is checked at once when the clock went back, and not as much later', async () => {
  const watch = () => t.app.jobs.runAll((task) => task === 'clock');
  const id = await make();
  await look(t);
  await watch();
  t.clock.jump(-3600);
  await watch();
  watched.answer(status(503));
  await look(t);
  expect(await incidentsOf(t, id)).toMatchObject([{ status: 'Open' }]);
});
