import type { AppError, Ctx } from '../kernel/index.ts';
import { refusedMembers, type Sentence } from '../sentences/index.ts';
import { type AppliedChanges, applyChanges, type ConfigurationChange } from './apply-changes.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * The snapshot after all of these changes, made as code makes them. Throws 400 that names each member by its place, as
 * `changes[2].wire.teamId`, if one of them would be refused; and 403 if only rights are missing.
 */
export async function snapshotAfter(
  ctx: Ctx,
  snapshot: Snapshot,
  changes: readonly ConfigurationChange[],
): Promise<Pick<AppliedChanges, 'snapshot' | 'ids'>> {
  const acting: Ctx = { ...ctx, source: 'InfrastructureAsCode', isCodeOnly: false };
  const { refused, ...applied } = await applyChanges(acting, snapshot, changes);
  const [first] = refused;
  if (!first) return applied;
  if (refused.every(({ error }) => error.code === 'forbidden')) throw first.error;
  const members: Record<string, readonly Sentence[]> = {};
  for (const { change, error } of refused)
    Object.assign(members, membersOf(error, `changes[${changes.indexOf(change)}]`));
  throw refusedMembers(members);
}

function membersOf(error: AppError, place: string): Record<string, readonly Sentence[]> {
  const { detail, fields = {} } = error.said;
  const named = Object.entries(fields).map(([name, reasons]) => [
    name === 'entityType' ? `${place}.entityType` : `${place}.wire.${name}`,
    reasons,
  ]);
  return named.length > 0 ? Object.fromEntries(named) : { [`${place}.id`]: [detail] };
}
