/**
 * What an update of one incident costs with the length of its history: one sender, one update after the other. The same
 * of a group of 20 subincidents. `node test/bench/history.ts [updates]`. The first row is the floor of the others.
 */
import { attribute, plainMapping, webhookPathOf } from '../support/webhook.ts';
import { startBenchServer } from './bench-server.ts';
import { runLoad } from './intake-load.ts';

const updates = Number(process.argv[2] ?? 4000);
/** Measured together. */
const window = Math.min(100, updates);
const subIncidents = 20;

const server = await startBenchServer({ TOCSIN_LOG_LEVEL: 'info' });
try {
  const { api } = server;
  const teamId = await api.make('/team', { displayName: 'Bench' });
  const settings = { displayName: 'Bench', teamId, type: 'Webhook' };
  const integration = await api.make('/inbound-integration', settings);
  const port = Number(new URL(server.url).port);
  const group = await api.make('/inbound-integration', { ...settings, displayName: 'Group' });
  const rack = attribute('Rack', '$.jsonBody.rack', { isGroupingKey: true });
  await api.post(`/inbound-integration/${group}/mapping`, {
    attributesMapping: { attributes: [...plainMapping, rack] },
  });
  const hooks = new Map<string, string>();
  for (const id of [integration, group]) hooks.set(id, await webhookPathOf(api, id));
  let sent = 0;
  const send = (requests: number, problemOf: (n: number) => string, to = integration) => {
    const request = () => webhook(hooks.get(to) ?? '', problemOf(sent), sent++);
    return runLoad({ port, connections: 1, requests, request });
  };
  // Compiled code, as in a server that has run for a minute; on problems of their own.
  for (let n = 0; n < 10; n += 1) await send(50, () => `warm ${n}`);
  console.table(await measure((requests) => send(requests, () => 'one')));
  await send(subIncidents, (n) => `sub ${n % subIncidents}`, group);
  const ofGroup = (n: number) => `sub ${n % subIncidents}`;
  console.table(await measure((requests) => send(requests, ofGroup, group)));

  async function measure(sendSome: (requests: number) => ReturnType<typeof send>) {
    const rows: Record<string, string | number>[] = [];
    let known = 0;
    let floor = 0;
    for (const from of [1, 100, 1000, updates]) {
      if (from > updates) continue;
      const next = Math.max(from - window, known);
      if (next > known) await sendSome(next - known);
      const before = await cpuSeconds();
      const { p50, p99, failures } = await sendSome(window);
      const cpu = ((await cpuSeconds()) - before) / window;
      known = next + window;
      floor ||= p50;
      const begun = performance.now();
      const { text } = await api.get(`/incident/search/${await incidentId()}`);
      rows.push({
        updates: known,
        'p50 ms': p50.toFixed(2),
        'of the first': (p50 / floor).toFixed(2),
        'p99 ms': p99.toFixed(1),
        'CPU us/update': (cpu * 1e6).toFixed(0),
        failures,
        'read ms': (performance.now() - begun).toFixed(1),
        'read KB': (text.length / 1024).toFixed(0),
      });
    }
    return rows;
  }

  async function incidentId(): Promise<string> {
    const { body } = await api.get('/incident/search/list?Limit=1&SortBy=LastUpdatedAt');
    const [first] = body.incidents as { id: string }[];
    return first?.id ?? '';
  }

  async function cpuSeconds(): Promise<number> {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
  }
} finally {
  await server.end();
}

function webhook(hook: string, problem: string, n: number): Buffer {
  const body = JSON.stringify({
    status: 'Open',
    severity: 'Warning',
    title: `Problem ${problem}`,
    correlationId: problem,
    id: problem,
    rack: 'one',
    value: `${n} of 1000 requests failed`,
  });
  return Buffer.from(
    `POST ${hook} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    'latin1',
  );
}
