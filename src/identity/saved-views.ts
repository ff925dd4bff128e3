import type { Collection } from 'mongodb';
import { AppError, type Ctx, notFound, orderedId, type World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { defineModel, driverCollection, isDuplicateKey, schemaOf } from '../store/index.ts';

/** Filters of the incident list that a person keeps under a name. */
export interface SavedView {
  _id: string;
  organizationId: string;
  userId: string;
  name: string;
  /** As the console writes them. */
  search: string;
}

const schema = schemaOf<SavedView>({
  _id: String,
  organizationId: String,
  userId: String,
  name: String,
  search: String,
});
// Views of a person, by name. When several requests save one at once, one of them makes it.
schema.index({ organizationId: 1, userId: 1, name: 1 }, { unique: true });

export const savedViewModel = defineModel<SavedView>('saved_views', schema);

const viewsMax = 100;

export function listSavedViews(ctx: Ctx, userId: string): Promise<SavedView[]> {
  const { organizationId } = ctx;
  return viewsIn(ctx).find({ organizationId, userId }).sort({ name: 1 }).limit(viewsMax).toArray();
}

/** Replaces the view of the person that has this name. Throws 409 where there are too many. */
export async function saveView(
  ctx: Ctx,
  userId: string,
  { name, search }: { name: string; search: string },
): Promise<SavedView> {
  const { organizationId } = ctx;
  const key = { organizationId, userId, name };
  const replaced = await viewsIn(ctx).findOneAndUpdate(
    key,
    { $set: { search } },
    { returnDocument: 'after' },
  );
  if (replaced) return replaced;
  if ((await viewsIn(ctx).countDocuments({ organizationId, userId })) >= viewsMax)
    throw new AppError('conflict', say('viewsTooMany', { max: viewsMax }));
  const view = { _id: orderedId(ctx.clock.now().getTime()), ...key, search };
  try {
    await viewsIn(ctx).insertOne(view);
    return view;
  } catch (error) {
    // Saved in two windows at the same moment.
    if (isDuplicateKey(error)) return saveView(ctx, userId, { name, search });
    throw error;
  }
}

/** Throws 404 for a view of somebody else, like for one that is not there. */
export async function deleteView(ctx: Ctx, userId: string, id: string): Promise<void> {
  const { organizationId } = ctx;
  const { deletedCount } = await viewsIn(ctx).deleteOne({ _id: id, organizationId, userId });
  if (deletedCount === 0) throw notFound('view', id);
}

/** Saved views are removed with their person. */
export async function removeViewsOf(
  world: World,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await viewsIn(world).deleteMany({ organizationId, userId });
}

function viewsIn({ store }: Pick<World, 'store'>): Collection<SavedView> {
  return driverCollection(savedViewModel(store));
}
