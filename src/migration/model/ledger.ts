import { isObject } from '../../kernel/index.ts';
import type { KindAnswer, KindResult } from '../read/read-all.ts';
import { type Field, type Fields, findField, isOpen } from './fields.ts';
import { shortHash } from './short-hash.ts';
import { cut } from './texts.ts';

/**
 * The meaning of a report line about a value that no resource has as it was.
 *
 * - `behaviour`: somebody else would be told, or nobody, or at another time.
 * - `lost`: no effect on who is told.
 * - `secret`: not written; somebody has to bring it.
 * - `approximated`: written as what comes closest; the line has both readings.
 * - `past`: had ended before the import began.
 * - `unread`: not known to this version.
 */
export type Level = 'behaviour' | 'lost' | 'secret' | 'approximated' | 'past' | 'unread';

export interface Line {
  level: Level;
  kind: string;
  /** Key of the source object, such as `pagerduty:schedules:PI7DH85`. */
  key: string;
  /** Its name for people. */
  name: string;
  /** JSON pointer of the value inside the object; empty: the object itself. */
  pointer: string;
  text: string;
  /** The value, cut; null where it is a secret or more than one value. */
  value: string | null;
  /** Pointers below `pointer` of values that this line alone stands for, with `*` for places in lists. */
  members?: readonly string[];
}

/** Every value of a kind is in one of the three: read = imported + residue + noise. */
export interface Counts {
  kind: string;
  objects: number;
  read: number;
  imported: number;
  residue: number;
  noise: number;
}

/** An object of the source, or a part of one. Values that are read from it count as imported. */
export interface Source {
  /** The key of the whole object, such as `opsgenie:users:4514…`. */
  readonly key: string;
  /** The name of the whole object for people. */
  readonly name: string;
  /** Ids of the objects that it hangs on, the outermost first. */
  readonly of: readonly string[];
  /** The text there; null where there is none, or something else, which stays unread. */
  text(member: string): string | null;
  number(member: string): number | null;
  flag(member: string): boolean | null;
  /** The object there. */
  at(member: string): Source | null;
  /** The objects of a list; what is no object stays unread. */
  list(member: string): Source[];
  /** The members of a list, each in its place; null for what is no object. */
  places(member: string): (Source | null)[];
  texts(member: string): string[];
  /** How many items the list there has; null: there is no list. Reads nothing. */
  size(member: string): number | null;
  /** All that is there, read as a whole. */
  whole(member: string): unknown;
  /** Names of the members that are there; reads nothing. */
  members(): string[];
  /** A line about what is at this member, or about all of this (no member): what was not read of it is residue. */
  say(level: Level, text: string, member?: string): void;
}

export interface Ledger {
  /** Every object of a kind, in the order of the product; empty where the kind could not be read. */
  all(kind: string): readonly Source[];
  /** Whether the kind was read whole: references to what could not be read must not be taken for mistakes. */
  isReadable(kind: string): boolean;
  /**
   * The lines that were said, then one for each value that nobody read: call it after the mapping. A line about all of
   * an object covers values for which the table has no place only if nothing was made of the object.
   */
  lines(isBrought?: (key: string) => boolean): Line[];
  counts(): Counts[];
  /** Pointers that were read and are in no row of the table, for the test that keeps it whole. */
  unlisted(): string[];
}

/** Where objects have what people call them. */
const nameMembers = [
  ...['name', 'displayName', 'fullName', 'summary', 'label', 'username'],
  ...['teamName', 'email'],
];

/** Longer values and names are cut in lines. */
const shownMax = 80;

/** The first that an object has is its id among those of its kind, and what people call it. */
const idMembers = [
  ...['id', 'alias', 'groupId', 'publicId', 'slug', 'username', 'routingKey'],
  ...['name', 'teamId', 'accountId'],
];

interface Entry {
  kind: string;
  key: string;
  name: string;
  of: readonly string[];
  value: unknown;
  read: Set<string>;
  said: Line[];
  /** The same by their pointers: a part may have many thousands. */
  saidAt: Map<string, Line[]>;
}

