/**
 * What schedules cost: `npm run bench -- rota [schedules]`. Each has three layers with hours, six people and two
 * overrides. Beside it, as a floor, one conversion of a local time by Temporal, of which a renderer that asks Temporal
 * each time would need dozens for one answer. Then as many in a store, with two people and a third of a policy each:
 * what the tasks cost that look at all of them, and what a policy adds to an alert.
 */
import { toInstant } from '../../src/calendar/index.ts';
import { peopleAt, type Rota, rotaOf, stretches } from '../../src/rota/index.ts';
import { heapKept } from './process-figures.ts';
import { measureTasks } from './rota-tasks.ts';

const count = Number(process.argv[2] ?? 2000);
const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'];
const from = Date.parse('2026-03-16T00:00:00Z');
const day = 86_400_000;

const nights = (['mon', 'tue', 'wed', 'thu', 'fri'] as const).map((fromDay, index) => ({
  fromDay,
  from: '22:20',
  untilDay: (['tue', 'wed', 'thu', 'fri', 'sat'] as const)[index] ?? 'sat',
  until: '06:05',
}));
const people = ['ada', 'bo', 'cy', 'dee', 'eli', 'kim'];
const groups = people.map((userId) => ({ userIds: [userId] }));

const heapBefore = heapKept();
const rotas = Array.from({ length: count }, (_, index): Rota => {
  const turns = { every: 1, unit: 'weeks', from: '2026-01-05T09:10:00Z' } as const;
  return rotaOf({
    timeZoneId: zones[index % zones.length] ?? 'UTC',
    layers: [
      { id: 'all', groups, turns },
      {
        id: 'nights',
        level: 10,
        hours: nights,
        groups,
        turns: { ...turns, unit: 'windows' },
        firstGroup: index % 6,
      },
      {
        id: 'weekend',
        level: 20,
        hours: [{ fromDay: 'sat', from: '06:05', untilDay: 'mon', until: '00:00' }],
        groups,
        turns,
      },
    ],
    overrides: [3, 17].map((start) => ({
      id: `override-${start}`,
      userId: 'ada',
      kind: 'absent',
      start: from + start * day,
      end: from + (start + 2) * day,
      replacements: ['bo'],
      layerIds: null,
    })),
  });
});
const moments = Array.from({ length: 20 }, (_, index) => from + index * 1.7 * day);
for (const rota of rotas) peopleAt(rota, from);
const heapPerRota = (heapKept() - heapBefore) / count;

const figures = [
  figure('peopleAt, warm', count * moments.length, () => {
    for (const rota of rotas) for (const at of moments) peopleAt(rota, at);
  }),
  figure('peopleAt, just compiled', count, () => {
    for (const rota of rotas) peopleAt(rota, from + 200 * day);
  }),
  figure('stretches of a month', count, () => {
    for (const rota of rotas) stretches(rota, from, from + 31 * day);
  }),
  figure('one local time by Temporal', 20_000, () => {
    const local = Temporal.PlainDateTime.from('2026-03-16T22:20');
    for (let n = 0; n < 20_000; n += 1) toInstant(local.add({ minutes: n }), 'Europe/Berlin');
  }),
];
console.table(figures);
console.log(`${(heapPerRota / 1000).toFixed(1)} kB of heap for each schedule`);
rotas.length = 0;
await measureTasks(count);

function figure(what: string, times: number, run: () => void) {
  run();
  const startedAt = performance.now();
  run();
  const micros = ((performance.now() - startedAt) * 1000) / times;
  return { what, times, 'us each': Number(micros.toFixed(2)) };
}
