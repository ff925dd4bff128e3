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

/**
 * Hands out all kept incidents of an organization, some thousand at a time, oldest day first; in no order within a day.
 */
export async function* keptDays(
  world: World,
  organizationId: string,
  options: ReadOptions,
): AsyncGenerator<KeptIncident[]> {
  for await (const { found } of readDays(world, organizationId, options, false))
    yield found.map(({ incident }) => incident);
}

/** The same with what they are called, a day at a time. */
export async function* titledDays(
  world: World,
  organizationId: string,
  options: ReadOptions,
): AsyncGenerator<Found[]> {
  let known: Portion = { day: Number.NEGATIVE_INFINITY, found: [] };
  for await (const portion of readDays(world, organizationId, options, true)) {
    if (portion.day === known.day) {
      for (const one of portion.found) known.found.push(one);
      continue;
    }
    if (known.found.length > 0) yield known.found;
    known = portion;
  }
  if (known.found.length > 0) yield known.found;
}

type Found = Titled & { incident: KeptIncident };

/** Incidents that were created on one day, or some of them. */
interface Portion {
  day: number;
  found: Found[];
}

/** A step reads as many blocks as have so many rows, within limits. */
const stepRows = 16_000;
const stepBlocks = 64;

async function* readDays(
  world: World,
  organizationId: string,
  { filter, inTurn = (step) => step() }: ReadOptions,
  withWords: boolean,
): AsyncGenerator<Portion> {
  // First these: see `pack.ts`.
  const unpacked = await unpackedOf(world, organizationId, filter);
  const heads = await inTurn(() => blockHeads(world, organizationId, filter));
  const projection = { rows: 1, ...(withWords ? { words: 1 } : {}) };
  for (const step of stepsOf(heads)) {
    const blocks = await inTurn(() =>
      blocksOf(world)
        .find({ _id: { $in: step } }, { projection })
        .batchSize(stepBlocks)
        .toArray(),
    );
    const byId = new Map(blocks.map((block) => [block._id, block]));
    for (const id of step) {
      const block = byId.get(id);
      const day = dayOfBlock(id);
      yield* unpacked.before(day);
      // Without it, it was removed meanwhile as too old.
      if (block) yield { day, found: foundIn(block, unpacked.ids) };
      await turnOfOthers();
    }
  }
  yield* unpacked.before(Number.POSITIVE_INFINITY);
}

function foundIn(block: Pick<Block, 'rows'> & { words?: Buffer }, others: ReadonlySet<string>) {
  const known = rowsOf(block);
  const words: Words | null = block.words ? wordsOf({ words: block.words }) : null;
  const found: Found[] = [];
  for (const [place, row] of known.rows.entries())
    if (!others.has(row[0]))
      found.push({
        incident: new KeptIncident(row, known),
        title: words?.titles[place] ?? '',
        integrationName: words?.names[place] ?? null,
      });
  return found;
}

/** Facts that no block has yet. They are few, or they would be packed. */
async function unpackedOf(world: World, organizationId: string, filter: DayFilter) {
  const portions = new Map<number, Portion & { maker: RowMaker }>();
  const ids = new Set<string>();
  // By the index of those alone.
  const facts = factsOf(world)
    .find({ organizationId, block: { $gt: '' }, unpacked: { $gt: '' } })
    .project<StoredFact>({ acts: 0, escalatedAt: 0 })
    .batchSize(1000);
  for await (const fact of facts) {
    ids.add(fact._id);
    if ('end' in filter && fact.createdAt >= filter.end) continue;
    const day = dayOf(fact.createdAt);
    const portion = portions.get(day) ?? {
      day,
      found: [],
      maker: new RowMaker(emptyDictionary(day)),
    };
    portions.set(day, portion);
    const { found, maker } = portion;
    const incident = new KeptIncident(maker.of(fact), maker.words);
    found.push({ incident, title: fact.title, integrationName: fact.integrationName });
  }
  const left = [...portions.values()].sort((a, b) => a.day - b.day);
  /** The portions of days before this one that were not handed out. */
  function* before(day: number): Generator<Portion> {
    for (let [next] = left; next && next.day < day; [next] = left) {
      left.shift();
      yield next;
    }
  }
  return { ids, before };
}

type Head = Pick<Block, '_id' | 'count'>;

/** The blocks that matter, oldest day first. */
async function blockHeads(
  world: World,
  organizationId: string,
  filter: DayFilter,
): Promise<Head[]> {
  const query: Filter<Block> =
    'end' in filter
      ? {
          organizationId,
          lastStart: { $gte: filter.start },
          _id: { $lt: `${blockPrefix(organizationId, dayOf(filter.end))}!` },
        }
      : { organizationId, lastChange: { $gte: filter.changedSince } };
  const found = await blocksOf(world).find(query).project<Head>({ count: 1 }).toArray();
  return found.sort((a, b) => (a._id < b._id ? -1 : 1));
}

function stepsOf(heads: readonly Head[]): string[][] {
  const steps: string[][] = [];
  let step: string[] = [];
  let rows = 0;
  for (const { _id, count } of heads) {
    if (step.length === 0) steps.push(step);
    step.push(_id);
    rows += count;
    if (rows >= stepRows || step.length >= stepBlocks) [step, rows] = [[], 0];
  }
  return steps;
}
