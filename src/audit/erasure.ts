import type { Ctx, ForgottenPerson } from '../kernel/index.ts';
import { driverCollection, pathFilter } from '../store/index.ts';
import { appendEntry, auditEntry } from './append.ts';
import { type AuditDocument, auditModel, type ErasablePart } from './model.ts';

const eraseAction = 'audit.erase';
const stepMax = 1000;

/** The positions of erased entries, by part, as an erasure entry lists them. */
export type Erased = Record<ErasablePart, number[]>;

/**
 * Takes what names a person out of an organization's entries: their name from what they did, and the content of entries
 * about them. Changes of other objects stay. An entry says what is erased, and why, before it goes: nulls without one
 * are a fault.
 */
export async function erasePerson(ctx: Ctx, person: ForgottenPerson): Promise<void> {
  const { organizationId } = ctx;
  const { id: personId } = person;
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
    await appendEntry(ctx, erasureEntry(ctx, person, { names, content }));
    const erase = (sequences: number[], part: ErasablePart) =>
      entries.updateMany(
        { organizationId, sequence: { $in: sequences } },
        { $set: { [part]: null } },
      );
    await Promise.all([erase(names, 'names'), erase(content, 'content')]);
  }
}

function erasureEntry(
  ctx: Ctx,
  { id, entityType, reason }: ForgottenPerson,
  { names, content }: Erased,
) {
  return auditEntry(ctx, {
    action: eraseAction,
    entityType,
    entityId: id,
    changes: [
      { path: 'reason', after: reason },
      { path: 'names', after: names },
      { path: 'content', after: content },
    ],
  });
}

/** The positions that this entry says were erased; null for an entry of another kind. */
export function erasedBy({ action, content }: AuditDocument): Erased | null {
  if (action !== eraseAction || !content) return null;
  const sequences = (part: ErasablePart) => {
    const after = content.changes.find(({ path }) => path === part)?.after;
    return Array.isArray(after) ? after.map(Number) : [];
  };
  return { names: sequences('names'), content: sequences('content') };
}
