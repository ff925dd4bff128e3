import {
  type AttributePath,
  type Attributes,
  DirectoryError,
  type Filter,
  matches,
} from '../../scim/index.ts';
import { findGroups, membersOf } from '../groups/index.ts';
import { scimLookupKey, scimOrigin } from '../identity/index.ts';
import type { Ctx } from '../kernel/index.ts';
import type { Fields, Query } from './compile-filter.ts';
import type { SortFields } from './search-page.ts';

/** Stored paths by names that are not among the attributes that a client sends. */
const own: Readonly<Record<string, string>> = {
  id: '_id',
  'meta.created': 'createdAt',
  'meta.lastModified': 'updatedAt',
  externalId: 'internal.scimExternalId',
  userName: 'lookup.userName',
};

/** Where users have what clients search and sort by. */
export function userFields(ctx: Ctx): Fields & SortFields {
  return {
    pathOf: (path) => pathOf(path, 'lookup.scim'),
    subPathOf: ({ sub }) => scimLookupKey(sub?.name ?? ''),
    sortPathOf(path) {
      if (isGroups(path))
        throw new DirectoryError('invalidFilter', 'Users cannot be sorted by their groups.');
      return pathOf(path, path.attribute.multiValued ? 'lookup.scimFirst' : 'lookup.scim');
    },
    related: (filter) => (isGroups(filter.path) ? inGroups(ctx, filter) : null),
  };
}

function pathOf({ extension, attribute, sub }: AttributePath, root: string): string {
  const names = sub ? [attribute.name, sub.name] : [attribute.name];
  const known = extension === null ? own[names.join('.')] : undefined;
  if (known !== undefined) return known;
  const parts = extension === null ? names : [extension, ...names];
  return [root, ...parts.map(scimLookupKey)].join('.');
}

function isGroups({ extension, attribute }: AttributePath): boolean {
  return extension === null && attribute.name === 'groups';
}

/** More than any identity provider asks for; beyond it the query would be larger than a document may be. */
const peopleMax = 100_000;

/** The people in the groups that match, as each of them would show it. */
async function inGroups(ctx: Ctx, filter: Filter & { path: AttributePath }): Promise<Query> {
  if (filter.path.sub?.name === '$ref')
    throw new DirectoryError(
      'invalidFilter',
      'groups.$ref cannot be searched for; use groups.value.',
    );
  const groups = await findGroups(ctx, { 'lookup.origin': scimOrigin });
  const ids = groups
    .filter(({ id, wire }) => {
      const shown: Attributes = { value: id, display: wire.displayName, type: 'direct' };
      return matches(filter, { groups: [shown] });
    })
    .map(({ id }) => id);
  const people = new Set([...(await membersOf(ctx, ids)).values()].flat());
  if (people.size > peopleMax)
    throw new DirectoryError('tooMany', 'Too many people are in these groups; name fewer groups.');
  return { _id: { $in: [...people] } };
}