/**
 * A ledger over all that was read: the mapping gets at objects through it alone, so that a value which it does not
 * read, or which a later version of the product brings, is in the report.
 */
export function createLedger(
  product: string,
  results: ReadonlyMap<string, KindResult>,
  fields: Fields,
  secretIds: readonly string[] = [],
): Ledger {
  const entries = new Map<string, Entry[]>();
  for (const [kind, result] of results)
    if (result.state === 'whole')
      entries.set(kind, entriesOf(product, kind, result.answers, secretIds.includes(kind)));
  const sources = new Map(
    [...entries].map(([kind, own]) => [kind, own.map((entry) => sourceOf(entry, '', entry.value))]),
  );
  const everyEntry = [...entries.values()].flat();
  return {
    all: (kind) => sources.get(kind) ?? [],
    isReadable: (kind) => entries.has(kind),
    lines: (isBrought = () => false) =>
      everyEntry.flatMap((entry) => linesOf(entry, fields, isBrought(entry.key))),
    counts: () => [...entries].map(([kind, own]) => countsOf(kind, own, fields)),
    unlisted: () => [...new Set(everyEntry.flatMap((entry) => unlistedIn(entry, fields)))],
  };
}

function entriesOf(
  product: string,
  kind: string,
  answers: readonly KindAnswer[],
  isSecret: boolean,
): Entry[] {
  return answers.flatMap(({ of, objects }) =>
    objects.map((value, index): Entry => {
      const id = textIn(value, idMembers) ?? of.at(-1) ?? String(index);
      const name = textIn(value, nameMembers) ?? id;
      const shown = isSecret ? shortHash(id.toLowerCase()) : id;
      const key = [product, kind, ...of.filter((one) => one !== id), shown].join(':');
      return { kind, key, name, of, value, read: new Set(), said: [], saidAt: new Map() };
    }),
  );
}

function textIn(value: unknown, members: readonly string[]): string | null {
  if (!isObject(value)) return null;
  for (const member of members) {
    const found = value[member];
    if ((typeof found === 'string' && found !== '') || typeof found === 'number')
      return String(found).toWellFormed();
  }
  return null;
}

function sourceOf(entry: Entry, pointer: string, value: unknown): Source {
  const object = isObject(value) ? value : {};
  const under = (member: string | number) => `${pointer}/${escaped(String(member))}`;
  const read = <T>(member: string, isIt: (found: unknown) => found is T): T | null => {
    const found = object[member];
    if (!isIt(found)) return null;
    entry.read.add(under(member));
    return found;
  };
  const itemsOf = (member: string): unknown[] => {
    const found = object[member];
    return Array.isArray(found) ? found : [];
  };
  return {
    key: entry.key,
    name: entry.name,
    of: entry.of,
    // Half a pair of surrogates, which a product that cuts texts leaves, can be written nowhere.
    text: (member) => read(member, (found) => typeof found === 'string')?.toWellFormed() ?? null,
    number: (member) => read(member, (found) => typeof found === 'number'),
    flag: (member) => read(member, (found) => typeof found === 'boolean'),
    at: (member) =>
      isObject(object[member]) ? sourceOf(entry, under(member), object[member]) : null,
    list: (member) =>
      itemsOf(member).flatMap((item, index) =>
        isObject(item) ? [sourceOf(entry, `${under(member)}/${index}`, item)] : [],
      ),
    places: (member) =>
      itemsOf(member).map((item, index) =>
        isObject(item) ? sourceOf(entry, `${under(member)}/${index}`, item) : null,
      ),
    texts: (member) =>
      itemsOf(member).flatMap((item, index) => {
        if (typeof item !== 'string') return [];
        entry.read.add(`${under(member)}/${index}`);
        return [item.toWellFormed()];
      }),
    size: (member) => (Array.isArray(object[member]) ? itemsOf(member).length : null),
    whole(member) {
      for (const leaf of leavesOf(object[member], under(member))) entry.read.add(leaf.pointer);
      return object[member];
    },
    members: () => Object.keys(object),
    say(level, text, member) {
      const at = member === undefined ? pointer : under(member);
      const here = entry.saidAt.get(at) ?? [];
      if (here.some((line) => line.text === text)) return;
      const { kind, key } = entry;
      const name = cutShort(entry.name);
      const shown =
        level === 'secret' ? null : shownOf(member === undefined ? value : object[member]);
      const line = { level, kind, key, name, pointer: at, text, value: shown };
      entry.said.push(line);
      entry.saidAt.set(at, [...here, line]);
    },
  };
}

