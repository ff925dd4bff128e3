import { orderedId, type World } from '../kernel/index.ts';
import { makeWay } from '../pace/index.ts';
import { isDuplicateKey } from '../store/index.ts';
import { fromHeld } from './holdings.ts';
import { type Block, blocksOf, factsOf, type StoredFact } from './model.ts';
import {
  emptyDictionary,
  isOpenRow,
  RowMaker,
  type Rows,
  rowsOf,
  type Words,
  wordsOf,
} from './packed-row.ts';

/*
 * Facts come into the block of their day a little later than they are written. Until then they are marked, and who
 * reads takes them as they are: first the marked ones, then the blocks, because a mark is taken off only after the
 * block has the row. Two processes that pack at once: a block is written on the condition that it is the one that was
 * read, before the facts that came into it.
 */

const dayMilliseconds = 86_400_000;
/** So that packing one holds nobody up, and far below the 16 MB of a document. */
const rowsMax = 4000;
const factsAtOnce = 1000;
/** While one of its incidents is open. */
const farAway = new Date('9999-12-31T00:00:00Z');

export function dayOf(moment: Date): number {
  const at = moment.getTime();
  return at - (((at % dayMilliseconds) + dayMilliseconds) % dayMilliseconds);
}

/** Begins the ids of all blocks of the day. */
export function blockPrefix(organizationId: string, day: number): string {
  return `${organizationId} ${new Date(day).toISOString().slice(0, 10)}`;
}

export function dayOfBlock(id: string): number {
  const [, date = ''] = id.split(' ');
  return Date.parse(`${date}T00:00:00Z`);
}

/**
 * Knows into which blocks new facts come. Made for a few pages of them: it counts what it has handed out, beside what
 * is stored.
 */
export class BlockChooser {
  readonly #world: World;
  readonly #organizationId: string;
  readonly #latest = new Map<number, { number: number; count: number }>();

  constructor(world: World, organizationId: string) {
    this.#world = world;
    this.#organizationId = organizationId;
  }

  async of(moments: readonly Date[]): Promise<string[]> {
    const days = new Set(moments.map(dayOf).filter((day) => !this.#latest.has(day)));
    await Promise.all([...days].map((day) => this.#look(day)));
    return moments.map((moment) => {
      const day = dayOf(moment);
      const latest = this.#latest.get(day) ?? { number: 0, count: 0 };
      if (latest.count >= rowsMax) Object.assign(latest, { number: latest.number + 1, count: 0 });
      latest.count += 1;
      return `${blockPrefix(this.#organizationId, day)} ${latest.number.toString(16).padStart(6, '0')}`;
    });
  }

  async #look(day: number): Promise<void> {
    const prefix = blockPrefix(this.#organizationId, day);
    const latest = await blocksOf(this.#world).findOne(
      { _id: { $gte: `${prefix} `, $lt: `${prefix}!` } },
      { sort: { _id: -1 }, projection: { count: 1 } },
    );
    const number = Number.parseInt(latest?._id.split(' ')[2] ?? '0', 16);
    this.#latest.set(day, { number, count: latest?.count ?? 0 });
  }
}

/** A mark for a fact that is written. */
export const unpackedMark = (): string => orderedId();

/** Packs the facts of an organization that no block has yet. */
export async function packFacts(
  world: World,
  organizationId: string,
  { makesWay = false, stopping }: { makesWay?: boolean; stopping?: AbortSignal | undefined } = {},
): Promise<void> {
  for (let last = ''; !stopping?.aborted; ) {
    const begun = performance.now();
    const next = await factsOf(world).findOne(
      { organizationId, block: { $gt: last }, unpacked: { $gt: '' } },
      { sort: { organizationId: 1, block: 1 }, projection: { block: 1 } },
    );
    if (!next) return;
    last = next.block;
    await packBlock(world, organizationId, last);
    if (makesWay) await makeWay(world, 'upkeep', performance.now() - begun);
  }
}

async function packBlock(world: World, organizationId: string, _id: string): Promise<void> {
  // Before the facts: what is written meanwhile is another version.
  const block = await blocksOf(world).findOne({ _id });
  const facts = await factsOf(world)
    .find({ organizationId, block: _id, unpacked: { $gt: '' } })
    .project<StoredFact>({ acts: 0, escalatedAt: 0 })
    .batchSize(factsAtOnce)
    .toArray();
  if (facts.length === 0) return;
  const next = { ...merged(block, _id, facts), organizationId };
  if (block) {
    const { version } = block;
    const { matchedCount } = await blocksOf(world).updateOne(
      { _id, version },
      { $set: { ...next, version: version + 1 } },
    );
    // Packed by another process meanwhile, or removed.
    if (matchedCount === 0) return;
  } else {
    try {
      await blocksOf(world).insertOne({ _id, version: 1, ...next });
    } catch (error) {
      if (isDuplicateKey(error)) return;
      throw error;
    }
  }
  // Each has a mark of its own: what was written meanwhile keeps the new one.
  for (let from = 0; from < facts.length; from += factsAtOnce) {
    const some = facts.slice(from, from + factsAtOnce);
    await factsOf(world).updateMany(
      {
        _id: { $in: some.map((fact) => fact._id) },
        unpacked: { $in: some.flatMap(({ unpacked }) => unpacked ?? []) },
      },
      { $unset: { unpacked: 1 } },
    );
  }
}

type Content = Pick<Block, 'count' | 'lastStart' | 'lastChange' | 'rows' | 'words'>;

/** The block with these facts in place of what it had of them. Pure. */
function merged(block: Block | null, id: string, facts: readonly StoredFact[]): Content {
  const known: Rows = block ? rowsOf(block) : { ...emptyDictionary(dayOfBlock(id)), rows: [] };
  const words: Words = block ? wordsOf(block) : { titles: [], names: [] };
  const places = new Map(known.rows.map(([one], place) => [one, place]));
  const maker = new RowMaker(known);
  let lastStart = block?.lastStart.getTime() ?? 0;
  for (const fact of facts) {
    const place = places.get(fact._id) ?? known.rows.length;
    known.rows[place] = maker.of(fact);
    words.titles[place] = fact.title;
    words.names[place] = fact.integrationName;
    const starts = fact.held.map((held) => fromHeld(held).since.getTime());
    lastStart = Math.max(lastStart, fact.createdAt.getTime(), ...starts);
  }
  return contentOf(known, words, lastStart);
}

export function contentOf(known: Rows, words: Words, lastStart: number): Content {
  // All rows are looked at: an incident that was open may be closed now.
  const isOpen = known.rows.some(isOpenRow);
  const changes = known.rows.map(([, createdAt, updatedAt]) => known.day + createdAt + updatedAt);
  return {
    count: known.rows.length,
    lastStart: new Date(lastStart),
    lastChange: isOpen ? farAway : new Date(changes.reduce((a, b) => Math.max(a, b), 0)),
    rows: Buffer.from(JSON.stringify(known)),
    words: Buffer.from(JSON.stringify(words)),
  };
}
