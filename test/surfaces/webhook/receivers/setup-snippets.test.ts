/**
 * What the setup of a type tells people to copy for a client is posted to, as it is written, the way the client does.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadCatalogue } from '../../../../src/catalogue/index.ts';
import type { TestApp } from '../../../support/app.ts';
import { incidentsOf, makeIntegration } from '../../../support/incidents.ts';
import { sharedTestApp } from '../../../support/shared-app.ts';

const run = promisify(execFile);
let server: TestApp;
beforeAll(async () => {
  server = await sharedTestApp();
});

const { types } = await loadCatalogue('templates');
const snippets = types.flatMap(({ id, snippets: own }) =>
  own.map(({ fileName }) => [id, fileName] as const),
);

interface Request {
  url: string;
  headers?: Record<string, string>;
  body: unknown;
}

interface AlertmanagerReceiver {
  pagerduty_configs?: { url: string; routing_key: string }[];
  opsgenie_configs?: { api_url: string; api_key: string }[];
  victorops_configs?: { api_url: string; api_key: string; routing_key: string }[];
}

const summary = 'Disk of db-1 is 96 % full';
const alerts = [
  { labels: { alertname: 'DiskAlmostFull', instance: 'db-1' }, annotations: { summary } },
];

/** What the client makes of its configuration: addresses, credentials and bodies as recorded from it. */
const clients: Record<string, (text: string) => Request> = {
  'prometheus.yml': (text) => {
    const [
      {
        scheme,
        path_prefix,
        static_configs: [{ targets }],
      },
    ] = parse(text).alerting.alertmanagers;
    return { url: `${scheme}://${targets[0]}${path_prefix}/api/v2/alerts`, body: alerts };
  },
  'vmalert.txt': (text) => {
    const [, url] = /^-notifier\.url=(\S+)$/m.exec(text) ?? [];
    return { url: `${url}/api/v2/alerts`, body: alerts };
  },
  'alertmanager.yml': (text) => {
    const [receiver]: AlertmanagerReceiver[] = parse(text).receivers;
    for (const { url, routing_key } of receiver?.pagerduty_configs ?? []) {
      const payload = { summary, source: 'Alertmanager', severity: 'critical' };
      return { url, body: { routing_key, dedup_key: 'a', event_action: 'trigger', payload } };
    }
    for (const { api_url, api_key } of receiver?.opsgenie_configs ?? []) {
      const headers = { authorization: `GenieKey ${api_key}` };
      return { url: `${api_url}v2/alerts`, headers, body: { alias: 'a', message: summary } };
    }
    for (const { api_url, api_key, routing_key } of receiver?.victorops_configs ?? []) {
      const body = { message_type: 'CRITICAL', entity_id: 'a', entity_display_name: summary };
      return { url: `${api_url}${api_key}/${routing_key}`, body };
    }
    throw new Error('No client of Alertmanager is known that reads this.');
  },
  'grafana-contact-points.yaml': (text) => ({
    url: `${contactPointOf(text)}/api/v2/alerts`,
    body: alerts,
  }),
  'contact-points.yaml': (text) => ({
    url: contactPointOf(text),
    body: {
      receiver: 'tocsin',
      status: 'firing',
      groupKey: 'a',
      commonAnnotations: { summary },
      alerts: alerts.map((alert) => ({ ...alert, status: 'firing', fingerprint: 'a' })),
    },
  }),
  'pagerduty.py': (text) => {
    const [, routing_key, base] = /EventsApiV2Client\('(.+?)', base_url='(.+?)'\)/.exec(text) ?? [];
    const payload = { summary, source: 'db-1', severity: 'critical' };
    return {
      url: `${base}/v2/enqueue`,
      body: { routing_key, event_action: 'trigger', payload },
    };
  },
  'pdpyras.py': (text) => {
    const [, routing_key] = /EventsAPISession\('(.+?)'\)/.exec(text) ?? [];
    const [, url] = /session\.url = '(.+?)'/.exec(text) ?? [];
    const payload = { summary, source: 'db-1', severity: 'critical' };
    return { url: `${url}/v2/enqueue`, body: { routing_key, event_action: 'trigger', payload } };
  },
  'opsgenie_sdk.py': (text) => {
    const [, url] = /configuration\.host = '(.+?)'/.exec(text) ?? [];
    const [, key] = /api_key\['Authorization'\] = '(.+?)'/.exec(text) ?? [];
    const headers = { authorization: `GenieKey ${key}` };
    return { url: `${url}/v2/alerts`, headers, body: { message: summary, alias: 'a' } };
  },
};

function contactPointOf(text: string): string {
  return parse(text).contactPoints[0].receivers[0].settings.url;
}

test('every receiver has something to copy', () => {
  const receivers = types.filter(({ protocol }) => protocol !== null);
  expect(receivers.length).toBeGreaterThan(3);
  expect(receivers.filter((type) => type.snippets.length === 0)).toEqual([]);
});

test.each(snippets)('%s: %s opens an incident, as it is written', async (type, fileName) => {
  const { id, teamId } = await makeIntegration(server.api, type);
  const { body } = await server.api.get(`/inbound-integration/types/${type}?integrationId=${id}`);
  const { pasteTexts, steps } = body as {
    pasteTexts: { fileName: string; text: string }[];
    steps: string[];
  };
  const text = pasteTexts.find((one) => one.fileName === fileName)?.text ?? '';
  for (const said of [text, ...steps]) expect(said).not.toMatch(/\{\{\w+\}\}/);
  if (fileName === 'curl.sh') await run('sh', ['-c', text]);
  else {
    const client = clients[fileName];
    if (!client) throw new Error(`No client is known that reads ${fileName}.`);
    const request = client(text);
    const answer = await fetch(request.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...request.headers },
      body: JSON.stringify(request.body),
    });
    expect(answer.status, await answer.text()).toBeLessThan(300);
  }
  expect(await incidentsOf(server, teamId)).toMatchObject([{ title: summary, status: 'Open' }]);
});

test('older Grafana posts to version 1 of the same API', async () => {
  const { key, teamId } = await makeIntegration(server.api, 'AlertmanagerApiV2');
  const address = `${server.app.url}/api/receivers/alertmanager/${key}/api/v1/alerts`;
  const headers = { 'content-type': 'application/json' };
  const send = (body: unknown) =>
    fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  expect((await send(alerts)).status).toBe(200);
  expect(await incidentsOf(server, teamId)).toMatchObject([{ title: summary, status: 'Open' }]);
  const ended = alerts.map((alert) => ({ ...alert, endsAt: '2020-01-01T00:00:00Z' }));
  expect((await send(ended)).status).toBe(200);
  expect(await incidentsOf(server, teamId)).toMatchObject([{ title: summary, status: 'Resolved' }]);
});
