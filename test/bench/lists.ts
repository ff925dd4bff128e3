/**
 * `npm run bench -- lists [incidents [open [calls]]]`: what lists of incidents and of payloads cost when there are so
 * many incidents of which so many are open. Wall time and the processor time of the whole process, store included, per
 * call: median of the calls. Then what senders notice of the most expensive of them; the floor is the same load with
 * nothing beside it. TOCSIN_DATA_DIR keeps the folder for another run.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { organizationPlans } from '../../src/identity/index.ts';
import {
  type IncidentFilter,
  listIncidentChanges,
  listIncidents,
  type SortKey,
} from '../../src/incident-lists/index.ts';
import { keepTexts } from '../../src/incident-search/keep-texts.ts';
import { textPositionsOf } from '../../src/incident-search/text-model.ts';
import { incidentsOf } from '../../src/incidents/model.ts';
import { listPayloads, listWholePayloads, searchPayloads } from '../../src/ingest/index.ts';
import { type Ctx, createLog, systemContext, type World } from '../../src/kernel/index.ts';
import { openWorld } from '../../src/world.ts';
import { measureBeside, prepareFolder } from './lists-server.ts';
import { seedIncidents } from './scale-seed.ts';

const [incidents = 300_000, open = 100, calls = 5] = process.argv.slice(2).map(Number);
const kept = process.env.TOCSIN_DATA_DIR;
const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'tocsin-lists-')));
const folder = await prepareFolder(dataDir, Math.ceil(incidents / 15));
const world = await openWorld(
  { secretKey: undefined, mongodbUri: process.env.MONGODB_URI, dataDir },
  { log: createLog('warn', process.stderr) },
);
const organizationId = await organizationOf(world);
const { teams, integrations, quietTeam: emptyTeam, quietIntegration } = folder.tenants;
// The first has half of all incidents, each other half of those of the one before, the last none.
const teamIds = [...teams.slice(0, 7), emptyTeam];
const integrationIds = [...integrations.slice(0, 7), quietIntegration];
const [frequentTeam = ''] = teamIds;
const quietTeam = teamIds.at(-2) ?? '';
const until = new Date();

if ((await incidentsOf(world).estimatedDocumentCount()) < incidents) {
  const began = performance.now();
  const cpu = process.cpuUsage();
  await seedIncidents(world, { organizationId, teamIds, integrationIds, incidents, open, until });
  report('seed', began, cpu);
  // The server has been there already, and takes what is older for packed.
  await textPositionsOf(world).deleteOne({ _id: organizationId });
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
const as = (team: string): Ctx => ({ ...everybody, teams: { see: [team], edit: [team] } });
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
for (const [name, ctx, integrationId] of [
  ['payloads of a frequent integration', everybody, integrations[0] ?? ''],
  ['payloads of an integration without any', everybody, quietIntegration],
] as const) {
  const page = { idLessThan: null, limit: 100 };
  await measure(name, async () => (await listPayloads(ctx, integrationId, page)).payloads.length);
  await measure(`${name}, whole`, async () => {
    return (await listWholePayloads(ctx, integrationId, page)).payloads.length;
  });
}
const anyPayload = { searchTerm: undefined, integrationIds: undefined, outcomes: undefined };
for (const [name, ctx, query] of [
  ['payload search frequent', everybody, { searchTerm: 'disk' }],
  ['payload search of one', everybody, { searchTerm: 'problem-3002"' }],
  ['payload search none', everybody, { searchTerm: 'nowhere to be found' }],
  ['payload search Failed', everybody, { outcomes: ['Failed'] }],
  ['payload search none, member of a team', as(quietTeam), { searchTerm: 'nowhere' }],
  ['payload search none, member of an empty team', as(emptyTeam), { searchTerm: 'nowhere' }],
  ['payload search, quiet integration', everybody, { integrationIds: [quietIntegration] }],
] as const) {
  await measure(name, async () => {
    const { payloads, nextIdLessThan } = await searchPayloads(ctx, {
      ...anyPayload,
      from: new Date(0),
      until: undefined,
      idLessThan: undefined,
      limit: 20,
      ...query,
    });
    return `${payloads.length}${nextIdLessThan ? ' (and on)' : ''}`;
  });
}
console.table(rows);
await world.store.close();
console.log('\nWebhook requests while calls are made again and again');
console.table(await measureBeside(dataDir, folder, incidents < 10_000 ? 1 : 5));
if (kept === undefined) await rm(dataDir, { recursive: true, force: true });

async function organizationOf(of: World): Promise<string> {
  for await (const { id } of organizationPlans(of)) return id;
  throw new Error('The folder has no organization.');
}

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
