/**
 * Whose fault it is that an alert is not taken, in every protocol: clients drop what is answered 4xx and repeat what is
 * answered 5xx, so nothing may be answered 4xx by the fault of the server.
 */
import type { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readingQueue } from '../../../src/ingest/limits.ts';
import { patientLimits, startTestApp, type TestApp } from '../../support/app.ts';
import { makeIntegration } from '../../support/incidents.ts';

interface Protocol {
  type: string;
  path(key: string): string;
  headers?(key: string): Record<string, string>;
  /** The text of an alert that says `more` somewhere, which is JSON. */
  body(key: string, more: string): string;
}

const protocols: Record<string, Protocol> = {
  'the webhook': {
    type: 'Webhook',
    path: (key) => `/api/webhook/${key}`,
    body: (_key, more) => `{"title":"Disk full","x":${more}}`,
  },
  PagerDuty: {
    type: 'PagerDutyEvents',
    path: () => '/api/receivers/pagerduty/v2/enqueue',
    body: (key, more) =>
      `{"routing_key":"${key}","event_action":"trigger","payload":{"summary":"Disk full","source":"db-1","severity":"critical","custom_details":{"x":${more}}}}`,
  },
  Opsgenie: {
    type: 'OpsgenieAlertApi',
    path: () => '/api/receivers/opsgenie/v2/alerts',
    headers: (key) => ({ authorization: `GenieKey ${key}` }),
    body: (_key, more) => `{"message":"Disk full","x":${more}}`,
  },
  'Splunk On-Call': {
    type: 'SplunkOnCallRest',
    path: (key) => `/api/receivers/splunk-on-call/alert/${key}/ops`,
    body: (_key, more) => `{"message_type":"CRITICAL","entity_id":"disk","x":${more}}`,
  },
  ilert: {
    type: 'IlertEvents',
    path: () => '/api/receivers/ilert/events',
    body: (key, more) =>
      `{"integrationKey":"${key}","eventType":"ALERT","summary":"Disk full","x":${more}}`,
  },
  Alertmanager: {
    type: 'AlertmanagerApiV2',
    path: (key) => `/api/receivers/alertmanager/${key}/api/v2/alerts`,
    body: (_key, more) => `[{"labels":{"alertname":"Disk full"},"annotations":{"x":${more}}}]`,
  },
};

const small = '1';
const large = JSON.stringify('x'.repeat(100_000));
/** The numbers have our own code read it, which takes its time. */
const dear = `[${'1.10,'.repeat(200_000)}1]`;

const reading = { ...patientLimits };
const queue = { ...readingQueue };
let t: TestApp;
const keys = new Map<string, string>();

beforeAll(async () => {
  t = await startTestApp({ reading });
  for (const { type } of Object.values(protocols)) {
    const { key } = await makeIntegration(t.api, type);
    keys.set(type, key);
  }
});
afterAll(() => t.stop());
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(reading, patientLimits);
  Object.assign(readingQueue, queue);
});

async function post({ type, path, headers, body }: Protocol, more: string, cut = 0) {
  const key = keys.get(type) ?? '';
  const text = body(key, more);
  const response = await fetch(t.app.url + path(key), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers?.(key) },
    body: cut === 0 ? text : text.slice(0, -cut),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Ends every thread that is started from now on. */
function endThreads(): () => void {
  const end = (worker: Worker) => void worker.terminate();
  process.on('worker', end);
  return () => void process.off('worker', end);
}

describe.each(Object.entries(protocols))('by the fault of the server, %s', (_name, protocol) => {
  async function expectTryAgain(more: string): Promise<void> {
    const { status, headers, text } = await post(protocol, more);
    expect(status, text).toBeGreaterThanOrEqual(500);
    expect(Number(headers.get('retry-after')), text).toBeGreaterThan(0);
  }

  test('takes alerts, also large ones, unless there is a fault', async () => {
    expect((await post(protocol, small)).status).toBeLessThan(300);
  });

  test('answers 5xx when no thread for large bodies starts', async () => {
    Object.assign(reading, { startSeconds: 0.001, waitSeconds: 0.1 });
    await expectTryAgain(large);
  });

  test('answers 5xx when those threads die', async () => {
    reading.waitSeconds = 0.1;
    const endNone = endThreads();
    await expectTryAgain(large).finally(endNone);
  });

  test('answers 5xx when too many large bodies wait', async () => {
    Object.assign(readingQueue, { perIntegration: 0 });
    await expectTryAgain(large);
  });

  test('answers 5xx when the store takes no payload', async () => {
    vi.spyOn(t.app.world.store, 'writeTogether').mockRejectedValue(new Error('the line is dead'));
    await expectTryAgain(small);
  });
});

describe.each(Object.entries(protocols))('by the fault of the sender, %s', (name, protocol) => {
  const takesAnything = name === 'the webhook';

  test.each([
    ['a small', small],
    ['a large', large],
  ])('refuses %s body that is cut off with 4xx, or keeps it', async (_size, more) => {
    const { status } = await post(protocol, more, 2);
    expect(Math.floor(status / 100)).toBe(takesAnything ? 2 : 4);
  });

  test('refuses a body that takes too much to read with 413, or keeps it', async () => {
    reading.seconds = 0.001;
    const { status, text } = await post(protocol, dear);
    expect(status, text).toBe(takesAnything ? 200 : 413);
  });

  test('refuses a body that is too large with 413', async () => {
    const { status } = await post(protocol, JSON.stringify('x'.repeat(3 * 1024 * 1024)));
    expect(status).toBe(413);
  });
});
