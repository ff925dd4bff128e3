import type { Connection } from 'mongoose';

/**
 * Changes that bring data of an earlier version into the shape of this one, in order; the file of each begins with its
 * number. The first version has none. A change is safe to repeat, because it may be cut off, and because several
 * processes may start at once. It names collections and members itself, because the modules go on changing. New options
 * of an index are a change, too, which does nothing but raise the number.
 */
export const storeChanges: readonly StoreChange[] = [];

export type StoreChange = (connection: Connection) => Promise<void>;