interface Leaf {
  pointer: string;
  value: string | number | boolean;
}

/** Texts, numbers and booleans below; what is null or empty says nothing. */
function leavesOf(value: unknown, pointer: string): Leaf[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => leavesOf(item, `${pointer}/${index}`));
  if (isObject(value))
    return Object.entries(value).flatMap(([name, member]) =>
      leavesOf(member, `${pointer}/${escaped(name)}`),
    );
  const says = typeof value === 'number' || typeof value === 'boolean' || isText(value);
  return says ? [{ pointer, value }] : [];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

type Fate =
  | { is: 'imported' | 'noise' }
  /** By which line, and whether no row names this very value: then the line has to. */
  | { is: 'said'; by: Line; isUnnamed: boolean }
  /** `row`: the one that has no place for it, or null. */
  | { is: 'left'; row: Extract<Field, { noPlace: string }> | null; isKnown: boolean };

function fateOf(
  { read, saidAt }: Entry,
  kindFields: readonly Field[],
  leaf: Leaf,
  isBrought: boolean,
): Fate {
  const [exactly] = saidAt.get(leaf.pointer) ?? [];
  if (exactly) return { is: 'said', by: exactly, isUnnamed: false };
  if (read.has(leaf.pointer)) return { is: 'imported' };
  const row = findField(kindFields, leaf.pointer);
  if (row && 'noise' in row) return { is: 'noise' };
  if (row && 'noPlace' in row && row.unless?.includes(leaf.value)) return { is: 'noise' };
  // A line about all of a part says nothing of what is not known to be in it.
  const by = row && lineAround(saidAt, leaf.pointer);
  const isNothingOfIt = by?.pointer !== '' || !isBrought;
  if (row && by && (isNothingOfIt || !('noPlace' in row)))
    return { is: 'said', by, isUnnamed: isOpen(row) };
  return { is: 'left', row: row && 'noPlace' in row ? row : null, isKnown: row !== undefined };
}

/** The line about the smallest part that has the value in it. */
function lineAround(saidAt: Entry['saidAt'], pointer: string): Line | undefined {
  for (let part = pointer; part !== ''; ) {
    part = part.slice(0, part.lastIndexOf('/'));
    const [line] = saidAt.get(part) ?? [];
    if (line) return line;
  }
  return undefined;
}

/** The lines that were said, with the values each covers, then a line for each value that nobody read. */
function linesOf(entry: Entry, fields: Fields, isBrought: boolean): Line[] {
  const kindFields = fields[entry.kind] ?? [];
  const leaves = leavesOf(entry.value, '').map((leaf) => ({
    leaf,
    fate: fateOf(entry, kindFields, leaf, isBrought),
  }));
  const unnamed = Map.groupBy(
    leaves.flatMap(({ leaf, fate }) =>
      fate.is === 'said' && fate.isUnnamed ? [{ leaf, by: fate.by }] : [],
    ),
    ({ by }) => by,
  );
  const said = entry.said.map((line) => ({
    ...line,
    ...membersOf(
      line.pointer,
      (unnamed.get(line) ?? []).map(({ leaf }) => leaf),
    ),
  }));
  return [...said, ...leftOf(entry, leaves)];
}

