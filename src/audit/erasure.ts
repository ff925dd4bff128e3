import type { Ctx } from '../kernel/index.ts';
import { driverCollection, pathFilter } from '../store/index.ts';
import { appendEntry, auditEntry } from './append.ts';
import { type AuditDocument, auditModel, type ErasablePart } from './model.ts';

const eraseAction = 'audit.erase';
const stepMax = 1000;

/** What an erasure entry says was erased: positions of entries, by part. */
export type Erased = Record<ErasablePart, number[]>;

/**
 * Takes what names a person out of an organization's entries: their name from what they did, and the content of entries about
 * them. Changes of other objects stay. An entry says what is erased, and why, before it goes: nulls without one are a fault.
 */
export async function erasePerson(ctx: Ctx, personId: string): Promise<void> {
  const { organizationId } = ctx;
  const model = auditModel(ctx.store);
  const entries = driverCollection(model);
  const wanted = {
    names: { organizationId, actorId: personId, actorKind: 'user', names: { $ne: null } },
    content: { organizationId, personIds: personId, content: { $ne: null } },
  } as const;
  const left = async (part: ErasablePart): Promise<number[]> => {
    const found = await model
      .find(pathFilter(model, wanted[part]), { sequence: 1 })
      .limit(stepMax)
      .lean<{ sequence: number }[]>();
    return found.map(({ sequence }) => sequence).sort((a, b) => a - b);
  };
  for (;;) {
    const [names, content] = await Promise.all([left('names'), left('content')]);
    if (names.length + content.length === 0) return;
    await appendEntry(ctx, erasureEntry(ctx, personId, { names, content }));
    const erase = (sequences: number[], part: ErasablePart) =>
      entries.updateMany(
        { organizationId, sequence: { $in: sequences } },
        { $set: { [part]: null } },
      );
    await Promise.all([erase(names, 'names'), erase(content, 'content')]);
  }
}

/** Ends what a crash cut off, and takes what came in while it ran; nothing for people who are in another organization, too. */
export async function finishErasure(ctx: Ctx, personId: string): Promise<void> {
  const { organizationId } = ctx;
  const model = auditModel(ctx.store);
  const begun = await model
    .findOne({ organizationId, entityId: personId, action: eraseAction }, { _id: 1 })
    .lean();
  if (begun) await erasePerson(ctx, personId);
}

function erasureEntry(ctx: Ctx, personId: string, { names, content }: Erased) {
  return auditEntry(ctx, {
    action: eraseAction,
    entityType: 'User',
    entityId: personId,
    changes: [
      { path: 'reason', after: 'The person left the last organization they were in.' },
      { path: 'names', after: names },
      { path: 'content', after: content },
    ],
  });
}

/** What the entry says was erased; null for an entry of another kind. */
export function erasedBy({ action, content }: AuditDocument): Erased | null {
  if (action !== eraseAction || !content) return null;
  const sequences = (part: ErasablePart) => {
    const after = content.changes.find(({ path }) => path === part)?.after;
    return Array.isArray(after) ? after.map(Number) : [];
  };
  return { names: sequences('names'), content: sequences('content') };
}
