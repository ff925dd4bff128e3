import type { Bodies, ImportedType } from './neutral.ts';

/** An object that an importer brought, under the key by which others refer to it. */
export type Added = {
  [Type in ImportedType]: { type: Type; key: string; body: Bodies[Type] };
}[ImportedType];

/** The display names of added objects; a key without an object is its own name. */
export function namesIn(added: readonly Added[]): (key: string) => string {
  const names = new Map(
    added.flatMap(({ key, body }) =>
      'displayName' in body && body.displayName ? [[key, body.displayName] as const] : [],
    ),
  );
  return (key) => names.get(key) ?? key;
}
