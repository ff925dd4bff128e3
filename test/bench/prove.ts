/**
 * Proofs: `npm run bench -- prove [teams [days [schedules]]]`. Teams of four people who take turns by the week in two
 * tiers of so many schedules, in 12 zones, each team with an integration; one routing of 10 rules for 25 teams; days with
 * changes of clocks in both directions. Prints the processor time of a guarantee about all of them, of one about ten
 * teams, of one about one team, and of the first one in a thread.
 */
import { createLog } from '../../src/kernel/index.ts';
import { ProofThread } from '../../src/proofs/proof-thread.ts';
import { prove } from '../../src/proofs/prove.ts';
import { staging } from '../../src/proofs/staging.ts';
import { plainSnapshot } from '../proofs/plain-snapshot.ts';

const [teams = 500, days = 90, schedules = 10] = process.argv.slice(2).map(Number);
const snapshot = plainSnapshot({ teams, rules: 10, schedules, teamsOfRouting: 25 });
const guarantee = {
  displayName: 'Told',
  incidents: { severities: ['Critical' as const] },
  told: { withinMinutes: 5, channels: ['VoiceCall' as const], people: 1 },
  evenIf: null,
  excuses: null,
  horizonDays: days,
  alarm: null,
};

async function measured<Result>(name: string, work: () => Result | Promise<Result>) {
  const since = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(since);
  console.log(`${name.padEnd(24)}${((user + system) / 1e6).toFixed(2)} s`);
  return result;
}

const { setup, sources } = await measured('stage opened in', () => staging(snapshot));
const question = {
  setup,
  from: snapshot.takenAt.getTime(),
  horizonDays: days,
  isOver: () => false,
};
const all = await measured('all of them proven', () => prove(guarantee, { ...question, sources }));
for (const count of [1, 10])
  await measured(`proven of ${count}`, () =>
    prove(guarantee, { ...question, sources: sources.slice(0, count) }),
  );
const thread = new ProofThread({ log: createLog('error'), isRush: () => false });
await measured('all of them in a thread', async () => {
  let longest = 0;
  let last = performance.now();
  const ticks = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  const { state } = await thread.prove(snapshot, sources, guarantee, () => false);
  clearInterval(ticks);
  console.log(`in a thread             ${state}; others waited ${longest.toFixed(0)} ms at most`);
});
await thread.stop();
console.log(`${teams} teams, ${2 * schedules * teams} schedules, ${days} days: ${all.state}`);
console.log(`kinds of incidents      ${all.incidentClasses}, of instants ${all.timeClasses}`);
console.log(`memory                  ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB`);
