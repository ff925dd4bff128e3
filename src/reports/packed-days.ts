import { severities, statuses } from '../incidents/index.ts';
import type { World } from '../kernel/index.ts';
import { isDuplicateKey } from '../store/index.ts';
import { countedFields, type FactRow, type RowSink, toRow } from './fact-row.ts';
import { fromHeld } from './holdings.ts';
import { factsOf, type IncidentFact, packedDaysOf } from './model.ts';

/*
 * A store takes seconds to read a million documents, and a report of an organization's year has as many. So the facts of each
 * day that is over are kept a second time, packed into one document. Whoever writes a fact of such a day raises its stamp before and
 * after; rows count only as long as the stamp is the one they were read at. Everybody who asks for a report catches up first, which
 * raises the stamps of whatever changed, so a stamp that is still the same means rows that are still the same.
 */

const dayMilliseconds = 86_400_000;

/** Days are packed when they have been over for so long, and stamped from a day earlier on: clocks of processes differ. */
const packedAfterDays = 3;
const stampedAfterDays = 2;

/** Fits into the 16 MB of a document. A day with more rows is not packed. */
const rowsMax = 400_000;

/** Bounds the rows of a large organization in memory; this many days are written together. */
const runDaysMax = 31;
const writesAtOnce = 8;

const rowBytes = 24;
const none = Number.NaN;

export function startOfDay(at: number): number {
  return at - (((at % dayMilliseconds) + dayMilliseconds) % dayMilliseconds);
}

/** The last instant, not included, until which days are packed. */
export function packedUntil(world: Pick<World, 'clock'>): number {
  return startOfDay(world.clock.now().getTime()) - (packedAfterDays - 1) * dayMilliseconds;
}

/** The rows of these days are no longer what was packed. */
export async function stampDays(
  world: World,
  organizationId: string,
  moments: readonly Date[],
): Promise<void> {
  const until = startOfDay(world.clock.now().getTime()) - (stampedAfterDays - 1) * dayMilliseconds;
  const days = new Set(moments.map((at) => startOfDay(at.getTime())).filter((day) => day < until));
  if (days.size === 0) return;
  await packedDaysOf(world).bulkWrite(
    [...days].map((day) => ({
      updateOne: {
        filter: { _id: idOf(organizationId, day) },
        update: { $inc: { stamp: 1 }, $set: { organizationId } },
        upsert: true,
      },
    })),
    { ordered: false },
  );
}

/** Hands out the rows of days from `start` until `end`, which are both the beginning of one. Packs those that are not. */
export async function readPackedDays(
  world: World,
  organizationId: string,
  start: number,
  end: number,
  sink: RowSink,
): Promise<void> {
  const fresh = new Set<number>();
  const wanted = packedDaysOf(world).find({
    _id: { $gte: idOf(organizationId, start), $lt: idOf(organizationId, end) },
    $expr: { $eq: ['$stamp', '$packedAt'] },
  });
  for await (const { _id, rows, teamSets = [] } of wanted) {
    if (!rows) continue;
    fresh.add(dayOf(_id));
    unpack(bytesOf(rows), teamSets, dayOf(_id), sink);
  }
  for (const run of runsWithout(fresh, start, end)) await packRun(world, organizationId, run, sink);
}

/** Packs every day of the organization that is over, so that no report has to. */
export async function packDays(
  world: World,
  organizationId: string,
  stopping: AbortSignal,
): Promise<void> {
  const first = await factsOf(world).findOne(
    { organizationId },
    { sort: { organizationId: 1, createdAt: 1 }, projection: { createdAt: 1 } },
  );
  if (!first) return;
  const start = startOfDay(first.createdAt.getTime());
  const end = packedUntil(world);
  if (start >= end) return;
  const packed = await packedDaysOf(world)
    .find({
      _id: { $gte: idOf(organizationId, start), $lt: idOf(organizationId, end) },
      $expr: { $eq: ['$stamp', '$packedAt'] },
    })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  const fresh = new Set(packed.map(({ _id }) => dayOf(_id)));
  for (const run of runsWithout(fresh, start, end)) {
    if (stopping.aborted) return;
    await packRun(world, organizationId, run);
  }
}

