import type { Stretch } from './importer.ts';

/** Somebody who is on call for some time, as a product lists it. */
export interface ShownShift {
  from: number;
  until: number;
  /** An e-mail address. */
  person: string;
}

/** Stretches over all of the shifts, which may overlap; shifts without a time or a person are none. */
export function stretchesOfShifts(shifts: readonly ShownShift[]): Stretch[] {
  const known = shifts.filter(({ from, until, person }) => from < until && person !== '');
  const bounds = new Set(known.flatMap(({ from, until }) => [from, until]));
  const times = [...bounds].sort((one, other) => one - other);
  const begun = known.toSorted((one, other) => one.from - other.from);
  let current: ShownShift[] = [];
  return times.slice(0, -1).map((at, index) => {
    current = current.filter(({ until }) => until > at);
    while (begun[0] && begun[0].from <= at) current.push(...begun.splice(0, 1));
    const people = new Set(current.map(({ person }) => person.toLowerCase()));
    const until = times[index + 1] ?? at;
    return { from: new Date(at), until: new Date(until), people: [...people].sort() };
  });
}
