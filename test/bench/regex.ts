/**
 * Cost of the regex engine against V8's own on the five patterns of the mapping design, and of patterns made to
 * explode. Run with `node test/bench/regex.ts`; prints microseconds per search and the ratio to V8.
 */
import { compileRegex, firstMatch, resultOf, stepBudget } from '../../src/mapping/regex/index.ts';

const title =
  '[FIRING:2] HighCpuUsage on web-01 severity=critical instance=10.0.4.17:9100 cpu at 97.5% for 10m, see runbook, pod=web-01-7f9';
const filler =
  'time="10:00:00" level=info msg="collector tick" series ok, retry none, queue empty.\n';
const body = `${filler.repeat(30)}${title}\n${filler.repeat(30)}`;

const patterns: readonly (readonly [source: string, flags: string])[] = [
  ['severity=(?<result>\\w+)', ''],
  ['\\[(FIRING|RESOLVED)(?::\\d+)?\\]', ''],
  ['^.*instance=([^:\\s]+):(\\d+).*$', 'm'],
  ['(\\d+(?:\\.\\d+)?)%', ''],
  ['pod=(?<result>[\\w-]+)$', 'm'],
  ['(?i)SEVERITY=(?<result>\\w+)', ''],
];

const hostile: readonly (readonly [source: string, input: string])[] = [
  ['^(a+)+$', `${'a'.repeat(28)}!`],
  ['(x+x+)+y', 'x'.repeat(26)],
  ['^(\\w+\\s?)*$', `${'word '.repeat(7)}end!`],
  ['(.*)*=x', 'a'.repeat(24)],
  ['\\s+$', `${' '.repeat(60_000)}x`],
  ['(a*)*b', 'a'.repeat(3_000_000)],
  ['(?:a|b|ab)*c', 'ab'.repeat(1_500_000)],
];

function microseconds(work: () => unknown): number {
  let rounds = 1;
  for (;;) {
    const start = performance.now();
    for (let round = 0; round < rounds; round++) work();
    const spent = performance.now() - start;
    if (spent > 120) return (spent * 1000) / rounds;
    rounds *= 4;
  }
}

const print = (...cells: (string | number)[]) =>
  console.log(
    cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : cell).padEnd(12)).join(''),
  );

print('us', 'V8', 'ratio', 'compile', 'steps', `(title ${title.length}, body ${body.length})`);
for (const [source, flags] of patterns) {
  const regex = compileRegex(source, { flags });
  const native = new RegExp(source.replace('(?i)', ''), source.startsWith('(?i)') ? 'i' : flags);
  const compile = microseconds(() => compileRegex(source, { flags }));
  for (const input of [title, body]) {
    const budget = { steps: stepBudget(input.length) };
    const before = budget.steps;
    firstMatch(regex, input, budget);
    const ours = microseconds(() => {
      const match = firstMatch(regex, input, { steps: before });
      return match && match !== 'budget' ? resultOf(match, regex) : match;
    });
    const theirs = microseconds(() => native.exec(input));
    print(ours, theirs, ours / theirs, compile, String(before - budget.steps), source);
  }
}

console.log('\nhostile');
print('ms', 'outcome');
for (const [source, input] of hostile) {
  const regex = compileRegex(source);
  const start = performance.now();
  const outcome = firstMatch(regex, input, { steps: stepBudget(input.length) });
  print(performance.now() - start, outcome === 'budget' ? 'budget' : String(outcome), source);
}
