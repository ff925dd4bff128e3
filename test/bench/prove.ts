/**
 * Proofs: `npm run bench -- prove [teams [days]]`. Teams of four people who take turns by the week in two tiers, each
 * with an integration and a routing of 10 rules; 90 days with a change of clocks. Prints how long a guarantee about all
 * of them takes, and one about one team. The floor is one incident of each integration, played once.
 */
import { prove } from '../../src/proofs/prove.ts';
import { staging } from '../../src/proofs/staging.ts';
import { plainSnapshot } from '../proofs/plain-snapshot.ts';

const [teams = 500, days = 90] = process.argv.slice(2).map(Number);
const snapshot = plainSnapshot({ teams, rules: 10 });
const guarantee = {
  displayName: 'Told',
  incidents: { severities: ['Critical' as const] },
  told: { withinMinutes: 5, channels: ['VoiceCall' as const], people: 1 },
  evenIf: null,
  excuses: null,
  horizonDays: days,
};

const since = performance.now();
const { setup, sources } = staging(snapshot);
const opened = performance.now();
const from = snapshot.takenAt.getTime();
const question = { setup, from, horizonDays: days, isOver: () => false };
const nothing = { late: new Map(), turns: new Map() };
for (const { play } of sources)
  play({ severity: 'Critical', title: 'x', attributes: [] }, from, from + 300_000, nothing, null);
const floor = performance.now();
const all = await prove(guarantee, { ...question, sources });
const done = performance.now();
await prove(guarantee, { ...question, sources: sources.slice(0, 1) });
const one = performance.now();

const seconds = (from: number, until: number) => `${((until - from) / 1000).toFixed(2)} s`;
console.log(`${teams} teams, ${days} days: ${all.state}`);
console.log(`stage opened in         ${seconds(since, opened)}`);
console.log(`one incident of each    ${seconds(opened, floor)}`);
console.log(`all of them proven      ${seconds(floor, done)}`);
console.log(`kinds of incidents      ${all.incidentClasses}, of instants ${all.timeClasses}`);
console.log(`one team proven         ${seconds(done, one)}`);
console.log(`memory                  ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB`);
