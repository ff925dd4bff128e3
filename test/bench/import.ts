/**
 * What an import costs, in seconds of the processor, offline: `npm run bench -- import [people]`. An account of Opsgenie
 * with a schedule of three rotations and an escalation for about each seventh person, and ten routing rules for each.
 * Beside it, as a floor, to read the saved file; then the comparison, minute by minute. Goals for 2,000 people, 300
 * schedules and 20,000 rules: 20 s and 500 MB, the comparison 60 s.
 */
import { setFlagsFromString } from 'node:v8';
import { importFrom } from '../../src/migration/import-from.ts';
import { opsgenieImporter } from '../../src/migration/products/opsgenie/importer.ts';
import { opsgenie } from '../../src/migration/products/opsgenie/product.ts';
import { readSaved } from '../../src/migration/read/saved.ts';

// As the command does.
setFlagsFromString('--optimize-for-size');

const people = Number(process.argv[2] ?? 2000);
const schedules = Math.round(people * 0.15);
const teams = Math.max(1, Math.round(people / 20));
const rulesOfTeam = Math.round((people * 10) / teams);
const since = new Date('2026-11-01T00:00:00Z');

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const user = (index: number) => ({ type: 'user', id: `u${index % people}` });
const team = (index: number) => ({ id: `t${index % teams}`, name: `Team ${index % teams}` });
const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Sydney', 'Asia/Kolkata'];

const whole = (answers: { of: string[]; objects: unknown[] }[]) => ({ state: 'whole', answers });
const list = (objects: unknown[]) => whole([{ of: [], objects }]);

const rotation = (schedule: number, index: number) => ({
  ...{ id: `s${schedule}r${index}`, name: `R${index}`, startDate: '2026-01-05T08:00:00Z' },
  ...{ type: index === 0 ? 'weekly' : 'daily', length: 1 },
  participants: numbers(6).map((place) => user(schedule * 7 + index * 3 + place)),
  ...(index > 0 && {
    timeRestriction: {
      type: 'time-of-day',
      restriction: { startHour: 20 - index, startMin: 0, endHour: 6, endMin: 30 },
    },
  }),
});

const kinds = new Map<string, unknown>([
  [
    'user-details',
    whole(
      numbers(people).map((index) => ({
        of: [`u${index}`],
        objects: [
          {
            id: `u${index}`,
            username: `p${index}@example.com`,
            fullName: `Person ${index}`,
            timeZone: 'UTC',
          },
        ],
      })),
    ),
  ],
  [
    'team-details',
    whole(
      numbers(teams).map((index) => ({
        of: [`t${index}`],
        objects: [
          {
            ...team(index),
            members: numbers(20).map((place) => ({ user: user(index * 20 + place), role: 'user' })),
          },
        ],
      })),
    ),
  ],
  [
    'schedules',
    list(
      numbers(schedules).map((index) => ({
        ...{
          id: `s${index}`,
          name: `Schedule ${index}`,
          timezone: zones[index % 4],
          enabled: true,
        },
        ...{ ownerTeam: team(index), rotations: numbers(3).map((one) => rotation(index, one)) },
      })),
    ),
  ],
  [
    'escalations',
    list(
      numbers(schedules).map((index) => ({
        ...{ id: `e${index}`, name: `Escalation ${index}`, ownerTeam: team(index) },
        rules: [0, 10, 30].map((timeAmount, place) => ({
          ...{ condition: 'if-not-acked', notifyType: 'default' },
          delay: { timeAmount, timeUnit: 'minutes' },
          recipient: place < 2 ? { type: 'schedule', id: `s${index}` } : user(index),
        })),
      })),
    ),
  ],
  [
    'team-routing-rules',
    whole(
      numbers(teams).map((index) => ({
        of: [`t${index}`],
        objects: numbers(rulesOfTeam).map((order) => ({
          ...{ id: `t${index}r${order}`, name: `Rule ${order}`, order, isDefault: false },
          criteria: {
            type: 'match-all-conditions',
            conditions: [
              { field: 'message', operation: 'contains', expectedValue: `host-${order}` },
            ],
          },
          notify: { type: 'escalation', id: `e${index}` },
        })),
      })),
    ),
  ],
]);

const text = JSON.stringify({
  ...{ format: 'tocsin-import/1', product: 'opsgenie', url: 'https://api.opsgenie.com' },
  savedAt: since.toISOString(),
  kinds: Object.fromEntries(opsgenie.kinds.map(({ name }) => [name, kinds.get(name) ?? list([])])),
});

let saved = readSaved(text);
const floor = timed(() => {
  saved = readSaved(text);
});
const product = { name: 'opsgenie', displayName: 'Opsgenie', importer: opsgenieImporter };
const options = { answers: new Map(), since, lock: new Map() };
const run = (compare: boolean) => {
  const result = importFrom(product, saved, {
    ...options,
    ...(compare && { compare: { from: since, days: 90 } }),
  });
  if (result.outcome !== 'written') throw new Error('It asks.');
  return result;
};
const own = timed(() => run(false));
const memory = mostMegabytes();
const both = timed(() => run(true));
const { report } = run(false);
const counted = (name: string) => report.written[`tocsin_${name}`] ?? 0;

console.log(
  `${counted('user')} people, ${counted('schedule')} schedules, ${people * 10} rules; a file of ${Math.round(text.length / 1024)} kB`,
);
console.log(`to read the file      ${seconds(floor)}`);
console.log(
  `to import it          ${seconds(own)}  (goal 20 s), ${Math.round(own / floor)} times as long`,
);
console.log(`to compare it as well ${seconds(both - own)}  (goal 60 s)`);
console.log(
  `memory at most        ${memory} MB  (goal 500 MB), ${mostMegabytes()} MB with the comparison`,
);

function mostMegabytes(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}

/** Of all threads: a busy machine makes it no longer. */
function timed(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`.padStart(8);
}
