import { type Actor, type Ctx, orderedId, type World } from '../kernel/index.ts';
import { driverCollection, isDuplicateKey } from '../store/index.ts';
import { chainEntry, newSalt, type Position, type UnchainedEntry } from './chain.ts';
import { advanceHead, endOf, type LogEnd } from './heads.ts';
import { type AuditDocument, auditModel, type FieldChange } from './model.ts';

/** How a module describes a change it makes. `action` is `<noun>.<verb>`: `team.create`. */
export interface AuditNote {
  action: string;
  entityType: string;
  entityId: string;
  entityDisplayName?: string | null;
  changes?: FieldChange[];
  /** Whose personal data the name and the changes are; left out: nobody's, and they are never erased. */
  personIds?: readonly string[];
}

export type AuditEntry = UnchainedEntry;

/** The entry for a change that `ctx` makes now; hand it to `appendEntry`, or store it beside the change first. */
export function auditEntry(ctx: Ctx, note: AuditNote): AuditEntry {
  const at = ctx.clock.now();
  const { actor } = ctx;
  return {
    _id: orderedId(at.getTime()),
    organizationId: ctx.organizationId,
    at,
    action: note.action,
    entityType: note.entityType,
    entityId: note.entityId,
    actorKind: actor.kind,
    actorId: actor.kind === 'system' ? null : actor.id,
    ...keyOf(actor),
    ...(actor.kind === 'user' && actor.sessionId ? { sessionId: actor.sessionId } : {}),
    source: ctx.source,
    requestId: ctx.requestId,
    ...(ctx.tool === undefined ? {} : { tool: ctx.tool }),
    ...(ctx.client === undefined ? {} : { client: ctx.client }),
    ...(note.personIds?.length ? { personIds: [...note.personIds] } : {}),
    names: {
      salt: newSalt(),
      displayName: actor.kind === 'system' ? 'System' : actor.displayName,
      identifier: actor.kind === 'user' ? actor.email : actor.kind === 'system' ? null : actor.id,
    },
    content: {
      // Content that is never erased needs no salt.
      salt: note.personIds?.length ? newSalt() : '',
      entityDisplayName: note.entityDisplayName ?? null,
      changes: note.changes ?? [],
    },
  };
}

function keyOf(actor: Actor): Pick<AuditDocument, 'keyId' | 'keyCreatedBy'> {
  if (actor.kind === 'key') return { keyId: actor.id, keyCreatedBy: actor.keyCreatedBy ?? null };
  if (actor.kind === 'user')
    return { keyId: actor.keyId ?? null, keyCreatedBy: actor.keyCreatedBy ?? null };
  return { keyId: null, keyCreatedBy: null };
}

interface Waiting {
  entry: AuditEntry;
  resolve(): void;
  reject(error: unknown): void;
}

interface Queue {
  waiting: Waiting[];
  running: boolean;
  /** Where this process left the log. Another one that appended makes the next position taken, and it is read anew. */
  end: LogEnd | null;
  /** The writing of the signed head, which nobody waits for: it shares the commit of what comes next. */
  head: Promise<void>;
}

const noQueues = () => new Map<string, Queue>();
const batchMax = 200;

/**
 * Appends to the organization's chain; resolved when it is on disk. Entries of one process that
 * come together share one write; entries of several processes race for the next position and the
 * losers move up. Appending the same entry again changes nothing.
 */
export function appendEntry(world: World, entry: AuditEntry): Promise<void> {
  const byOrganization = world.memory.of(noQueues);
  const queue = byOrganization.get(entry.organizationId) ?? {
    waiting: [],
    running: false,
    end: null,
    head: Promise.resolve(),
  };
  byOrganization.set(entry.organizationId, queue);
  return new Promise((resolve, reject) => {
    queue.waiting.push({ entry, resolve, reject });
    if (!queue.running) void drain(world, entry.organizationId, queue);
  });
}

async function drain(world: World, organizationId: string, queue: Queue): Promise<void> {
  queue.running = true;
  while (queue.waiting.length > 0) {
    const batch = queue.waiting.splice(0, batchMax);
    try {
      const end = await appendBatch(
        world,
        organizationId,
        batch.map((item) => item.entry),
        queue.end,
      );
      queue.end = end;
      const before = queue.head;
      if (end) queue.head = before.then(() => advance(world, organizationId, queue, end));
      for (const item of batch) item.resolve();
      await before;
    } catch (error) {
      queue.end = null;
      for (const item of batch) item.reject(error);
    }
  }
  queue.running = false;
}

async function advance(
  world: World,
  organizationId: string,
  queue: Queue,
  end: LogEnd,
): Promise<void> {
  try {
    if (!(await advanceHead(world, organizationId, end))) queue.end = null;
  } catch (error) {
    queue.end = null;
    world.log.warn({ err: error, organizationId }, 'the head of an audit log did not move on');
  }
}

/** Resolved when the heads of all that was appended are on disk: before the store is closed. */
export async function headsWritten({ memory }: Pick<World, 'memory'>): Promise<void> {
  const all = [...memory.of(noQueues).values()];
  await Promise.all(all.map((queue) => queue.head));
}

/** Gives where the log ends now; null when all of it was there before. */
async function appendBatch(
  world: World,
  organizationId: string,
  entries: AuditEntry[],
  known: LogEnd | null,
): Promise<LogEnd | null> {
  const model = auditModel(world.store);
  let left = entries;
  let from = known;
  while (left.length > 0) {
    const { began, ...end } = from ?? (await endOf(world, organizationId));
    from = null;
    let last: Position = end;
    const documents: AuditDocument[] = [];
    for (const entry of left) {
      const document = chainEntry(entry, last, world.secrets);
      documents.push(document);
      last = document;
    }
    try {
      await driverCollection(model).insertMany(documents, { ordered: true });
      return { sequence: last.sequence, hash: last.hash, began };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // Another process took a position, or an entry was appended before a crash: see what is in.
      const stored = await model
        .find({ _id: { $in: left.map((entry) => entry._id) } }, { _id: 1 })
        .lean();
      const done = new Set(stored.map((document) => document._id));
      left = left.filter((entry) => !done.has(entry._id));
    }
  }
  return null;
}

/** Records something that changes no object, such as reading the log itself. */
export async function recordAudit(ctx: Ctx, note: AuditNote): Promise<void> {
  await appendEntry(ctx, auditEntry(ctx, note));
}
