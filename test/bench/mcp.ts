/**
 * Agents: `npm run bench -- mcp [calls [atOnce]]`. The list of tools, one incident by a tool and by the API, which is the
 * floor, and many calls at once. Client and server share this process, so what a call costs has both in it; messages
 * are those of 2025 without a session, as each is judged by itself.
 */
import { startTestApp } from '../support/app.ts';
import { callTool, listTools } from '../support/mcp.ts';
import { quantile } from './quantile.ts';

const [calls = 500, atOnce = 8] = process.argv.slice(2).map(Number);
const server = await startTestApp({ env: { TOCSIN_RATE_LIMITS: 'off' } });
const teamId = await server.api.make('/team', { displayName: 'Payments' });
const id = await server.api.make('/incident', {
  title: 'Disk is full',
  status: 'Open',
  severity: 'Warning',
  teamIds: [teamId],
});

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

async function measure(what: string, work: () => Promise<unknown>): Promise<number> {
  // What is loaded and compiled by the first calls.
  for (let call = 0; call < Math.min(calls, 50); call += 1) await work();
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) times.push(await timed(work));
  const half = quantile(times, 0.5);
  console.log(
    `${what.padEnd(24)}p50 ${half.toFixed(2)} ms, p99 ${quantile(times, 0.99).toFixed(2)} ms`,
  );
  return half;
}

const first = await timed(() => listTools(server, server.key));
console.log(`${'first list'.padEnd(24)}${first.toFixed(0)} ms, with loading the protocol`);
await measure('tools/list', () => listTools(server, server.key));
const byApi = await measure('incident by the API', () => server.api.get(`/incident/search/${id}`));
const byTool = await measure('get_incident', () =>
  callTool(server, server.key, 'get_incident', { id }),
);
console.log(`${'a tool costs more by'.padEnd(24)}${(byTool - byApi).toFixed(2)} ms`);

let left = calls;
const since = performance.now();
const used = process.cpuUsage();
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    while (left-- > 0) await callTool(server, server.key, 'get_incident', { id });
  }),
);
const seconds = (performance.now() - since) / 1000;
const { user, system } = process.cpuUsage(used);
console.log(
  `${`${atOnce} at once`.padEnd(24)}${Math.round(calls / seconds)} calls/s, ` +
    `${((user + system) / 1000 / calls).toFixed(2)} ms of a processor each`,
);
await server.stop();
// Threads of the database wait for the next server of a test.
process.exit(0);
