import {
  type AttributePath,
  DirectoryError,
  type DirectoryRecord,
  type Page,
  type Search,
  type Sort,
} from '../../scim/index.ts';
import { compileFilter, type Fields, type Query } from './compile-filter.ts';

export interface SortFields {
  /** The stored path of the one value that decides; throws `invalidFilter`. */
  sortPathOf(path: AttributePath): string;
}

/** A record, and the document whose paths were searched. */
interface Found {
  stored: { _id: string };
  record: DirectoryRecord;
}

export type Order = Readonly<Record<string, 1 | -1>>;

/** Where records are. */
export interface Shelf {
  count(filter: Query): Promise<number>;
  list(filter: Query, sort: Order, skip: number, limit: number): Promise<Found[]>;
}

/** Records that sort alike: those with a value, and those without. */
interface Segment {
  filter: Query;
  /** Null: by id alone. */
  path: string | null;
  direction: 1 | -1;
}

/** One page of what matches. */
export async function searchPage(
  { filter, sort, window }: Search,
  fields: Fields & SortFields,
  shelf: Shelf,
): Promise<Page> {
  const query = filter ? await compileFilter(filter, fields) : {};
  const segments = segmentsOf(sort, fields);
  if (window.kind === 'index') {
    const { startIndex, count } = window;
    const found = count === 0 ? [] : await slice(shelf, query, segments, startIndex - 1, count);
    // A short first page tells the total by itself.
    const isAll = startIndex === 1 && count > 0 && found.length < count;
    const total = isAll ? found.length : await shelf.count(query);
    return { total, items: found.map(({ record }) => record), next: null };
  }
  const place = window.after === null ? null : readPlace(window.after);
  const found = await following(shelf, query, segments, place, window.count + 1);
  const shown = found.slice(0, window.count);
  const last = shown.at(-1);
  return {
    total: await shelf.count(query),
    items: shown.map(({ found: { record } }) => record),
    next: found.length > shown.length && last ? placeOf(last, segments) : null,
  };
}

const alwaysThere = ['_id', 'createdAt', 'updatedAt'];

function segmentsOf(sort: Sort | null, fields: SortFields): Segment[] {
  if (!sort) return [{ filter: {}, path: 'createdAt', direction: 1 }];
  const path = fields.sortPathOf(sort.path);
  const direction = sort.order === 'ascending' ? 1 : -1;
  if (alwaysThere.includes(path)) return [{ filter: {}, path, direction }];
  const present: Segment = { filter: { [path]: { $ne: null } }, path, direction };
  const missing: Segment = { filter: { [path]: null }, path: null, direction };
  return direction === 1 ? [present, missing] : [missing, present];
}

async function slice(
  shelf: Shelf,
  query: Query,
  segments: readonly Segment[],
  start: number,
  count: number,
): Promise<Found[]> {
  const found: Found[] = [];
  let skip = start;
  for (const [index, segment] of segments.entries()) {
    const filter = both(query, segment.filter);
    found.push(...(await shelf.list(filter, orderOf(segment), skip, count - found.length)));
    if (found.length >= count || index === segments.length - 1) break;
    skip = found.length > 0 ? 0 : Math.max(0, skip - (await shelf.count(filter)));
  }
  return found;
}

/** A value as it is written into a cursor. */
type PlaceValue = string | number | boolean | { date: number } | null;

/** Where a cursor goes on: behind the record with this value and id. */
interface Place {
  segment: number;
  value: PlaceValue;
  id: string;
}

interface Placed {
  segment: number;
  found: Found;
}

async function following(
  shelf: Shelf,
  query: Query,
  segments: readonly Segment[],
  place: Place | null,
  count: number,
): Promise<Placed[]> {
  const all: Placed[] = [];
  for (const [index, segment] of segments.entries()) {
    if (place && index < place.segment) continue;
    const behind = place?.segment === index ? behindPlace(segment, place) : {};
    const filter = both(both(query, segment.filter), behind);
    const found = await shelf.list(filter, orderOf(segment), 0, count - all.length);
    all.push(...found.map((one) => ({ segment: index, found: one })));
    if (all.length >= count) break;
  }
  return all;
}

function behindPlace({ path, direction }: Segment, { value, id }: Place): Query {
  const isBehind = { _id: { [direction === -1 && path === '_id' ? '$lt' : '$gt']: id } };
  if (path === null || path === '_id') return isBehind;
  const wanted = typeof value === 'object' && value !== null ? new Date(value.date) : value;
  return {
    $or: [
      { [path]: { [direction === 1 ? '$gt' : '$lt']: wanted } },
      { $and: [{ [path]: { $eq: wanted } }, isBehind] },
    ],
  };
}

/** The id decides between equals, ascending. */
function orderOf({ path, direction }: Segment): Order {
  return path === '_id' ? { _id: direction } : { ...(path && { [path]: direction }), _id: 1 };
}

const valueLengthMax = 300;

function placeOf({ segment, found: { stored } }: Placed, segments: readonly Segment[]): string {
  const path = segments[segment]?.path ?? null;
  const value = path === null ? null : valueAt(stored, path);
  const kept = value instanceof Date ? { date: value.getTime() } : value;
  if (typeof kept === 'string' && Buffer.byteLength(kept) > valueLengthMax)
    throw new DirectoryError(
      'tooMany',
      'Values are too long to go on behind them with a cursor; sort by another attribute, or use startIndex.',
    );
  return JSON.stringify([segment, kept ?? null, stored._id]);
}

function readPlace(text: string): Place {
  // We wrote it, and clients cannot forge it.
  const [segment, value, id] = JSON.parse(text) as [number, PlaceValue, string];
  return { segment, value, id };
}

function valueAt(document: object, path: string): PlaceValue | Date | undefined {
  let value: unknown = document;
  for (const name of path.split('.'))
    value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value as PlaceValue | Date | undefined;
}

function both(one: Query, other: Query): Query {
  if (Object.keys(other).length === 0) return one;
  return Object.keys(one).length === 0 ? other : { $and: [one, other] };
}
