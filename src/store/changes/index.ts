import type { Connection } from 'mongoose';
import { attemptMarks } from './001-attempt-marks.ts';

/**
 * What brings data that an earlier version has stored into the shape of this one, in order; the file of each begins with its number. A
 * change is safe to repeat, because it may be cut off, and because several processes may start at once. It names collections and members
 * itself, as what the modules say of them goes on changing. An index that gets other options is a change, too: of nothing but the number.
 */
export const storeChanges: readonly StoreChange[] = [attemptMarks];

export type StoreChange = (connection: Connection) => Promise<void>;
