import { AppError, type Ctx } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { kindsOf, type Resource, type ResourceKind } from './kind.ts';
import { lookedUp } from './lookup.ts';
import { storedFilter } from './stored-filter.ts';

export interface Reference {
  /** Where it is, for the caller: `rules[2].actions.assignToTeams[0]`. */
  field: string;
  id: string;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * 400 unless the organization has every object that `wire` names and `current` did not name in the same place. A
 * reference whose object was deleted may stay: it must not block the change that removes it, or any other one.
 */
export async function demandReferences<Wire, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  wire: Wire,
  current: unknown,
): Promise<void> {
  const wanted = new Map<string, Reference[]>();
  for (const { path, entityType } of kind.shape.references) {
    const before = new Set(referencesAt(current, path).map(({ id }) => id));
    const added = referencesAt(wire, path).filter(({ id }) => !before.has(id));
    if (added.length > 0) wanted.set(entityType, [...(wanted.get(entityType) ?? []), ...added]);
  }
  if (wanted.size === 0) return;
  const fields: Record<string, [Sentence]> = {};
  for (const [entityType, references] of wanted) {
    const known = await knownOf(ctx, entityType, [...new Set(references.map(({ id }) => id))]);
    for (const { field, id } of references) {
      const one = known.get(id);
      const wrong = one
        ? one.unfitFor(memberOf(field))
        : say('noSuchObject', { what: entityType, id });
      if (wrong) fields[field] = [wrong];
    }
  }
  const wrong = Object.entries(fields);
  if (wrong.length > 0)
    throw new AppError(
      'validation-failed',
      say('inOrder', {
        said: wrong
          .slice(0, 5)
          .map(([member, [reason]]) => say('memberIsWrong', { member, reason })),
      }),
      { fields },
    );
}

/** A reference whose object was deleted. */
interface DanglingReference extends Reference {
  entityType: string;
}

/** Dangling references of these objects, by the object's id. Needs one query for each kind of object that they name. */
export async function danglingReferences<Wire, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  objects: readonly Resource<Wire, Internal>[],
): Promise<Map<string, DanglingReference[]>> {
  const dangling = new Map<string, DanglingReference[]>();
  const byType = Map.groupBy(kind.shape.references, ({ entityType }) => entityType);
  for (const [entityType, paths] of byType) {
    const named = objects.flatMap(({ id, wire }) =>
      paths.flatMap(({ path }) => referencesAt(wire, path).map((one) => ({ ...one, of: id }))),
    );
    const known = await knownOf(ctx, entityType, [...new Set(named.map(({ id }) => id))]);
    for (const { of, field, id } of named)
      if (!known.has(id))
        dangling.set(of, [...(dangling.get(of) ?? []), { field, id, entityType }]);
  }
  return dangling;
}

interface Known {
  unfitFor(member: string): Sentence | null;
}

async function knownOf(ctx: Ctx, entityType: string, ids: string[]): Promise<Map<string, Known>> {
  const kind = kindsOf(ctx).find((one) => one.entityType === entityType);
  if (!kind) throw new Error(`The document references ${entityType}, which is no kind of object.`);
  const filter = { _id: { $in: ids }, organizationId: ctx.organizationId };
  const found =
    lookedUp(ctx, kind, filter) ??
    (await kind
      .model(ctx.store)
      .find(storedFilter(kind, filter), kind.unfitFor ? { wire: 1 } : { _id: 1 })
      .lean<{ _id: string; wire: object }[]>());
  return new Map(
    found.map(({ _id, wire }) => [
      _id,
      { unfitFor: (member: string) => kind.unfitFor?.(member, wire) ?? null },
    ]),
  );
}

/** The member that holds a reference: `assignToTeams` of `rules[2].actions.assignToTeams[0]`. */
function memberOf(field: string): string {
  return /([^.[\]]+)(\[\d+\])*$/.exec(field)?.[1] ?? field;
}

function referencesAt(wire: unknown, path: string): Reference[] {
  const found: Reference[] = [];
  collect(wire, path.split('.'), '', found);
  return found;
}

function collect(value: unknown, path: readonly string[], field: string, found: Reference[]): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, path, `${field}[${index}]`, found);
    return;
  }
  const [head, ...rest] = path;
  if (head === undefined) {
    const id = typeof value === 'string' ? value.toLowerCase() : '';
    if (uuid.test(id)) found.push({ field, id });
  } else if (typeof value === 'object' && value !== null) {
    const member = (value as Record<string, unknown>)[head];
    collect(member, rest, field === '' ? head : `${field}.${head}`, found);
  }
}
