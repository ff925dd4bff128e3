import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemContext } from '../../src/identity/index.ts';
import { incidentsWithText } from '../../src/incidents/find-text.ts';
import { type IncidentDocument, listIncidents } from '../../src/incidents/index.ts';
import { keepTexts, sweepTexts } from '../../src/incidents/keep-texts.ts';
import { listAll } from '../../src/incidents/list-upkeep.ts';
import { withListing } from '../../src/incidents/listing.ts';
import { incidentsOf } from '../../src/incidents/model.ts';
import { compressTexts, foldCase, packText, positionsWith } from '../../src/incidents/pack-text.ts';
import { textBlocksOf } from '../../src/incidents/text-model.ts';
import type { Ctx } from '../../src/kernel/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { attribute, opened } from './sample.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server?.stop());

const newOrganization = (): Ctx => systemContext(server.app.world, randomUUID());

function incident(ctx: Ctx, over: Partial<IncidentDocument> = {}): IncidentDocument {
  const made = { ...opened(), _id: randomUUID(), organizationId: ctx.organizationId, ...over };
  delete made.openKeys;
  return withListing(made);
}

async function store(...incidents: IncidentDocument[]): Promise<void> {
  await incidentsOf(server.app.world).insertMany(incidents);
}

const shown = { isArchived: false, snoozed: 'without' } as const;
const newest = { sortBy: 'Created', ascending: false, offset: 0, limit: 20 } as const;

async function search(ctx: Ctx, searchTerm: string, filter: object = {}) {
  const page = await listIncidents(ctx, { ...shown, ...filter, searchTerm }, newest);
  return { titles: page.incidents.map(({ title }) => title), isPartial: page.isPartial };
}

const patience = { patienceMilliseconds: 60_000 };
const pack = (ctx: Ctx) => keepTexts(ctx, ctx.organizationId, patience);

test('a term is found in exactly the packed texts that contain it', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'B', 'ä', 'ß', '\0', '\n', '.') });
  fc.assert(
    fc.property(
      fc.array(text),
      fc.string({ unit: fc.constantFrom('A', 'b', 'Ä', '.'), minLength: 1 }),
      (titles, term) => {
        const packed = titles.map((title) => packText({ title, attributes: [] }).text);
        const folded = foldCase(term);
        const wanted = packed.flatMap((each, at) => (each.includes(folded) ? [at] : []));
        expect(positionsWith(compressTexts(packed), Buffer.from(folded))).toEqual(wanted);
      },
    ),
  );
});

describe('a search', () => {
  test('finds what is packed, what is not yet, and what has changed since', async () => {
    const ctx = newOrganization();
    const old = incident(ctx, { title: 'Needle in the past' });
    await store(old, incident(ctx, { title: 'Hay' }));
    expect(await pack(ctx)).toBe(true);
    await store(incident(ctx, { attributes: [attribute('Note', 'a NEEDLE of today')] }));
    expect((await search(ctx, 'needle')).titles).toHaveLength(2);
    const later = new Date(old.lastUpdatedAt.getTime() + 60_000);
    await incidentsOf(ctx).updateOne(
      { _id: old._id },
      { $set: { title: 'Renamed', sortTitle: 'Renamed', lastUpdatedAt: later } },
    );
    expect((await search(ctx, 'needle')).titles).toEqual(['Disk is full']);
    expect((await search(ctx, 'renamed')).titles).toEqual(['Renamed']);
    await pack(ctx);
    expect((await search(ctx, 'renamed')).titles).toEqual(['Renamed']);
  });

  test('finds a term behind what is kept of a long text', async () => {
    const ctx = newOrganization();
    const long = `${'hay '.repeat(10_000)}needle`;
    await store(incident(ctx, { attributes: [attribute('Log', long)] }));
    await pack(ctx);
    expect((await incidentsWithText(ctx, 'needle')).ids).toHaveLength(1);
    expect((await search(ctx, 'needle')).titles).toEqual(['Disk is full']);
  });

  test('sees only the organization that asks', async () => {
    const [ctx, other] = [newOrganization(), newOrganization()];
    await store(incident(other, { title: 'Needle' }));
    await pack(other);
    expect(await incidentsWithText(ctx, 'needle')).toEqual({ ids: [], isPartial: false });
  });

  test('says that its page is partial when the term fits too many', async () => {
    const ctx = newOrganization();
    const now = server.clock.now().getTime();
    // A minute between them: whatever changed lately would be looked at again.
    const hay = Array.from({ length: 2100 }, (_, n) =>
      incident(ctx, { title: `Hay ${n}`, lastUpdatedAt: new Date(now - (n + 1) * 60_000) }),
    );
    await store(...hay);
    await pack(ctx);
    expect(await search(ctx, 'hay')).toMatchObject({ isPartial: false });
    const none = await search(ctx, 'hay', { severities: ['Critical'] });
    expect(none).toEqual({ titles: [], isPartial: true });
    expect(await search(ctx, 'hay 1234')).toEqual({ titles: ['Hay 1234'], isPartial: false });
  });
});

test('an incident that only repeats is packed once', async () => {
  const ctx = newOrganization();
  const repeating = incident(ctx);
  await store(repeating);
  await pack(ctx);
  await incidentsOf(ctx).updateOne({ _id: repeating._id }, { $inc: { version: 1 } });
  await pack(ctx);
  const [block] = await textBlocksOf(ctx).find({ organizationId: ctx.organizationId }).toArray();
  expect(block?.incidentIds).toBe(repeating._id);
});

test('the text of an incident that is gone goes, too', async () => {
  const ctx = newOrganization();
  const [gone, stays] = [incident(ctx, { title: 'Secret' }), incident(ctx, { title: 'Public' })];
  await store(gone, stays);
  await pack(ctx);
  await incidentsOf(ctx).deleteOne({ _id: gone._id });
  await sweepTexts(ctx, ctx.organizationId);
  const [block] = await textBlocksOf(ctx).find({ organizationId: ctx.organizationId }).toArray();
  expect(block?.incidentIds).toBe(stays._id);
  expect((await incidentsWithText(ctx, 'public')).ids).toEqual([stays._id]);
  expect((await incidentsWithText(ctx, 'secret')).ids).toEqual([]);
});

test('what an earlier version has written is missing in lists until it has its place, and they say so', async () => {
  const ctx = newOrganization();
  const { urgency: _urgency, listClass: _class, sortTitle: _title, ...old } = incident(ctx);
  await store(old);
  const list = () => listIncidents(ctx, shown, newest);
  expect(await list()).toMatchObject({ incidents: [], isPartial: true });
  await listAll(ctx, ctx.organizationId, new AbortController().signal);
  expect(await list()).toMatchObject({ incidents: [{ _id: old._id }], isPartial: false });
});

test('what a process of an earlier version has changed gets its place', async () => {
  const ctx = newOrganization();
  const changed = incident(ctx);
  await store(changed);
  await incidentsOf(ctx).updateOne(
    { _id: changed._id },
    { $set: { status: 'Resolved', unattended: false } },
  );
  await pack(ctx);
  const filter = { ...shown, statuses: ['Resolved' as const] };
  const { incidents } = await listIncidents(ctx, filter, newest);
  expect(incidents.map(({ _id }) => _id)).toEqual([changed._id]);
});
