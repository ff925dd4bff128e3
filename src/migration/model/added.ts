import type { Bodies, ImportedType } from './neutral.ts';

/** An object that an importer brought, under the key by which others refer to it. */
export type Added = {
  [Type in ImportedType]: { type: Type; key: string; body: Bodies[Type] };
}[ImportedType];
