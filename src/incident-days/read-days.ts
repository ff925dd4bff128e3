import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { Filter } from 'mongodb';
import type { World } from '../kernel/index.ts';
import { type Block, blocksOf, factsOf, type StoredFact } from './model.ts';
import { blockPrefix, dayOf, dayOfBlock } from './pack.ts';
import {
  emptyDictionary,
  KeptIncident,
  RowMaker,
  rowsOf,
  type Words,
  wordsOf,
} from './packed-row.ts';

/** Which days have incidents that matter; they may have others, too. */
export type DayFilter =
  /** Created, or come to a team, in the period. */
  | { start: Date; end: Date }
  /** Changed since then, or open. */
  | { changedSince: Date };

/** An incident with its title, and its integration's name as it was. */
export interface Titled {
  title: string;
  integrationName: string | null;
}

type Step = <Result>(step: () => Promise<Result>) => Promise<Result>;

export interface ReadOptions {
  filter: DayFilter;
  /** Runs each of many steps when it is its turn. */
  inTurn?: Step;
}

/** Hands out all kept incidents of an organization day by day, oldest day first; in no order within it. */
export async function* keptDays(
  world: World,
  organizationId: string,
  options: ReadOptions,
): AsyncGenerator<KeptIncident[]> {
  for await (const day of readDays(world, organizationId, options, false))
    yield day.map(({ incident }) => incident);
}

/** The same with what they are called. */
export async function* titledDays(
  world: World,
  organizationId: string,
  options: ReadOptions,
): AsyncGenerator<(Titled & { incident: KeptIncident })[]> {
  yield* readDays(world, organizationId, options, true);
}

type Found = Titled & { incident: KeptIncident };

const blocksAtOnce = 16;

async function* readDays(
  world: World,
  organizationId: string,
  { filter, inTurn = (step) => step() }: ReadOptions,
  withWords: boolean,
): AsyncGenerator<Found[]> {
  // First these: see `pack.ts`.
  const unpacked = await unpackedOf(world, organizationId, filter);
  const ids = await inTurn(() => blockIds(world, organizationId, filter));
  const days = [...new Set([...unpacked.byDay.keys(), ...ids.map(dayOfBlock)])];
  const blocksOfDay = Map.groupBy(ids, dayOfBlock);
  let ahead = new Map<string, Block>();
  const projection = { rows: 1, ...(withWords ? { words: 1 } : {}) };
  for (const day of days.sort((a, b) => a - b)) {
    const found: Found[] = [];
    for (const id of blocksOfDay.get(day) ?? []) {
      if (!ahead.has(id)) {
        const from = ids.indexOf(id);
        const wanted = ids.slice(from, from + blocksAtOnce);
        const blocks = await inTurn(() =>
          blocksOf(world)
            .find({ _id: { $in: wanted } }, { projection })
            .batchSize(blocksAtOnce)
            .toArray(),
        );
        ahead = new Map(blocks.map((block) => [block._id, block]));
      }
      const block = ahead.get(id);
      // Removed meanwhile, as too old.
      if (block) add(found, block, unpacked.ids);
      await turnOfOthers();
    }
    found.push(...(unpacked.byDay.get(day) ?? []));
    if (found.length > 0) yield found;
  }

  function add(found: Found[], block: Block, others: ReadonlySet<string>): void {
    const known = rowsOf(block);
    const words: Words | null = withWords ? wordsOf(block) : null;
    for (const [place, row] of known.rows.entries())
      if (!others.has(row[0]))
        found.push({
          incident: new KeptIncident(row, known),
          title: words?.titles[place] ?? '',
          integrationName: words?.names[place] ?? null,
        });
  }
}

async function unpackedOf(world: World, organizationId: string, filter: DayFilter) {
  const byDay = new Map<number, Found[]>();
  const ids = new Set<string>();
  const maker = new Map<number, RowMaker>();
  const query: Filter<StoredFact> = { organizationId, unpacked: { $gt: '' } };
  if ('end' in filter) query.createdAt = { $lt: filter.end };
  const facts = factsOf(world)
    .find(query)
    .project<StoredFact>({ acts: 0, escalatedAt: 0 })
    .batchSize(1000);
  for await (const fact of facts) {
    const day = dayOf(fact.createdAt);
    const rows = maker.get(day) ?? new RowMaker(emptyDictionary(day));
    maker.set(day, rows);
    const found = byDay.get(day) ?? [];
    byDay.set(day, found);
    const incident = new KeptIncident(rows.of(fact), rows.words);
    found.push({ incident, title: fact.title, integrationName: fact.integrationName });
    ids.add(fact._id);
  }
  return { byDay, ids };
}

async function blockIds(world: World, organizationId: string, filter: DayFilter) {
  const query: Filter<Block> =
    'end' in filter
      ? {
          organizationId,
          lastStart: { $gte: filter.start },
          _id: { $lt: `${blockPrefix(organizationId, dayOf(filter.end))}!` },
        }
      : { organizationId, lastChange: { $gte: filter.changedSince } };
  const found = await blocksOf(world).find(query).project<{ _id: string }>({ _id: 1 }).toArray();
  return found.map(({ _id }) => _id).sort();
}
