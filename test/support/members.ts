import type { OwnedModel, World } from '../../src/kernel/index.ts';

/** The members that documents of a collection may have. */
export function membersOf({ store }: Pick<World, 'store'>, model: OwnedModel): string[] {
  // A connection knows the models that were asked for.
  model(store);
  return Object.keys(store.connection.models[model.collectionName]?.schema.paths ?? {});
}
