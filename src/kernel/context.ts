import type { Connection } from 'mongoose';
import type { Clock } from './clock.ts';
import type { JointResult, JointWrite } from './joint-writes.ts';
import type { Log } from './log.ts';
import type { Memory } from './memory.ts';
import type { Module } from './module.ts';
import type { SecretBox } from './secret-box.ts';

/** Who is acting. Organization keys have no person behind them; `system` is the product itself. */
export type Actor =
  | { kind: 'system' }
  | { kind: 'integration'; id: string; displayName: string }
  | { kind: 'key'; id: string; displayName: string; keyCreatedBy?: string }
  | {
      kind: 'user';
      id: string;
      displayName: string;
      email: string;
      keyId?: string;
      /** Who made that key: not always the person it belongs to. */
      keyCreatedBy?: string;
      /** Where they are signed in, when it is no key that they act with. */
      sessionId?: string;
    };

/** Which way a change came in; recorded as Source (spec 2.1 rule 4) and in the audit log. */
const changeSources = [
  'User',
  'ApiKey',
  'Scim',
  'Oidc',
  'InfrastructureAsCode',
  'Mcp',
  'System',
] as const;
export type ChangeSource = (typeof changeSources)[number];

/** The database of this process; only the modules' `model.ts` files look inside the connection. */
/** Whether the store takes writes, as of the last attempt to find out. */
export interface StoreWrites {
  /** Null while it does. */
  refusal(): { isFull: boolean; since: Date } | null;
  succeeded(): void;
  failed(error: unknown): void;
}

/** The time of the machine that the store is on. */
export interface StoreTime {
  /** To within a second; the same for all processes that share the store, whatever their own clocks say. */
  now(): Date;
  /**
   * Compares the clocks again where it is time for that, or somebody has set the own one; keeps what is known when the
   * store does not answer.
   */
  measure(): Promise<void>;
}

export interface Store {
  readonly connection: Connection;
  readonly time: StoreTime;
  readonly writes: StoreWrites;
  /**
   * False for a MongoDB and for a guest of another process's embedded database: there, others may use it
   * without our knowledge. Whether this process is alone right now, `processes` knows.
   */
  readonly mayBeExclusive: boolean;
  /**
   * Writes to several collections in one round trip and one commit, in no order; where the server cannot, in one for
   * each collection. Not a transaction: each write stands for itself. Throws when the store fails as a whole.
   */
  writeTogether(writes: readonly JointWrite[]): Promise<JointResult>;
}

/** Stored objects in place of those of the store, by their entity type: as they would be after changes nobody made. */
export interface Lookup {
  /** Objects that match the filter of a query, in order of creation. */
  find(entityType: string, filter: object): readonly object[];
}

/** Everything of which a process has one. `src/world.ts` makes it, for the server and for commands. */
export interface World {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: SecretBox;
  readonly memory: Memory;
  /** All of them, so that what one module does with another's kinds does not depend on who imported what. */
  readonly modules: readonly Module[];
  /** Reads of stored objects are answered by it. Nothing may be written then. */
  readonly lookup?: Lookup;
}

/**
 * Which teams' objects the actor may see and change; `'all'` for organization keys and organization
 * roles. Modules filter by it, so that a handler cannot forget to.
 */
export interface TeamAccess {
  readonly see: 'all' | readonly string[];
  readonly edit: 'all' | readonly string[];
  /** Also the incidents of other teams that the person was told of or was given: whoever is called may answer. */
  readonly seesOwnIncidents?: true;
}

/** The severities of incidents that an agent may take, so that people fall silent, and end. */
export interface AgentActs {
  readonly mayAcknowledge: readonly string[];
  readonly mayResolve: readonly string[];
}

/** First argument of everything that touches the world: one actor, in one organization. */
export interface Ctx extends World {
  readonly organizationId: string;
  readonly actor: Actor;
  readonly teams: TeamAccess;
  /** The right to edit comes only from the object being the actor's own. */
  readonly isSelfService?: true;
  /** The caller may not change what it reads, whatever its teams: secrets are masked for it. */
  readonly isReadOnly?: true;
  /**
   * A key whose scopes do not include giving roles in the organization: nor may it change what people with roles sign
   * in with.
   */
  readonly givesNoRoles?: true;
  /**
   * The object that the request is about must be in one of these versions: others may have changed it since the client
   * read it.
   */
  readonly expected?: { readonly id: string; readonly versions: readonly number[] } | undefined;
  /** A person in an organization that changes what code manages by code only. */
  readonly isCodeOnly?: boolean;
  readonly source: ChangeSource;
  /** The tool of an agent by which it is asked for. */
  readonly tool?: string;
  /** The name that the agent's program gave itself, which nobody has checked. */
  readonly client?: string;
  /**
   * The changes of incidents that an agent, a program that works by a model, may make; undefined for everybody else.
   */
  readonly agent?: AgentActs;
  readonly requestId: string;
}
