import type { Level } from './ledger.ts';

/**
 * A row of a product's table: what becomes of the values at a JSON pointer, in which `*` stands for one name or index
 * and a last `**` for all that is below. The code reads what has a `to`; pages of the documentation are made of these
 * rows.
 */
export type Field =
  /** `to`: the attribute that it becomes, such as `tocsin_user.email`. */
  | { from: string; to: string; note?: string }
  /** A line of the report, unless the value is one that changes nothing. */
  | { from: string; noPlace: string; level: Level; unless?: readonly (string | number | boolean)[] }
  /** Says nothing about how people are told: ids, links, counters. */
  | { from: string; noise: string };

/** By kind of the product's objects. */
export type Fields = Readonly<Record<string, readonly Field[]>>;

/** Rows of members that become the same. */
export function to(becomes: string, ...members: readonly string[]): Field[] {
  return members.map((member) => ({ from: `/${member}`, to: becomes }));
}

/** Rows of members that have no place here, for the same reason. */
export function noPlace(level: Level, why: string, ...members: readonly string[]): Field[] {
  return members.map((member) => ({ from: `/${member}`, noPlace: why, level }));
}

/** Rows of members that say nothing, for the same reason. */
export function noise(why: string, ...members: readonly string[]): Field[] {
  return members.map((member) => ({ from: `/${member}`, noise: why }));
}

/** The row that names a pointer most exactly: the first that fits. */
export function findField(fields: readonly Field[], pointer: string): Field | undefined {
  const parts = pointer.split('/');
  return fields.find(({ from }) => fits(from.split('/'), parts));
}

/** Whether the row names no value, but all that is below a part. */
export function isOpen({ from }: Field): boolean {
  return from.endsWith('/**');
}

function fits(pattern: readonly string[], parts: readonly string[]): boolean {
  const isOpenEnded = pattern.at(-1) === '**';
  const named = isOpenEnded ? pattern.slice(0, -1) : pattern;
  if (isOpenEnded ? parts.length < named.length : parts.length !== named.length) return false;
  return named.every((part, index) => part === '*' || part === parts[index]);
}
