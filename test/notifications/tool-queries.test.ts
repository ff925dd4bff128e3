import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ScriptedReceiver, startScriptedReceiver } from '../fakes/scripted-receiver.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { recordQueries } from '../support/recorded-queries.ts';
import { staffTeam } from '../support/staffed-team.ts';

const queries = recordQueries();
let receiver: ScriptedReceiver;
let server: TestApp;
beforeAll(async () => {
  receiver = await startScriptedReceiver();
  server = await startTestApp({
    outbound: receiver.egress,
    env: { TOCSIN_SMTP_URL: 'smtp://127.0.0.1:9' },
  });
});
afterAll(async () => {
  await server?.stop();
  await receiver?.stop();
});

const count = 90;
const run = (...names: string[]) => server.app.jobs.runAll((task) => names.includes(task));

it('many messages to a tool share what is asked of the store', async () => {
  const { id: teamId } = await staffTeam(server.api, 'Flooded', [{ people: ['Ann'] }]);
  await server.api.make('/outbound-integration', {
    displayName: 'Hook',
    teamId,
    type: 'Webhook',
    webhookSettings: { url: 'https://hook.example.com/', method: 'POST', headers: [] },
  });
  for (let n = 0; n < count; n += 1)
    await server.api.make('/incident', {
      title: `Disk ${n}`,
      status: 'Open',
      severity: n % 10 === 0 ? 'Critical' : 'Warning',
      teamIds: [teamId],
    });
  await run('alerting');
  queries.forget();
  const begun = Date.now();
  await run('send-Outbound');
  expect(receiver.requests).toHaveLength(count);
  const asked = queries.counts();
  const of = (place: string) => asked.get(place) ?? 0;
  // Settings, language and failures are asked for once a second; its settings also at each look for what is due.
  const seconds = (Date.now() - begun) / 1000;
  expect(of('organizations find')).toBeLessThanOrEqual(2 + seconds);
  expect(of('outbound_failure_counts find')).toBeLessThanOrEqual(2 + seconds);
  expect(of('outbound_integrations find')).toBeLessThanOrEqual(count / 2);
  // Those that begin at the same moment share their queries.
  expect(of('incidents find')).toBeLessThanOrEqual(count - 15);
  expect(of('deliveries update')).toBeLessThanOrEqual(2 * count - 15);
  const places = [...asked.keys()].filter((place) => !place.endsWith(' find'));
  expect(places).toEqual(['deliveries update']);
});
