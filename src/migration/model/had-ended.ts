import type { Work } from './importer.ts';
import type { Source } from './ledger.ts';

/** Whether an object had ended when the import began, so that it is not brought; its line says so. */
export function hadEnded(
  { since }: Pick<Work, 'since'>,
  source: Source,
  end: string | null,
): boolean {
  if (end === null || !(Date.parse(end) <= since.getTime())) return false;
  source.say('past', 'Had ended before the import.');
  return true;
}
