import type { Value } from './model.ts';

/**
 * MongoDB's canonical order over all types: negative, 0 or positive.
 * Numbers compare exactly across kinds, NaN lowest, -0 = 0; strings by UTF-8 bytes; documents field by field
 * (type, name, value). A missing value (`undefined`) sorts as null.
 */
export function compareValues(_a: Value | undefined, _b: Value | undefined): number {
  throw new Error('pending');
}

/** Whether `compareValues` calls them equal: `1`, `1.0` and `1n` do. */
export function valuesEqual(_a: Value | undefined, _b: Value | undefined): boolean {
  throw new Error('pending');
}

/** Whether both have the same BSON bytes: `1` and `1.0` do not. */
export function identical(_a: Value | undefined, _b: Value | undefined): boolean {
  throw new Error('pending');
}
