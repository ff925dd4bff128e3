import type { Bodies, ImportedType } from './neutral.ts';

/** An object that an importer brought, under the key by which others refer to it. */
export interface Added {
  type: ImportedType;
  key: string;
  body: Bodies[ImportedType];
}
