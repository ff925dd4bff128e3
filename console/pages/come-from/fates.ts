import type { Person } from './protocol.ts';

/** Somebody of the organization. */
export interface PersonHere {
  id: string;
  displayName: string | null;
  email: string | null;
}

/** `unclear`: new by the address, and called like somebody who is here. */
export type Fate = 'matched' | 'new' | 'unclear';

export interface Fated {
  person: Person;
  fate: Fate;
  /** Who is here and called the same. */
  others: readonly PersonHere[];
}

/** People are matched by their e-mail address, whatever its case. */
export function fatesOf(people: readonly Person[], here: readonly PersonHere[]): Fated[] {
  const addresses = new Set(here.map(({ email }) => email?.toLowerCase()));
  const coming = new Set(people.map(({ email }) => email.toLowerCase()));
  // A person here who is matched by the address cannot be somebody else.
  const free = here.filter(({ email }) => email && !coming.has(email.toLowerCase()));
  const byName = Map.groupBy(free, ({ displayName }) => plain(displayName ?? ''));
  return people.map((person): Fated => {
    if (addresses.has(person.email.toLowerCase())) return { person, fate: 'matched', others: [] };
    const others = byName.get(plain(person.name)) ?? [];
    return { person, fate: others.length > 0 ? 'unclear' : 'new', others };
  });
}

function plain(name: string): string {
  return name.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim().toLowerCase();
}
