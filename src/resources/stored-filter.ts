import type { QueryFilter } from 'mongoose';
import type { PathFilter } from '../store/index.ts';
import type { ResourceDocument, ResourceKind } from './kind.ts';

export type StoredFilter<Wire, Internal> = PathFilter<ResourceDocument<Wire, Internal>>;

/** A filter of the stored objects of a kind, by their members and by paths into `wire`, `internal` and `lookup`. */
export function storedFilter<Wire, Internal>(
  _kind: ResourceKind<Wire, Internal>,
  filter: StoredFilter<Wire, Internal>,
): QueryFilter<ResourceDocument<Wire, Internal>> {
  // as never: mongoose cannot look into a wire object that is not known yet; PathFilter has checked the members.
  return filter as never;
}
