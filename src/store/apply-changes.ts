import type { Connection } from 'mongoose';
import type { StoreChange } from './changes/index.ts';

interface AppliedChanges {
  _id: 'changes';
  /** How many of them the data has been through. */
  number: number;
}

/**
 * Makes the changes that the data has not been through, and notes it.
 * @throws Error where a newer program has changed the data, with what to do; nothing was touched then
 */
export async function applyChanges(
  connection: Connection,
  changes: readonly StoreChange[],
): Promise<void> {
  const stored = connection.collection<AppliedChanges>('store_changes');
  const known = await stored.findOne({ _id: 'changes' });
  const number = known?.number ?? 0;
  if (number > changes.length)
    throw new Error(
      `A newer version of Tocsin has changed the data here (${number} changes; this version knows ${changes.length}). Start that version again, or restore a backup from before the update.`,
    );
  for (const [index, change] of changes.entries()) {
    if (index < number) continue;
    await change(connection);
    await stored.updateOne({ _id: 'changes' }, { $max: { number: index + 1 } }, { upsert: true });
  }
}
