import { type Ctx, orderedId, type Store, type World } from '../kernel/index.ts';
import { driverCollection, isDuplicateKey } from '../store/index.ts';
import { chainEntry, genesisHash, newSalt, type UnchainedEntry } from './chain.ts';
import { type AuditDocument, auditModel, type FieldChange, type PersonalPart } from './model.ts';

/** How a module describes a change it makes. `action` is `<noun>.<verb>`: `team.create`. */
export interface AuditNote {
  action: string;
  entityType: string;
  entityId: string;
  entityDisplayName?: string | null;
  changes?: FieldChange[];
}

export type AuditEntry = UnchainedEntry & { personal: PersonalPart };

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
    source: ctx.source,
    requestId: ctx.requestId,
    personal: {
      salt: newSalt(),
      entityDisplayName: note.entityDisplayName ?? null,
      actorDisplayName: actor.kind === 'system' ? 'System' : actor.displayName,
      actorIdentifier:
        actor.kind === 'user' ? actor.email : actor.kind === 'system' ? null : actor.id,
      changes: note.changes ?? [],
    },
  };
}

interface Waiting {
  entry: AuditEntry;
  resolve(): void;
  reject(error: unknown): void;
}

interface Queue {
  waiting: Waiting[];
  running: boolean;
}

const queues = new WeakMap<Store, Map<string, Queue>>();
const batchMax = 200;

/**
 * Appends to the organization's chain; resolved when it is on disk. Entries of one process that
 * come together share one write; entries of several processes race for the next position and the
 * losers move up. Appending the same entry again changes nothing.
 */
export function appendEntry(world: World, entry: AuditEntry): Promise<void> {
  const byOrganization = queues.get(world.store) ?? new Map<string, Queue>();
  queues.set(world.store, byOrganization);
  const queue = byOrganization.get(entry.organizationId) ?? { waiting: [], running: false };
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
      await appendBatch(
        world,
        organizationId,
        batch.map((item) => item.entry),
      );
      for (const item of batch) item.resolve();
    } catch (error) {
      for (const item of batch) item.reject(error);
    }
  }
  queue.running = false;
}

async function appendBatch(
  world: World,
  organizationId: string,
  entries: AuditEntry[],
): Promise<void> {
  const model = auditModel(world.store);
  let left = entries;
  while (left.length > 0) {
    let head = await headOf(world, organizationId);
    const documents: AuditDocument[] = [];
    for (const entry of left) {
      head = chainEntry(entry, head, world.secrets);
      documents.push(head as AuditDocument);
    }
    try {
      await driverCollection(model).insertMany(documents, { ordered: true });
      return;
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
}

async function headOf(
  world: World,
  organizationId: string,
): Promise<{ sequence: number; hash: string }> {
  const head = await auditModel(world.store)
    .findOne({ organizationId }, { sequence: 1, hash: 1 })
    .sort({ sequence: -1 })
    .lean();
  return head ?? { sequence: 0, hash: genesisHash };
}

/** Records something that changes no object, such as reading the log itself. */
export async function recordAudit(ctx: Ctx, note: AuditNote): Promise<void> {
  await appendEntry(ctx, auditEntry(ctx, note));
}
