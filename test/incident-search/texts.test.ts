import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listIncidents } from '../../src/incident-lists/index.ts';
import { TextSearch } from '../../src/incident-search/find-text.ts';
import { keepTexts } from '../../src/incident-search/keep-texts.ts';
import {
  compressTexts,
  foldCase,
  joinTexts,
  packText,
  positionsWith,
} from '../../src/incident-search/pack-text.ts';
import { sweepTexts } from '../../src/incident-search/sweep-texts.ts';
import { noTexts, withTexts, writeBlock } from '../../src/incident-search/text-blocks.ts';
import {
  blockId,
  textBlocksOf,
  textFiltersOf,
  textPositionsOf,
} from '../../src/incident-search/text-model.ts';
import type { IncidentDocument } from '../../src/incidents/index.ts';
import { listingOf } from '../../src/incidents/listing.ts';
import { incidentsOf } from '../../src/incidents/model.ts';
import { type Ctx, Memory, systemContext } from '../../src/kernel/index.ts';
import { attribute, opened } from '../incidents/sample.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server?.stop());

const newOrganization = (): Ctx => systemContext(server.app.world, randomUUID());

function incident(ctx: Ctx, over: Partial<IncidentDocument> = {}): IncidentDocument {
  const made = { ...opened(), _id: randomUUID(), organizationId: ctx.organizationId, ...over };
  delete made.openKeys;
  return { ...made, ...listingOf(made) };
}

/** Some hundred at a time: a slow server has an answer for these before it is given up. */
async function store(...incidents: IncidentDocument[]): Promise<void> {
  for (let at = 0; at < incidents.length; at += 500)
    await incidentsOf(server.app.world).insertMany(incidents.slice(at, at + 500));
}

const shown = { isArchived: false, snoozed: 'without' } as const;
const newest = { sortBy: 'Created', ascending: false, offset: 0, limit: 20 } as const;

async function search(ctx: Ctx, searchTerm: string, filter: object = {}) {
  const page = await listIncidents(ctx, { ...shown, ...filter, searchTerm }, newest);
  return { titles: page.incidents.map(({ title }) => title), isPartial: page.isPartial };
}

const patience = { patienceMilliseconds: 60_000 };
const pack = (ctx: Ctx) => keepTexts(ctx, ctx.organizationId, patience);

async function incidentsWithText(ctx: Ctx, term: string) {
  const found = await TextSearch.begin(ctx, term);
  while (!found.isOver) await found.goOn(8);
  return found.candidates;
}

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
        expect(positionsWith(compressTexts(joinTexts(packed)), Buffer.from(folded))).toEqual(
          wanted,
        );
      },
    ),
  );
});

