import { type Dialect, dialects } from './dialects/index.ts';

/** The start of the addresses of a dialect, and how much of an address is not its own path. */
export interface Way {
  prefix: string;
  baseLength: number;
  dialect: Dialect;
}

/** The beginnings of all addresses that are answered; the first that an address begins with is the one. */
export function waysTo(compatiblePaths: ReadonlySet<string>): Way[] {
  return dialects.flatMap((dialect) => {
    const { base, original } = dialect;
    const own = { prefix: base, baseLength: base.length, dialect };
    // The path of the original is whole: a dialect reads the same below its base.
    return original && compatiblePaths.has(original.product)
      ? [own, { prefix: original.prefix, baseLength: 1, dialect }]
      : [own];
  });
}
