import type { Connection, Schema } from 'mongoose';
import type { Store, World } from './context.ts';

/** What making indexes needs of a model, whatever its documents are. */
export interface IndexedModel {
  createCollection(): Promise<unknown>;
  createIndexes(): Promise<unknown>;
  readonly schema: Pick<Schema, 'indexes'>;
  readonly collection: {
    readonly collectionName: string;
    indexes(): Promise<unknown[]>;
    dropIndex(name: string): Promise<unknown>;
  };
  readonly db: Pick<Connection, 'db'>;
}

/** A collection that a module owns, as `defineModel` makes it. */
export interface OwnedModel {
  (store: Store): IndexedModel;
  readonly collectionName: string;
}

/** A kind of object of the Public API, as `defineKind` makes it; `resources` knows the rest of it. */
export interface OwnedKind {
  readonly entityType: string;
  readonly collection: string;
}

/** Work that happens again and again; see `jobs`. */
export interface Task {
  name: string;
  everySeconds: number;
  /** For what each process does for itself: no lease. */
  everywhere?: true;
  /** `stopping` is aborted when the process stops or another one took over; long tasks look at it between steps. */
  run(stopping: AbortSignal): Promise<void>;
}

/** What a module brings to the server. `src/modules.ts` lists all modules; nothing registers itself. */
export interface Module {
  readonly name: string;
  readonly kinds?: readonly OwnedKind[];
  /** Collections beside those of `kinds`. */
  readonly models?: readonly OwnedModel[];
  /** Tasks that need nothing but the world. */
  tasks?(world: World): readonly Task[];
}