describe('a search', () => {
  test('finds what is packed, what is not yet, and what has changed since', async () => {
    const ctx = newOrganization();
    const old = incident(ctx, { title: 'Needle in the past' });
    await store(old, incident(ctx, { title: 'Hay' }));
    expect(await pack(ctx)).toMatchObject({ areAll: true });
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
    const straw = hay.slice(0, 1001).map((each) => {
      return incident(ctx, { ...each, _id: randomUUID(), title: 'Straw', severity: 'Critical' });
    });
    await store(...hay, ...straw);
    await pack(ctx);
    expect(await search(ctx, 'hay')).toMatchObject({ isPartial: false });
    const critical = await search(ctx, 'hay', { severities: ['Critical'] });
    expect(critical).toEqual({ titles: [], isPartial: true });
    const minor = await search(ctx, 'hay', { severities: ['Minor'] });
    expect(minor).toEqual({ titles: [], isPartial: false });
    expect(await search(ctx, 'hay 1234')).toEqual({ titles: ['Hay 1234'], isPartial: false });
  });

  test.each([
    { changes: 1000, isPacked: true, isPartial: false },
    { changes: 1001, isPacked: false, isPartial: false },
    { changes: 2101, isPacked: false, isPartial: true },
  ])(
    'right after $changes changes leaves more than a thousand to the upkeep, and finds all of two thousand',
    async ({ changes, isPacked, isPartial }) => {
      const ctx = newOrganization();
      const now = server.clock.now().getTime();
      // Behind what a search looks at without any texts.
      const quiet = { createdAt: new Date(now - 86_400_000), severity: 'Minor' } as const;
      const rush = Array.from({ length: changes }, (_, n) =>
        incident(ctx, {
          ...(n === 0 ? quiet : {}),
          title: n === 0 ? 'Needle' : `Hay ${n}`,
          lastUpdatedAt: new Date(now - changes + n),
        }),
      );
      await store(...rush);
      const needle = { titles: ['Needle'], isPartial: false };
      expect(await search(ctx, 'needle')).toEqual(isPartial ? { titles: [], isPartial } : needle);
      const packed = await textBlocksOf(ctx).countDocuments({ organizationId: ctx.organizationId });
      expect(packed > 0).toBe(isPacked);
      server.clock.advance(60);
      await pack(ctx);
      expect(await search(ctx, 'needle')).toEqual(needle);
    },
  );
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

/** Blocks as a search, and filters as a reader of the folder sees them. */
async function stored(ctx: Ctx) {
  const ofIt = { organizationId: ctx.organizationId };
  const [blocks, filters] = await Promise.all([
    textBlocksOf(ctx).find(ofIt).sort({ _id: 1 }).toArray(),
    textFiltersOf(ctx).find(ofIt).sort({ _id: 1 }).toArray(),
  ]);
  return { blocks, filters: filters.map(({ _id }) => _id) };
}

test('the text of an incident that is gone goes, too', async () => {
  const ctx = newOrganization();
  const [gone, stays] = [incident(ctx, { title: 'Secret' }), incident(ctx, { title: 'Public' })];
  await store(gone, stays);
  await pack(ctx);
  await incidentsOf(ctx).deleteOne({ _id: gone._id });
  await sweepTexts(ctx, ctx.organizationId);
  const { blocks } = await stored(ctx);
  expect(blocks.map(({ incidentIds }) => incidentIds)).toEqual([stays._id]);
  expect((await incidentsWithText(ctx, 'public')).ids).toEqual([stays._id]);
  expect((await incidentsWithText(ctx, 'secret')).ids).toEqual([]);
});

describe('in many blocks', () => {
  const words = ['Disk', 'disk full', 'ÄRGER', 'straße', 'a.b', '日本語', '9e3779b1', 'x'];
  /** What is not kept of it says something that no other text says. */
  const long = fc.uuid().map((id) => `${'log '.repeat(6000)}${id}`);
  const value = fc.oneof(
    { weight: 30, arbitrary: fc.uuid() },
    { weight: 30, arbitrary: fc.constantFrom(...words) },
    { weight: 1, arbitrary: long },
  );

  /** Longer ago than what is looked at again. */
  async function fill(ctx: Ctx, count: number): Promise<IncidentDocument[]> {
    const now = server.clock.now().getTime();
    const made = fc
      .sample(fc.tuple(value, value, fc.nat(3000)), count)
      .map(([title, note, age], n) => {
        const lastUpdatedAt = new Date(now - (count - n) * 60_000);
        return incident(ctx, {
          title: title.slice(0, 200),
          attributes: [attribute('Note', note)],
          createdAt: new Date(lastUpdatedAt.getTime() - age * 60_000),
          lastUpdatedAt,
        });
      });
    await store(...made);
    return made;
  }

  function having(incidents: readonly IncidentDocument[], term: string): string[] {
    const folded = foldCase(term);
    const texts = ({ title, attributes }: IncidentDocument) => [
      title,
      ...attributes.map(({ value: text }) => text),
    ];
    return incidents
      .filter((each) => texts(each).some((text) => foldCase(text).includes(folded)))
      .map(({ _id }) => _id);
  }

  const parts = (incidents: readonly IncidentDocument[]) =>
    fc
      .tuple(fc.constantFrom(...incidents), fc.nat(), fc.integer({ min: 1, max: 12 }))
      .map(([{ title }, from, length]) => {
        const letters = [...title];
        return letters
          .slice(from % letters.length)
          .slice(0, length)
          .join('');
      });
  const aTerm = (incidents: readonly IncidentDocument[]) => {
    const tails = incidents
      .map(({ attributes }) => attributes[0]?.value ?? '')
      .filter((text) => text.length > 20_000)
      .map((text) => text.slice(-20));
    return fc.oneof(
      parts(incidents),
      fc.constantFrom(...tails),
      fc.constantFrom(...words, 'nowhere', 'ß', '99999'),
    );
  };

  /** All that have a term, and the first of them in two orders. */
  async function findsAll(ctx: Ctx, made: readonly IncidentDocument[], numRuns = 6) {
    await fc.assert(
      fc.asyncProperty(aTerm(made), async (term) => {
        const filter = { ...shown, searchTerm: term };
        const found = async (page: Partial<Parameters<typeof listIncidents>[2]>) => {
          const { incidents, isPartial } = await listIncidents(ctx, filter, { ...newest, ...page });
          expect(isPartial).toBe(false);
          return incidents.map(({ _id }) => _id);
        };
        const ids = new Set(having(made, term));
        const byAge = made
          .filter(({ _id }) => ids.has(_id))
          .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a._id < b._id ? 1 : -1))
          .map(({ _id }) => _id);
        expect(await found({ limit: 2000 })).toEqual(byAge);
        expect(await found({ limit: 3 })).toEqual(byAge.slice(0, 3));
        expect(await found({ limit: 3, offset: 2 })).toEqual(byAge.slice(2, 5));
        expect(new Set(await found({ limit: 2000, sortBy: 'Title' }))).toEqual(ids);
      }),
      { numRuns },
    );
  }

  test.each([
    ['as they are written', async () => {}],
    [
      'of which some are gone',
      async (ctx: Ctx, made: IncidentDocument[]) => {
        const gone = made.splice(470, 60).map(({ _id }) => _id);
        await incidentsOf(ctx).deleteMany({ _id: { $in: gone } });
        await sweepTexts(ctx, ctx.organizationId);
      },
    ],
    [
      'of which one is gone as a whole',
      async (ctx: Ctx, made: IncidentDocument[]) => {
        const gone = made.splice(500, 500).map(({ _id }) => _id);
        await incidentsOf(ctx).deleteMany({ _id: { $in: gone } });
        await sweepTexts(ctx, ctx.organizationId);
        expect((await stored(ctx)).blocks).toHaveLength(2);
      },
    ],
    [
      'of which one has lost its filter',
      async (ctx: Ctx) => {
        const { filters } = await stored(ctx);
        await textFiltersOf(ctx).deleteOne({ _id: filters[0] ?? '' });
      },
    ],
  ])('a search finds what looking at each finds: %s', async (_, change) => {
    const ctx = newOrganization();
    const made = await fill(ctx, 1100);
    await pack(ctx);
    expect((await stored(ctx)).filters.length).toBeGreaterThanOrEqual(2);
    await change(ctx, made);
    const check = () => findsAll(ctx, made);
    await check();
    await sweepTexts(ctx, ctx.organizationId);
    const { blocks, filters } = await stored(ctx);
    // The last one takes more texts.
    expect(filters).toEqual(blocks.slice(0, -1).map(({ _id }) => _id));
    await check();
  });

  test('of few texts each a search finds the same, as far as it has to look', async () => {
    const ctx = newOrganization();
    const made = await fill(ctx, 1600);
    const inEach = 40;
    for (let at = 0; at < made.length; at += inEach) {
      const texts = made.slice(at, at + inEach).map(({ _id, createdAt, ...texts }) => {
        return { incidentId: _id, createdAt, ...packText(texts) };
      });
      const key = {
        _id: blockId(ctx.organizationId, at / inEach),
        organizationId: ctx.organizationId,
      };
      await writeBlock(ctx, key, null, withTexts(noTexts, texts), true);
    }
    await textPositionsOf(ctx).insertOne({
      _id: ctx.organizationId,
      until: server.clock.now(),
      block: made.length / inEach,
    });
    await findsAll(ctx, made, 8);
    const gone = made.splice(0, 900).map(({ _id }) => _id);
    await incidentsOf(ctx).deleteMany({ _id: { $in: gone } });
    await findsAll(ctx, made, 8);
  });

  test('a search finds what other processes have packed, renamed and swept', async () => {
    const one = newOrganization();
    // A process remembers by its store.
    const other: Ctx = { ...one, memory: new Memory() };
    const made = await fill(one, 1000);
    await pack(one);
    const bothFind = async () => {
      for (const ctx of [one, other, one]) await findsAll(ctx, made, 2);
    };
    await bothFind();

    server.clock.advance(60);
    for (const renamed of made.slice(100, 130)) {
      renamed.title = `Renamed ${renamed._id}`;
      renamed.lastUpdatedAt = server.clock.now();
      const { _id, ...changed } = renamed;
      await incidentsOf(one).replaceOne({ _id }, changed);
    }
    await pack(other);
    await bothFind();

    // All that was packed is gone, the last block included, and its place is taken by others.
    const gone = made.splice(0).map(({ _id }) => _id);
    await incidentsOf(one).deleteMany({ _id: { $in: gone } });
    for (let run = 0; run < 2; run++) await sweepTexts(other, one.organizationId);
    server.clock.advance(60);
    for (const later of await fill(one, 600)) made.push(later);
    await incidentsOf(one).updateMany(
      { organizationId: one.organizationId },
      { $set: { lastUpdatedAt: server.clock.now() } },
    );
    await pack(other);
    server.clock.advance(60);
    await bothFind();
  });
});