/** Days in a row that are not among these, not too many at once. */
function runsWithout(fresh: ReadonlySet<number>, start: number, end: number): number[][] {
  const runs: number[][] = [];
  let run: number[] = [];
  for (let day = start; day < end; day += dayMilliseconds) {
    if (fresh.has(day) || run.length === runDaysMax) {
      if (run.length > 0) runs.push(run);
      run = [];
    }
    if (!fresh.has(day)) run.push(day);
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

/** Reads the facts of days that follow each other, and packs them. */
async function packRun(
  world: World,
  organizationId: string,
  days: readonly number[],
  sink?: RowSink,
): Promise<void> {
  const [first = 0] = days;
  const end = (days.at(-1) ?? first) + dayMilliseconds;
  // Before the facts: what is written meanwhile is another stamp.
  const known = await packedDaysOf(world)
    .find({ _id: { $gte: idOf(organizationId, first), $lt: idOf(organizationId, end) } })
    .project<{ _id: string; stamp: number }>({ stamp: 1 })
    .toArray();
  const stamps = new Map(known.map(({ _id, stamp }) => [_id, stamp]));
  const rowsByDay = new Map(days.map((day): [number, FactRow[]] => [day, []]));
  const facts = factsOf(world)
    .find({ organizationId, createdAt: { $gte: new Date(first), $lt: new Date(end) } })
    .project<IncidentFact>(countedFields)
    .batchSize(5000);
  for await (const fact of facts) {
    const row = toRow(fact, {
      since: fact.createdAt,
      teamIds: fact.held.map((held) => fromHeld(held).teamId),
    });
    rowsByDay.get(startOfDay(row.startedAt))?.push(row);
    sink?.(row);
  }
  const writes = [...rowsByDay].flatMap(([day, rows]) => {
    if (rows.length > rowsMax) return [];
    const _id = idOf(organizationId, day);
    const stamp = stamps.get(_id);
    return {
      updateOne: {
        filter: { _id, stamp: stamp ?? 0 },
        update: { $set: { ...pack(rows, day), packedAt: stamp ?? 0, organizationId } },
        upsert: stamp === undefined,
      },
    };
  });
  for (let from = 0; from < writes.length; from += writesAtOnce)
    await packedDaysOf(world)
      .bulkWrite(writes.slice(from, from + writesAtOnce), { ordered: false })
      .catch((error: unknown) => {
        // Stamped or packed meanwhile: whoever comes next sees to it.
        if (!isDuplicateKey(error)) throw error;
      });
}

/** 8 bytes each for the two durations, 4 for the moment within the day, 2 for the teams, 1 each for severity and status. */
function pack(rows: readonly FactRow[], day: number): { rows: Buffer; teamSets: string[][] } {
  const bytes = Buffer.alloc(rows.length * rowBytes);
  const numbers = new Map<string, number>();
  const teamSets: string[][] = [];
  for (const [index, row] of rows.entries()) {
    const key = row.teamIds.join(' ');
    const teamSet = numbers.get(key) ?? teamSets.push([...row.teamIds]) - 1;
    numbers.set(key, teamSet);
    const at = index * rowBytes;
    bytes.writeDoubleLE(row.millisecondsToAcknowledge ?? none, at);
    bytes.writeDoubleLE(row.millisecondsToResolve ?? none, at + 8);
    bytes.writeUInt32LE(row.startedAt - day, at + 16);
    bytes.writeUInt16LE(teamSet & 0xffff, at + 20);
    // Five bits are more than there are severities and statuses; the rest are the high bits of the teams.
    bytes.writeUInt8(
      (severities.indexOf(row.severity) << 1) | statuses.indexOf(row.status),
      at + 22,
    );
    bytes.writeUInt8(teamSet >> 16, at + 23);
  }
  return { rows: bytes, teamSets };
}

function unpack(bytes: Buffer, teamSets: readonly string[][], day: number, sink: RowSink): void {
  for (let at = 0; at < bytes.length; at += rowBytes) {
    const toAcknowledge = bytes.readDoubleLE(at);
    const toResolve = bytes.readDoubleLE(at + 8);
    const teamSet = bytes.readUInt16LE(at + 20) | (bytes.readUInt8(at + 23) << 16);
    const code = bytes.readUInt8(at + 22);
    const severity = severities[code >> 1];
    const status = statuses[code & 1];
    if (!severity || !status) throw new RangeError('A packed day has a row of no known severity.');
    sink({
      startedAt: day + bytes.readUInt32LE(at + 16),
      severity,
      status,
      millisecondsToAcknowledge: Number.isNaN(toAcknowledge) ? null : toAcknowledge,
      millisecondsToResolve: Number.isNaN(toResolve) ? null : toResolve,
      teamIds: teamSets[teamSet] ?? [],
    });
  }
}

function idOf(organizationId: string, day: number): string {
  return `${organizationId} ${new Date(day).toISOString().slice(0, 10)}`;
}

function dayOf(id: string): number {
  return Date.parse(`${id.slice(-10)}T00:00:00Z`);
}

/** The driver gives a Binary where mongoose gives a Buffer. */
function bytesOf(stored: Buffer | { buffer: Uint8Array }): Buffer {
  return Buffer.isBuffer(stored) ? stored : Buffer.from(stored.buffer);
}