/** A line for each value that nobody read; one for all of a part of which nothing is known. */
function leftOf(entry: Entry, leaves: readonly { leaf: Leaf; fate: Fate }[]): Line[] {
  const { kind, key } = entry;
  const name = cutShort(entry.name);
  const left = leaves.flatMap(({ leaf, fate }) => (fate.is === 'left' ? [{ leaf, ...fate }] : []));
  const isKnown = knownParts(leaves.filter(({ fate }) => fate.is !== 'left' || fate.row !== null));
  const byPart = Map.groupBy(left, ({ leaf, row }) =>
    row ? rowPart(leaf.pointer, row.from) : unknownPart(leaf.pointer, isKnown),
  );
  return [...byPart].map(([pointer, of]): Line => {
    const [first] = of;
    const row = first?.row;
    return {
      ...{ level: row?.level ?? 'unread', kind, key, name, pointer },
      // Known: others of its kind become something.
      text:
        row?.noPlace ??
        (first?.isKnown
          ? 'nothing was made of it, as of what it belongs to'
          : 'not known to this version'),
      value: row?.level === 'secret' || of.length > 1 ? null : shownOf(first?.leaf.value),
      ...membersOf(
        pointer,
        of.map(({ leaf }) => leaf),
      ),
    };
  });
}

/** The values that a line stands for beside that at its own pointer. */
function membersOf(pointer: string, leaves: readonly Leaf[]): Pick<Line, 'members'> {
  const below = leaves.filter((leaf) => leaf.pointer !== pointer);
  const names = below.map((leaf) => withoutPlaces(leaf.pointer.slice(pointer.length + 1)));
  // Plain values of a list are what its pointer says.
  const members = [...new Set(names)].filter((name) => name !== '*');
  return members.length === 0 ? {} : { members };
}

function withoutPlaces(pointer: string): string {
  return pointer.replaceAll(/(?<=^|\/)\d+(?=\/|$)/g, '*');
}

/** Parts of the object that have something known in them. */
function knownParts(known: readonly { leaf: Leaf }[]): ReadonlySet<string> {
  const parts = new Set(['']);
  for (const { leaf } of known)
    for (let part = leaf.pointer; part !== ''; part = part.slice(0, part.lastIndexOf('/')))
      parts.add(part);
  return parts;
}

/** The largest part around the leaf in which nothing is known. */
function unknownPart(pointer: string, isKnown: ReadonlySet<string>): string {
  let part = pointer;
  for (;;) {
    const around = part.slice(0, part.lastIndexOf('/'));
    if (isKnown.has(around)) return part;
    part = around;
  }
}

/** As much of a pointer as the row names: all below `/x/**` is one line. */
function rowPart(pointer: string, from: string): string {
  const named = from.split('/').filter((part) => part !== '**').length;
  return pointer.split('/').slice(0, named).join('/');
}

function countsOf(kind: string, entries: readonly Entry[], fields: Fields): Counts {
  const counts = { kind, objects: entries.length, read: 0, imported: 0, residue: 0, noise: 0 };
  for (const entry of entries)
    for (const leaf of leavesOf(entry.value, '')) {
      counts.read += 1;
      const { is } = fateOf(entry, fields[kind] ?? [], leaf, false);
      counts[is === 'left' || is === 'said' ? 'residue' : is] += 1;
    }
  return counts;
}

function unlistedIn({ kind, read }: Entry, fields: Fields): string[] {
  return [...read]
    .filter((pointer) => {
      const row = findField(fields[kind] ?? [], pointer);
      return row === undefined || !('to' in row);
    })
    .map((pointer) => `${kind} ${withoutPlaces(pointer)}`);
}

function shownOf(value: unknown): string | null {
  if (value === undefined || value === null || typeof value === 'object') return null;
  return cutShort(String(value));
}

function cutShort(text: string): string {
  return text.length > shownMax ? `${cut(text, shownMax - 1)}…` : text;
}

function escaped(member: string): string {
  return member.replaceAll('~', '~0').replaceAll('/', '~1');
}
