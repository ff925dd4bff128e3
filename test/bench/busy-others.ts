import { setTimeout as pause } from 'node:timers/promises';
import type { ApiClient } from '../support/api-client.ts';
import { connectLine } from '../support/phone-line.ts';
import { staffTeam } from '../support/staffed-team.ts';
import { webhookPathOf } from '../support/webhook.ts';

/**
 * Others, who want something of the server while one sender is hostile: each goes on at its pace, whether it is
 * answered or not.
 */
export interface Other {
  name: string;
  /** From one request to the next. */
  milliseconds: number;
  /** So often until now. */
  asked: number;
  /** The nth time. Rejects when it is not answered as it should be. */
  ask(n: number): Promise<void>;
}

/** Milliseconds from when each request was due to its answer. */
export interface Waits {
  times: number[];
  failed: number;
}

/** So many that none of them meets its rate limit in a run. */
const sendersOfEach = { small: 40, group: 4 };
const incidentCount = 1000;

export async function connectOthers(url: string, api: ApiClient): Promise<Other[]> {
  const users = { Otto: { phoneNumber: '+4915130000000' } };
  const { id: teamId } = await staffTeam(api, 'Others', [{ people: ['Otto'] }], { users });
  const hooksOf = async (count: number, settings: object) => {
    const hooks: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const integration = { displayName: `Other ${n}`, teamId, ...settings };
      hooks.push(
        url + (await webhookPathOf(api, await api.make('/inbound-integration', integration))),
      );
    }
    return hooks;
  };
  const alertmanager = { type: 'PrometheusAlertmanager' };
  const small = await hooksOf(sendersOfEach.small, { type: 'Webhook' });
  const group = await hooksOf(sendersOfEach.group, alertmanager);
  const [split = ''] = await hooksOf(1, { ...alertmanager, splitAlerts: true });
  const incidents = await openIncidents(api, split);
  const line = await connectLine(api, url, teamId);
  const page = [
    '/incident/search/list?SortBy=Urgency&Statuses=Open&Limit=50',
    '/team/search/list',
    '/inbound-integration/search/list',
    '/on-call',
  ];
  return [
    {
      asked: 0,
      name: 'small body',
      milliseconds: 40,
      ask: (n) => post(small[n % small.length] ?? '', `{"status":"Open","title":"Other ${n}"}`),
    },
    {
      asked: 0,
      name: '110 KB of 300 alerts',
      milliseconds: 500,
      ask: (n) => post(group[n % group.length] ?? '', groupOf(300, `group ${n}`)),
    },
    {
      asked: 0,
      name: 'acknowledging',
      milliseconds: 250,
      async ask(n) {
        const operations = { appendIntent: { intent: 'Investigated' } };
        demand(await api.patch(`/incident/${incidents[n % incidents.length]}`, { operations }));
      },
    },
    {
      asked: 0,
      name: 'page of the console',
      milliseconds: 1000,
      async ask() {
        for (const answer of await Promise.all(page.map((path) => api.get(path)))) demand(answer);
      },
    },
    {
      asked: 0,
      name: 'call',
      milliseconds: 250,
      async ask() {
        const call = line.ring();
        demand(await call.post('voice'));
        // So that calls do not pile up; nobody waits for it.
        void call
          .post('status', { CallStatus: 'completed', CallDuration: '1' })
          .catch(() => undefined);
      },
    },
  ];
}

/** What they wait for while `work` goes on, until the last one is answered that was due meanwhile. */
export async function waitsDuring(
  others: readonly Other[],
  work: () => Promise<unknown>,
): Promise<Map<string, Waits>> {
  const begun = performance.now();
  const all = others.map((other) => ({
    other,
    due: begun,
    asked: [] as Promise<void>[],
    waits: { times: [], failed: 0 } as Waits,
  }));
  const timer = setInterval(() => {
    for (const one of all)
      for (; one.due <= performance.now(); one.due += one.other.milliseconds)
        one.asked.push(ask(one.other, one.due, one.waits));
  }, 5);
  await work();
  clearInterval(timer);
  await Promise.all(all.flatMap(({ asked }) => asked));
  return new Map(all.map(({ other, waits }) => [other.name, waits]));
}

async function ask(other: Other, due: number, waits: Waits): Promise<void> {
  other.asked += 1;
  try {
    await other.ask(other.asked);
  } catch {
    waits.failed += 1;
  }
  waits.times.push(performance.now() - due);
}

function demand({ status, text }: { status: number; text: string }): void {
  if (status !== 200) throw new Error(`${status} ${text}`);
}

async function post(url: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body });
  demand({ status: answer.status, text: await answer.text() });
}

/** As Alertmanager sends a group: 370 bytes of each alert. */
function groupOf(count: number, groupKey: string): string {
  return JSON.stringify({
    version: '4',
    groupKey,
    status: 'firing',
    commonLabels: { alertname: 'DiskAlmostFull', job: 'node', severity: 'critical' },
    commonAnnotations: {},
    alerts: Array.from({ length: count }, (_, n) => ({
      status: 'firing',
      labels: {
        alertname: 'DiskAlmostFull',
        instance: `db-${n}.example.com:9100`,
        job: 'node',
        severity: 'critical',
      },
      annotations: { summary: `Disk of db-${n} is 96 % full`, description: 'For ten minutes.' },
      startsAt: '2026-03-02T07:14:31Z',
      endsAt: '0001-01-01T00:00:00Z',
      generatorURL: `https://prometheus.example.com/graph?g0.expr=disk&instance=${n}`,
      fingerprint: `${groupKey}-${n}`,
    })),
  });
}

/** To be acknowledged. */
async function openIncidents(api: ApiClient, hook: string): Promise<string[]> {
  const each = 200;
  for (let n = 0; n < incidentCount; n += each) await post(hook, groupOf(each, `before ${n}`));
  const ids = new Set<string>();
  const limit = 100;
  for (let offset = 0; ids.size < incidentCount; ) {
    const { body, text } = await api.get(`/incident/search/list?Limit=${limit}&Offset=${offset}`);
    const { incidents = [] } = body as { incidents?: { id: string }[] };
    for (const { id } of incidents) ids.add(id);
    if (incidents.length === limit) offset += limit;
    else if (offset + incidents.length >= incidentCount) break;
    else if (text === '') throw new Error('No answer.');
    else await pause(200);
  }
  return [...ids];
}
