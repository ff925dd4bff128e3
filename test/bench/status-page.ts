/**
 * A status page with 20 services, 90 days and 200 incidents, asked for by many visitors at once: encoded, as browsers
 * ask; and by caches that have it already. In between an incident of the page changes twice a second, so that it is
 * made anew. The floor is a server that only answers. `node test/bench/status-page.ts [requests] [connections]`
 */
import { createServer } from 'node:http';
import { startBenchServer } from './bench-server.ts';
import { type LoadResult, runLoad } from './intake-load.ts';

const requests = Number(process.argv[2] ?? 20_000);
const connections = Number(process.argv[3] ?? 32);
const services = 20;
const incidents = 200;

const server = await startBenchServer();
const floor = createServer((_req, res) => res.end('x'.repeat(4096)));
try {
  const { api } = server;
  const teamIds = [await api.make('/team', { displayName: 'Bench' })];
  const serviceIds: string[] = [];
  for (let n = 0; n < services; n += 1)
    serviceIds.push(
      await api.make('/service', { displayName: `Service ${n}`, publicTitle: `Service ${n}` }),
    );
  const open: string[] = [];
  for (let n = 0; n < incidents; n += 1)
    open.push(
      await api.make('/incident', {
        title: `Something is slow ${n}`,
        status: n % 20 === 0 ? 'Open' : 'Resolved',
        severity: 'Warning',
        teamIds,
        serviceIds: [serviceIds[n % services]],
        message: 'We are looking into it.',
        messageIsPublic: true,
        statusPageStartOverride: ago(n % 80),
        ...(n % 20 === 0 ? {} : { statusPageEndOverride: ago((n % 80) - 0.05) }),
      }),
    );
  await api.make('/status-page', {
    displayName: 'Bench',
    publicTitle: 'Bench',
    slug: 'bench',
    historyInDays: 90,
    disablePublicSubscription: false,
    serviceIds,
  });
  const page = await fetch(`${server.url}/status/bench`, { headers: { 'accept-encoding': 'br' } });
  const plain = await fetch(`${server.url}/status/bench`, {
    headers: { 'accept-encoding': 'identity' },
  });
  console.log(
    `${page.headers.get('content-length')} bytes in Brotli, ${plain.headers.get('content-length')} without; ${connections} connections`,
  );
  await new Promise<void>((resolve) => floor.listen(0, '127.0.0.1', resolve));
  const address = floor.address();
  const floorPort = typeof address === 'object' && address ? address.port : 0;
  const port = Number(new URL(server.url).port);
  const etag = page.headers.get('etag') ?? '';
  const rows: Record<string, LoadResult> = {};
  rows['(floor)'] = await load(floorPort, 'accept-encoding: br');
  rows.unchanged = await load(port, 'accept-encoding: br');
  let turn = 0;
  const changing = setInterval(() => {
    turn += 1;
    const appendIntent = { intent: 'Commented', message: `Update ${turn}`, messageIsPublic: true };
    void api.patch(`/incident/${open[(turn % 10) * 20]}`, { operations: { appendIntent } });
  }, 500);
  rows['changing twice a second'] = await load(port, 'accept-encoding: br');
  rows['asked whether it changed'] = await load(port, `if-none-match: ${etag}`);
  clearInterval(changing);
  console.table(
    Object.fromEntries(
      Object.entries(rows).map(([name, { perSecond, p50, p99, failures }]) => [
        name,
        {
          'requests/s': perSecond.toFixed(0),
          'p50 ms': p50.toFixed(1),
          'p99 ms': p99.toFixed(1),
          // Those of the last row are 304.
          failures: name === 'asked whether it changed' ? '' : failures,
        },
      ]),
    ),
  );
} finally {
  floor.close();
  await server.end();
}

function load(port: number, header: string): Promise<LoadResult> {
  const request = Buffer.from(
    `GET /status/bench HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-language: en\r\n${header}\r\n\r\n`,
  );
  return runLoad({ port, connections, requests, request: () => request });
}

function ago(days: number): string {
  return `${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19)}Z`;
}
