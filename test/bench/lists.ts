/**
 * `npm run bench -- lists [incidents [open [calls]]]`: what lists of incidents cost when there are so many of which so many are open. Wall time and the
 * processor time of the whole process, store included, per call: median of the calls. TOCSIN_DATA_DIR keeps the folder for another run.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemContext } from '../../src/identity/index.ts';
import {
  type IncidentFilter,
  listIncidentChanges,
  listIncidents,
  type SortKey,
} from '../../src/incidents/index.ts';
import { keepTexts } from '../../src/incidents/keep-texts.ts';
import { incidentsOf } from '../../src/incidents/model.ts';
import { type Ctx, createLog } from '../../src/kernel/index.ts';
import { openWorld } from '../../src/world.ts';
import { seedIncidents } from './scale-seed.ts';

const [incidents = 300_000, open = 100, calls = 5] = process.argv.slice(2).map(Number);
const kept = process.env.TOCSIN_DATA_DIR;
const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'tocsin-lists-')));
const world = await openWorld(
  { secretKey: undefined, mongodbUri: process.env.MONGODB_URI, dataDir },
  { log: createLog('warn', process.stderr) },
);
const organizationId = 'bench-organization';
const names = (what: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${what}-${n}-of-the-bench-with-a-long-id`);
const teamIds = names('team', 8);
const integrationIds = names('integration', 8);
const until = new Date();
const [frequentTeam = '', ...otherTeams] = teamIds;
const [quietTeam = '', emptyTeam = ''] = otherTeams.slice(-2);

if ((await incidentsOf(world).estimatedDocumentCount()) === 0) {
  const began = performance.now();
  const cpu = process.cpuUsage();
  await seedIncidents(world, { organizationId, teamIds, integrationIds, incidents, open, until });
  report('seed', began, cpu);
  const packing = performance.now();
  const packingCpu = process.cpuUsage();
  await keepTexts(world, organizationId, { patienceMilliseconds: 3_600_000 });
  report('pack texts', packing, packingCpu);
}

function report(what: string, began: number, cpu: NodeJS.CpuUsage): void {
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - began) / 1000;
  const perIncident = ((user + system) / incidents).toFixed(1);
  console.log(`${what}: ${seconds.toFixed(1)} s, ${perIncident} us of CPU per incident`);
}

const everybody = systemContext(world, organizationId);
const as = (team: string): Ctx => ({ ...everybody, teams: { see: [team], edit: [] } });
const shown: IncidentFilter = { isArchived: false, snoozed: 'without' };

type Case = [
  name: string,
  filter?: Partial<IncidentFilter>,
  page?: { sortBy?: SortKey; ascending?: boolean; offset?: number; ctx?: Ctx; limit?: number },
];
const sorts = ['Urgency', 'LatestInteraction', 'LastUpdatedAt', 'Title'] as const;
const cases: Case[] = [
  ['default'],
  ['Limit=100', {}, { limit: 100 }],
  ['Statuses=Open', { statuses: ['Open'] }],
  ['Statuses=Resolved', { statuses: ['Resolved'] }],
  ['Severities=Minor', { severities: ['Minor'] }],
  ['TeamIds frequent', { teamIds: [frequentTeam] }],
  [
    'TeamIds frequent, Open, Critical',
    { teamIds: [frequentTeam], statuses: ['Open'], severities: ['Critical'] },
  ],
  ['TeamIds quiet', { teamIds: [quietTeam] }],
  ['TeamIds without incidents', { teamIds: [emptyTeam] }],
  ['IntegrationIds without', { integrationIds: [integrationIds.at(-1) ?? ''] }],
  [
    'quiet team and frequent integration',
    { teamIds: [quietTeam], integrationIds: integrationIds.slice(0, 1) },
  ],
  ['UserIds none', { userIds: ['nobody'] }],
  ['ServiceIds none', { serviceIds: ['none'] }],
  ['Labels', { ofEither: { integrationIds: integrationIds.slice(-2), teamIds: [quietTeam] } }],
  ['Unattended=true', { unattended: true }],
  ['Unattended=false', { unattended: false }],
  ['IsArchived=true', { isArchived: true }],
  ['OnlySnoozed', { snoozed: 'only' }],
  ['CreatedFrom last minute', { createdFrom: new Date(until.getTime() - 60_000) }],
  [
    'CreatedUntil oldest, Open',
    { createdUntil: new Date(until.getTime() - incidents * 990), statuses: ['Open'] },
  ],
  ['LastUpdatedFrom last minute', { lastUpdatedFrom: new Date(until.getTime() - 60_000) }],
  ...sorts.map((sortBy): Case => [`SortBy=${sortBy}`, {}, { sortBy }]),
  ...sorts.map((sortBy): Case => [`SortBy=${sortBy} Asc`, {}, { sortBy, ascending: true }]),
  ...sorts.map((sortBy): Case => [`SortBy=${sortBy}, Open`, { statuses: ['Open'] }, { sortBy }]),
  ...sorts.map(
    (sortBy): Case => [`SortBy=${sortBy}, Minor`, { severities: ['Minor'] }, { sortBy }],
  ),
  ['Offset=1000', {}, { offset: 1000 }],
  ['Offset=2000', {}, { offset: 2000 }],
  ['Title Offset=2000', {}, { offset: 2000, sortBy: 'Title' }],
  ['member of a quiet team', {}, { ctx: as(quietTeam) }],
  ['member of an empty team', {}, { ctx: as(emptyTeam) }],
  ['member of a quiet team, Open', { statuses: ['Open'] }, { ctx: as(quietTeam) }],
  ...sorts.map(
    (sortBy): Case => [`member of a quiet team, ${sortBy}`, {}, { sortBy, ctx: as(quietTeam) }],
  ),
  ['SearchTerm frequent (disk)', { searchTerm: 'disk' }],
  ['SearchTerm one hit', { searchTerm: '9e3779b1' }],
  ['SearchTerm none', { searchTerm: 'nowhere to be found' }],
  ['SearchTerm rare, Open', { searchTerm: 'checkout-12', statuses: ['Open'] }],
];

const rows: Record<string, unknown>[] = [];
for (const [name, filter, { ctx = everybody, limit = 20, ...page } = {}] of cases) {
  await measure(name, async () => {
    const { incidents: found, isPartial } = await listIncidents(
      ctx,
      { ...shown, ...filter },
      { sortBy: 'Created', ascending: false, offset: 0, limit, ...page },
    );
    return `${found.length}${isPartial ? ' (partial)' : ''}`;
  });
}
const changes: IncidentFilter = { snoozed: 'with' };
for (const [name, ctx, since] of [
  ['changes', everybody, null],
  ['changes of the last minute', everybody, new Date(until.getTime() - 60_000)],
  ['changes, member of a quiet team', as(quietTeam), null],
  ['changes, member of an empty team', as(emptyTeam), null],
] as const) {
  await measure(name, async () => {
    const after = since && { at: since, id: '' };
    return (await listIncidentChanges(ctx, changes, after, 20)).incidents.length;
  });
}
console.table(rows);
await world.store.close();
if (kept === undefined) await rm(dataDir, { recursive: true, force: true });

async function measure(list: string, call: () => Promise<unknown>): Promise<void> {
  const wall: number[] = [];
  const cpu: number[] = [];
  let found: unknown;
  // The first call compiles.
  const failure = await call().then(
    () => null,
    (error: unknown) => error,
  );
  if (failure !== null) {
    rows.push({ list, found: String(failure) });
    return;
  }
  for (let n = 0; n < calls; n++) {
    const began = performance.now();
    const before = process.cpuUsage();
    found = await call();
    const { user, system } = process.cpuUsage(before);
    wall.push(performance.now() - began);
    cpu.push((user + system) / 1000);
  }
  rows.push({ list, found, 'wall ms': median(wall), 'CPU ms': median(cpu) });
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Number((sorted[sorted.length >> 1] ?? 0).toFixed(1));
}
