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
  const number = known?.number ?? ((await isEmpty(connection)) ? changes.length : 0);
  if (number > changes.length)
    throw new Error(
      `A newer version of Tocsin has changed the data here (${number} changes; this version knows ${changes.length}). Start that version again, or restore a backup from before the update.`,
    );
  for (const [index, change] of changes.entries()) {
    if (index < number) continue;
    await change(connection);
    await note(index + 1);
  }
  if (known === null && number > 0) await note(number);

  async function note(made: number): Promise<void> {
    await stored.updateOne({ _id: 'changes' }, { $max: { number: made } }, { upsert: true });
  }
}

/** A new store has nothing to change. */
async function isEmpty(connection: Connection): Promise<boolean> {
  return (await connection.listCollections()).length === 0;
}
