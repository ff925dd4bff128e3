import type { Source } from '../../model/ledger.ts';

/** Where a member is in an object of the other API. */
export interface Shape {
  text?: Readonly<Record<string, (source: Source) => string | null>>;
  number?: Readonly<Record<string, (source: Source) => number | null>>;
  flag?: Readonly<Record<string, (source: Source) => boolean | null>>;
  at?: Readonly<Record<string, (source: Source) => Source | null>>;
  list?: Readonly<Record<string, (source: Source) => Source[]>>;
}

export function viewed(source: Source, shape: Shape): Source {
  return {
    ...source,
    text: (member) => (shape.text?.[member] ?? (() => source.text(member)))(source),
    number: (member) => (shape.number?.[member] ?? (() => source.number(member)))(source),
    flag: (member) => (shape.flag?.[member] ?? (() => source.flag(member)))(source),
    at: (member) => (shape.at?.[member] ?? (() => source.at(member)))(source),
    list: (member) => (shape.list?.[member] ?? (() => source.list(member)))(source),
  };
}

/** A reference by an id that stands in a member of the object itself. */
export function referenceAt(source: Source, member: string): Source | null {
  const names = { name: () => null, username: () => null };
  return source.members().includes(member)
    ? viewed(source, { text: { id: () => source.text(member), ...names } })
    : null;
}
