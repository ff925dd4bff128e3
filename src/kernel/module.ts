import type { Connection, mongo, Schema } from 'mongoose';
import type { Ctx, Store, World } from './context.ts';
import type { Retention, RetentionName } from './retention.ts';
import type { SecretBox } from './secret-box.ts';

/** The part of a model that index creation needs, whatever its documents are. */
export interface IndexedModel {
  readonly schema: Pick<Schema, 'indexes'>;
  readonly collection: {
    readonly collectionName: string;
    createIndexes(declared: mongo.IndexDescription[]): Promise<unknown>;
    indexes(): Promise<unknown[]>;
    dropIndex(name: string): Promise<unknown>;
  };
  readonly db: Pick<Connection, 'db'>;
}

/** A collection that a module owns, as `defineModel` makes it. */
export interface OwnedModel {
  (store: Store): IndexedModel;
  readonly collectionName: string;
  readonly schema: IndexedModel['schema'];
}

/** A kind of object of the Public API, as `defineKind` makes it; `resources` knows the rest of it. */
interface OwnedKind {
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

/** A person whose object was removed and whom nothing else keeps known. */
export interface ForgottenPerson {
  id: string;
  /** Kind of the removed object. Users act and are named by their deeds; other objects are only named. */
  entityType: string;
  /** Their names and addresses when they were removed. */
  names: readonly string[];
  /** Why, as a sentence for the audit log. */
  reason: string;
}

/** A deleted object of the Public API. Of an organization, `id` and `organizationId` are the same. */
export interface RemovedObject {
  entityType: string;
  id: string;
  organizationId: string;
  /** Data beyond the id by which a removal finds what to remove; sealed, so that nobody reads it in the store. */
  sealed?: string;
}

/** The part of the configuration that tasks need. */
export interface ModuleSettings {
  readonly retention: Retention;
  /** Plan of organizations without a plan of their own. */
  readonly plan: string;
  /** Counts what was removed because it is kept no longer. */
  onExpired(kind: RetentionName | 'audit', count: number): void;
}

/** Everything that a module brings to the server. `src/modules.ts` lists all modules; nothing registers itself. */
export interface Module {
  readonly name: string;
  readonly kinds?: readonly OwnedKind[];
  /** Collections in addition to those of `kinds`. */
  readonly models?: readonly OwnedModel[];
  /** Tasks that need nothing but the world and the settings. */
  tasks?(world: World, settings: ModuleSettings): readonly Task[];
  /**
   * The secret key of the world is another one now, and `former` is the one before: makes anew what was signed and
   * stored with that. What was sealed is sealed again already. Safe to repeat; no server runs meanwhile.
   */
  secretKeyChanged?(world: World, former: SecretBox): Promise<void>;
  /** The clock went back by so much: what waits for an instant would wait for longer. */
  clockWentBack?(world: World, milliseconds: number): Promise<void>;
  /** Moves audit entries that a crash left beside the module's documents into the audit log. */
  settleAudit?(world: World): Promise<void>;
  /** Whether a person has a way to sign in that needs nobody else's server, such as a password. */
  hasOwnSignIn?(world: World, organizationId: string, userId: string): Promise<boolean>;
  /**
   * False where a person may use an organization only by its identity provider: their passwords and passkeys are
   * refused.
   */
  maySignInLocally?(world: World, organizationId: string, userId: string): Promise<boolean>;
  /** Uses up the invitation that a person has not accepted yet, at their present address; false when there is none. */
  takeInvitation?(world: World, organizationId: string, userId: string): Promise<boolean>;
  /** Ends at once what a suspended person has under way. What they use later finds out by itself. */
  personSuspended?(ctx: Ctx, userId: string): Promise<void>;
  /**
   * Takes out of the organization of `ctx` what names people; what they did stays. Harmless when called again, and ends
   * early when `stopping` is aborted.
   */
  forgetPeople?(ctx: Ctx, people: readonly ForgottenPerson[], stopping: AbortSignal): Promise<void>;
  /**
   * Whether work that began before then goes on in the organization of `ctx` and may yet write names that it has read.
   * Once it has ended, people are forgotten again.
   */
  mayYetName?(ctx: Ctx, begunBefore: Date): Promise<boolean>;
  /**
   * Keeps what the module needs of an object that is about to be deleted, by its entity type. Runs before it goes,
   * again when a deletion is tried again, and also when it fails after that; not for what is removed together with
   * another object.
   */
  readonly keepOf?: Readonly<Record<string, (ctx: Ctx, id: string) => Promise<void>>>;
  /**
   * Removes what belonged to a removed object, by its entity type; objects of kinds go by `removedWith`. Runs in the
   * background, by index and in small steps, more than once, and ends early when `stopping` is aborted.
   */
  readonly removeWith?: Readonly<
    Record<string, (ctx: Ctx, removed: RemovedObject, stopping: AbortSignal) => Promise<void>>
  >;
}
