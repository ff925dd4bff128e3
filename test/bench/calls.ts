/**
 * Calls of numbers: what a carrier waits for each of its requests. First one call after the other, without a pause;
 * then many at once, each with a person of its own who takes it, and half a second to one and a half between two
 * requests, which is faster than people are; then as many, as fast as the server can. The floor is the apology, which
 * is the same route without anything to decide or store. `node test/bench/calls.ts [calls] [at once]`
 */
import { setTimeout as pause } from 'node:timers/promises';
import { connectLine, type PhoneLine } from '../support/phone-line.ts';
import { staffTeam } from '../support/staffed-team.ts';
import { startBenchServer } from './bench-server.ts';
import { type Times, takeCall } from './call-steps.ts';
import { quantile } from './quantile.ts';

const calls = Number(process.argv[2] ?? 100);
const atOnce = Number(process.argv[3] ?? 50);

const server = await startBenchServer();
try {
  const { api } = server;
  const lines: PhoneLine[] = [];
  for (let n = 0; n < atOnce; n += 1) {
    const users = { [`P${n}`]: { phoneNumber: `+49151${String(30_000_000 + n)}` } };
    const team = await staffTeam(api, `Team ${n}`, [{ people: [`P${n}`] }], { users });
    lines.push(await connectLine(api, server.url, team.id));
  }
  const [first] = lines;
  if (!first) throw new Error('There is no line.');
  const cold: Times = new Map();
  await takeCall(first, cold, 0);
  await run([first], Math.ceil(calls / 4), new Map(), 0);
  const one: Times = new Map();
  const many: Times = new Map();
  const rows = [
    ['one by one', await run([first], calls, one, 0)],
    [`${atOnce} at once`, await run(lines, calls, many, 1000)],
    [`${atOnce} as fast as it goes`, await run(lines, calls, new Map(), 0)],
  ] as const;
  console.log(`ms for an answer; floor: (apology)`);
  console.table(
    Object.fromEntries(
      [...one.keys()].map((step) => [
        step,
        {
          'first ever': at(cold.get(step), 1),
          'one by one p50': at(one.get(step), 0.5),
          p99: at(one.get(step), 0.99),
          [`${atOnce} at once p50`]: at(many.get(step), 0.5),
          'p99 ': at(many.get(step), 0.99),
        },
      ]),
    ),
  );
  console.table(Object.fromEntries(rows));
} finally {
  await server.end();
}

/** So many calls in all, as many at once as there are lines. */
async function run(lines: readonly PhoneLine[], count: number, times: Times, pausing: number) {
  let begun = 0;
  const before = await measured();
  const start = performance.now();
  await Promise.all(
    lines.map(async (line) => {
      await pause(Math.random() * pausing * 5);
      while (begun < count) {
        begun += 1;
        await takeCall(line, times, pausing);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  const all = [...times.values()].flat();
  const after = await measured();
  return {
    'requests/s': (all.length / seconds).toFixed(0),
    'CPU ms per request': (((after.cpu - before.cpu) * 1000) / all.length).toFixed(2),
    'mean ms in the server': (
      ((after.seconds - before.seconds) * 1000) /
      (after.count - before.count)
    ).toFixed(1),
    'p50 ms': at(all, 0.5),
    'p99 ms': at(all, 0.99),
    'max ms': at(all, 1),
  };
}

/** What the server says of itself. */
async function measured() {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const sum = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'gm'))].reduce(
      (total, [, value]) => total + Number(value),
      0,
    );
  return {
    cpu: sum('process_cpu_seconds_total'),
    seconds: sum('tocsin_call_answer_seconds_sum'),
    count: sum('tocsin_call_answer_seconds_count'),
  };
}

function at(times: readonly number[] = [], part: number): string {
  return quantile(times, part).toFixed(1);
}
