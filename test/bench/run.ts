/**
 * Runs benches one after the other, each in a process of its own, so that none disturbs another's memory or compiled
 * code: `npm run bench [-- --short] [name [number or word…]…]`: they go to the bench that they follow, whose file says
 * what they mean. Short is for finding out whether they still run, not for figures to rely on. Every bench prints its
 * figures beside a rival or a floor measured in the same run: compare those ratios between machines.
 */
import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/** Arguments that make a bench short; the file says what they mean. */
const shortArguments: Readonly<Record<string, readonly string[]>> = {
  intake: ['0.1', '2000'],
  mapping: ['40'],
  rota: ['200'],
  prove: ['20', '30'],
  replay: ['4000', '20'],
  mcp: ['50', '4'],
  import: ['100'],
  regex: [],
  hostile: ['1'],
  history: ['1000'],
  processes: ['4000'],
  'embedded-database': ['0.2'],
  'embedded-semantics': [],
  audit: ['20000'],
  provider: ['50'],
  monitors: ['300', '6'],
  alerting: ['1', '1000'],
  scim: ['300', '15', '1000'],
  calls: ['20', '5'],
  'call-burst': ['20', '5'],
  flood: ['1'],
  reports: ['20000'],
  live: ['20', '5'],
  'live-pages': ['20'],
  'status-page': ['3000', '16'],
  lists: ['3000', '100', '1'],
  scale: ['20000', '100'],
  plateau: ['5', '3', '300'],
  steady: ['5', '100'],
  busy: ['0', 'n8'],
};
/** Take words, too. */
const withWords = ['hostile', 'busy'];

const { values, positionals } = parseArgs({
  options: { short: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const known = Object.keys(shortArguments);
/** Each bench with what is behind it. */
const wanted: { bench: string; given: string[] }[] = [];
for (const word of positionals) {
  const last = wanted.at(-1);
  const isGiven = !Number.isNaN(Number(word)) || withWords.includes(last?.bench ?? '');
  if (known.includes(word) || !isGiven) wanted.push({ bench: word, given: [] });
  else last?.given.push(word);
}
const unknown = wanted.map(({ bench }) => bench).filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  process.exit(2);
}

console.log(
  `Node ${process.version}, ${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown processor'}`,
);
const summary: { bench: string; result: string; seconds: string }[] = [];
const all = known.map((bench) => ({ bench, given: [] }));
for (const { bench, given } of wanted.length > 0 ? wanted : all) {
  const file = fileURLToPath(new URL(`${bench}.ts`, import.meta.url));
  console.log(`\n== ${bench}`);
  const startedAt = performance.now();
  const { status } = spawnSync(
    process.execPath,
    [file, ...(values.short && given.length === 0 ? (shortArguments[bench] ?? []) : given)],
    { stdio: 'inherit' },
  );
  summary.push({
    bench,
    result: status === 0 ? 'ok' : 'failed',
    seconds: ((performance.now() - startedAt) / 1000).toFixed(0),
  });
}
console.log('');
console.table(summary);
process.exit(summary.every(({ result }) => result === 'ok') ? 0 : 1);
