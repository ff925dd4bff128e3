import { isSame } from '../../api/is-same.ts';

export interface Merged<Value> {
  /** The changes of the others, and mine on top of them. */
  value: Value;
  /** Paths of what others changed. */
  theirs: string[];
  /** Paths of what both changed in different ways: mine counts. */
  both: string[];
}

/**
 * Puts the changes of two people together who began with the same object. Objects are merged by member, and lists whose
 * items have names or ids by item; any other value is one thing.
 */
export function mergeChanges<Value>(before: Value, mine: Value, theirs: Value): Merged<Value> {
  const found: Merged<unknown> = { value: undefined, theirs: [], both: [] };
  // The parts are those of the three values, put together again in the same shape.
  const value = merge(before, mine, theirs, '', found) as Value;
  return { ...found, value };
}

function merge(
  before: unknown,
  mine: unknown,
  theirs: unknown,
  path: string,
  found: Omit<Merged<unknown>, 'value'>,
): unknown {
  if (isSame(before, theirs)) return mine;
  if (isObject(before) && isObject(mine) && isObject(theirs))
    return mergeMembers(before, mine, theirs, path, found);
  const lists = [keyed(before), keyed(mine, 'with new ones'), keyed(theirs)] as const;
  if (lists[0] && lists[1] && lists[2]) {
    const members = mergeMembers(
      Object.fromEntries(lists[0]),
      Object.fromEntries(lists[1]),
      Object.fromEntries(lists[2]),
      path,
      found,
    );
    if (!isSame([...lists[0].keys()], [...lists[2].keys()])) found.theirs.push(path);
    // In my order if I have changed it; what only the others have comes last.
    const moved = !isSame([...lists[0].keys()], [...lists[1].keys()]);
    const order = moved
      ? [...lists[1].keys(), ...lists[2].keys()]
      : [...lists[2].keys(), ...lists[1].keys()];
    return [...new Set(order)].flatMap((key) => (key in members ? [members[key]] : []));
  }
  found.theirs.push(path);
  if (isSame(before, mine)) return theirs;
  if (!isSame(mine, theirs)) found.both.push(path);
  return mine;
}

type Members = Record<string, unknown>;

function mergeMembers(
  before: Members,
  mine: Members,
  theirs: Members,
  path: string,
  found: Omit<Merged<unknown>, 'value'>,
): Members {
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(before)]);
  const merged: Members = {};
  for (const name of names) {
    const at = path === '' ? name : `${path}.${name}`;
    const value = merge(before[name], mine[name], theirs[name], at, found);
    if (value !== undefined) merged[name] = value;
  }
  return merged;
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The items by id or name, where each has one of its own; those that were just added may have none yet. */
function keyed(value: unknown, more?: 'with new ones'): Map<string, unknown> | null {
  if (!Array.isArray(value) || !value.every(isObject)) return null;
  for (const member of ['id', 'name']) {
    const items = new Map<string, unknown>();
    for (const [place, item] of value.entries()) {
      const key = item[member];
      // With a word before it: a plain number would change the order of members.
      if (typeof key === 'string' && key !== '') items.set(`${member} ${key}`, item);
      else if (more) items.set(`new ${place}`, item);
    }
    if (items.size === value.length && (!more || hasOld(items) || items.size === 0)) return items;
  }
  return null;
}

function hasOld(items: ReadonlyMap<string, unknown>): boolean {
  return [...items.keys()].some((key) => !key.startsWith('new '));
}
