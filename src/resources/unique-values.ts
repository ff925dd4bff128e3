import type { AppError, Ctx } from '../kernel/index.ts';
import { refusal, say } from '../sentences/index.ts';
import { isDuplicateKey } from '../store/index.ts';
import { canSee } from './access.ts';
import type { ResourceDocument, ResourceKind } from './kind.ts';
import { collectionOf } from './outbox.ts';

/** Writes; where the store refuses a value that another object has, throws what the kind says of that. */
export async function refusingDuplicates<Wire, Internal, Result>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  written: Indexed,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const id = await whoHasIt(ctx, kind, written);
    const { keyPattern = {} } = error as { keyPattern?: Record<string, unknown> };
    throw takenAs(
      kind,
      Object.keys(keyPattern),
      (index) => isDuplicateKey(error, index),
      id,
      error,
    );
  }
}

/** The members of a document that the unique indexes of its kind cover. */
type Indexed = Pick<ResourceDocument<unknown>, '_id' | 'lookup'>;

/**
 * The id of the object that has the value, so that the caller can import or change it, unless it is not theirs. Asks
 * by the kind's own indexes: not every server says which one refused the write.
 */
async function whoHasIt<Wire, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  { _id, lookup }: Indexed,
): Promise<string | null> {
  const { organizationId } = ctx;
  for (const [index, options] of kind.indexes ?? []) {
    if (!options?.unique) continue;
    const values = Object.keys(index).map((path) => {
      const value =
        path === 'organizationId' ? organizationId : lookup[path.replace(/^lookup\./, '')];
      return [path, Array.isArray(value) ? { $in: value } : value] as const;
    });
    if (values.some(([, value]) => value === undefined)) continue;
    const found = await collectionOf(ctx, kind).findOne<
      Pick<ResourceDocument<Wire>, '_id' | 'teamId' | 'lookup'>
    >(
      { ...Object.fromEntries(values), organizationId, _id: { $ne: _id } },
      { projection: { teamId: 1, lookup: 1 } },
    );
    if (found) return canSee(ctx, kind, found) ? found._id : null;
  }
  return null;
}

/** The error of a kind for a unique value that is taken; `id`: of the object that has it, if the caller may know. */
function takenAs<Wire, Internal>(
  kind: ResourceKind<Wire, Internal>,
  index: readonly string[],
  isOf: (field: string) => boolean,
  id: string | null,
  cause?: unknown,
): AppError {
  const taken = [kind.duplicate ?? []].flat().find((one) => !('index' in one) || isOf(one.index));
  if (taken) {
    const { code, field, message } = taken;
    const said = id === null ? message : say('takenBy', { taken: message, id });
    return refusal(code, said, { cause, field });
  }
  const members = index
    .filter((field) => field !== 'organizationId')
    .map((field) => field.replace(/^(wire|lookup)\./, ''));
  return refusal('conflict', say('valueTaken', { what: kind.entityType, members }), { cause });
}

/** The error that a write of this document would end with because another one has its unique values; null: none has. */
export function takenError<Wire, Internal>(
  kind: ResourceKind<Wire, Internal>,
  document: ResourceDocument<Wire, Internal>,
  find: (filter: object) => { _id: string } | undefined,
): AppError | null {
  const { _id, organizationId, teamId, lookup } = document;
  for (const [index, options] of kind.indexes ?? []) {
    if (!options?.unique) continue;
    const fields = Object.keys(index);
    const values = fields.map((path) => {
      const own: Readonly<Record<string, unknown>> = { organizationId, teamId };
      const value = path in own ? own[path] : lookup[path.replace(/^lookup\./, '')];
      return [path, Array.isArray(value) ? { $in: value } : value] as const;
    });
    if (values.some(([, value]) => value === undefined || value === null)) continue;
    const found = find({ ...Object.fromEntries(values), _id: { $ne: _id } });
    if (found) return takenAs(kind, fields, (field) => fields.includes(field), found._id);
  }
  return null;
}
