import type { NamedPerson } from '../../openapi/texts/template.ts';

export type { NamedPerson };

/** No more of somebody than a sentence needs. */
export function named(person: NamedPerson | null | undefined): NamedPerson {
  return { userId: person?.userId ?? null, displayName: person?.displayName ?? null };
}
