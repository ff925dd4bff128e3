/**
 * What the audit log costs when it is long: the time of a filtered page, and the memory of an export.
 * `node test/bench/audit.ts [entries]`, a million unless said. Entries are written as the product writes them,
 * so the chain of the log is a real one.
 */
import { performance } from 'node:perf_hooks';
import { type AuditEntry, appendEntry, auditEntry, verifyLog } from '../../src/audit/index.ts';
import { systemContext } from '../../src/kernel/index.ts';
import { startTestApp } from '../support/app.ts';
import { endDatabaseThreads } from '../support/database-threads.ts';

const total = Number(process.argv[2] ?? 1_000_000);
const server = await startTestApp({ env: { TOCSIN_LOG_LEVEL: 'error' } });
const { world } = server.app;
const ctx = systemContext(world, server.organizationId);
const kinds = ['Team', 'User', 'Routing', 'Service', 'InboundIntegration'];
const verbs = ['create', 'update', 'delete'];

function entry(number: number): AuditEntry {
  server.clock.advance(1);
  const kind = kinds[number % kinds.length] ?? 'Team';
  return auditEntry(ctx, {
    action: `${kind.toLowerCase()}.${verbs[number % 3]}`,
    entityType: kind,
    entityId: `object-${number % 5000}`,
    entityDisplayName: `Object ${number % 5000}`,
    changes: [{ path: 'displayName', before: 'A name that was', after: 'A name that is' }],
  });
}

const written = performance.now();
const together = 2000;
for (let start = 0; start < total; start += together) {
  const size = Math.min(together, total - start);
  await Promise.all(
    Array.from({ length: size }, (_, index) => appendEntry(world, entry(start + index))),
  );
}
const seconds = (performance.now() - written) / 1000;
print('entries', `${total} in ${seconds.toFixed(0)} s, ${Math.round(total / seconds)} a second`);

const middle = new Date(server.clock.now().getTime() - (total / 2) * 1000).toISOString();
const early = new Date(server.clock.now().getTime() - total * 0.99 * 1000).toISOString();
for (const query of [
  'Limit=100',
  'Limit=100&EntityType=Routing',
  'Limit=100&Action=team.update',
  'Limit=100&EntityId=object-4711',
  'Limit=100&EntityType=User&Action=user.delete',
  `Limit=100&EntityType=Service&Until=${early}`,
  `Limit=100&From=${middle}&Until=${middle.replace(/T\d\d/, 'T23')}&Source=System`,
  'Limit=100&EntityType=Nothing',
]) {
  const times: number[] = [];
  for (let turn = 0; turn < 30; turn += 1) {
    const begun = performance.now();
    const { status } = await server.api.get(`/auditlog/list?${query}`);
    if (status !== 200) throw new Error(`${query}: ${status}`);
    times.push(performance.now() - begun);
  }
  times.sort((a, b) => a - b);
  print(query, `median ${times[15]?.toFixed(1)} ms, slowest ${times.at(-1)?.toFixed(1)} ms`);
}

for (const format of ['ndjson', 'csv']) {
  globalThis.gc?.();
  const before = used();
  let highest = before;
  const begun = performance.now();
  const response = await fetch(`${server.app.url}/api/public/v1/auditlog/export?Format=${format}`, {
    headers: { 'x-api-key': server.key },
  });
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    highest = Math.max(highest, used());
  }
  const took = (performance.now() - begun) / 1000;
  print(
    `export ${format}`,
    `${mebibytes(bytes)} in ${took.toFixed(1)} s; memory ${mebibytes(before)} before, ${mebibytes(highest)} at most`,
  );
}

const begun = performance.now();
const { faults } = await verifyLog(world, server.organizationId);
print('verify', `${faults.length} faults in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
await server.stop();
await endDatabaseThreads();

/** Not the resident set: that grows by the pages of the database file, which the system lends and takes back. */
function used(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function print(what: string, figure: string): void {
  process.stdout.write(`${what.padEnd(90)} ${figure}\n`);
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`;
}
