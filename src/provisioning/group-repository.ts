import {
  type AttributePath,
  type Attributes,
  DirectoryError,
  type DirectoryRecord,
  type Filter,
  foldCase,
  type GroupRepository,
  matches,
} from '../../scim/index.ts';
import {
  changeGroup,
  countGroups,
  createGroup,
  findGroup,
  findGroups,
  type Group,
  type GroupContent,
  groupsOf,
  groupsWithMembers,
  membersOf,
  removeGroup,
} from '../groups/index.ts';
import { scimOrigin, type User, userKind } from '../identity/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { storedFilter } from '../resources/index.ts';
import type { Fields, Query } from './compile-filter.ts';
import { asDirectory } from './refusals.ts';
import { type SortFields, searchPage } from './search-page.ts';

/** The groups that SCIM clients made. */
export function groupRepository(ctx: Ctx): GroupRepository {
  return {
    async find(id) {
      const group = await findGroup(ctx, id);
      return group && toRecord(group);
    },

    search: (search) =>
      searchPage(search, groupFields(ctx), {
        count: (filter) => countGroups(ctx, ofScim(filter)),
        async list(filter, sort, skip, limit) {
          const found = await findGroups(ctx, ofScim(filter), { sort, skip, limit });
          return found.map((group) => ({
            stored: {
              ...group,
              _id: group.id,
              lookup: { displayName: foldCase(group.wire.displayName) },
            },
            record: toRecord(group),
          }));
        },
      }),

    create: (attributes, memberIds) =>
      asDirectory(async () => toRecord(await createGroup(ctx, contentOf(attributes), memberIds))),

    change: (id, revision, { attributes, members }) =>
      asDirectory(async () => {
        const content = attributes && contentOf(attributes);
        const changed = await changeGroup(ctx, id, revision, { content, members });
        return changed.outcome === 'written'
          ? { outcome: 'written', record: toRecord(changed.group) }
          : changed;
      }),

    remove: (id, revision) =>
      asDirectory(async () => ({ outcome: await removeGroup(ctx, id, revision) })),

    async membersOf(groupIds) {
      const members = await membersOf(ctx, groupIds);
      const names = await namesOf(ctx, [...new Set([...members.values()].flat())]);
      return new Map(
        [...members].map(([groupId, userIds]) => [
          groupId,
          // Who was deleted a moment ago is no member any more.
          userIds.flatMap((id) => {
            const display = names.get(id);
            return display === undefined ? [] : [{ id, display }];
          }),
        ]),
      );
    },
  };
}

const namesAtOnce = 5000;

async function namesOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (let start = 0; start < ids.length; start += namesAtOnce) {
    const users = await userKind
      .model(ctx.store)
      .find(
        storedFilter(userKind, {
          _id: { $in: ids.slice(start, start + namesAtOnce) },
          organizationId: ctx.organizationId,
        }),
        { 'wire.displayName': 1, 'wire.email': 1, 'internal.scim.userName': 1 },
      )
      .lean<(Pick<User, 'wire' | 'internal'> & { _id: string })[]>();
    for (const { _id, wire, internal } of users)
      names.set(_id, wire.displayName ?? internal?.scim?.userName ?? wire.email);
  }
  return names;
}

const paths: Readonly<Record<string, string>> = {
  id: '_id',
  externalId: 'wire.externalId',
  displayName: 'lookup.displayName',
  'meta.created': 'createdAt',
  'meta.lastModified': 'updatedAt',
};

/** Where groups have what clients search and sort by. */
function groupFields(ctx: Ctx): Fields & SortFields {
  const pathOf = ({ attribute, sub }: AttributePath): string => {
    const name = sub ? `${attribute.name}.${sub.name}` : attribute.name;
    const path = paths[name];
    if (path === undefined)
      throw new DirectoryError('invalidFilter', `Groups cannot be searched or sorted by ${name}.`);
    return path;
  };
  return {
    pathOf,
    sortPathOf: pathOf,
    subPathOf: ({ sub }) => sub?.name ?? '',
    related: (filter) =>
      filter.path.attribute.name === 'members' ? withMembers(ctx, filter) : null,
  };
}

/** Groups by one member's id, as identity providers probe; or by whether there are any. */
async function withMembers(ctx: Ctx, filter: Filter & { path: AttributePath }): Promise<Query> {
  if (filter.kind === 'present') return { _id: { $in: await groupsWithMembers(ctx) } };
  const ids = [...new Set(userIdsIn(filter))];
  const inGroups = await groupsOf(ctx, ids);
  const found = new Set<string>();
  for (const [userId, groups] of inGroups) {
    const member: Attributes = { value: userId, type: 'User' };
    if (matches(filter, { members: [member] })) for (const { id } of groups) found.add(id);
  }
  return { _id: { $in: [...found] } };
}

/** The ids by which the filter picks members; throws for filters that would need a look at all of them. */
function userIdsIn(filter: Filter): string[] {
  switch (filter.kind) {
    case 'element':
      return userIdsIn(filter.filter);
    case 'or':
      return filter.filters.flatMap(userIdsIn);
    case 'and': {
      const parts = filter.filters.flatMap((part) => {
        try {
          return [userIdsIn(part)];
        } catch {
          return [];
        }
      });
      if (parts[0]) return parts[0];
      break;
    }
    case 'compare':
      if (filter.path.sub?.name === 'value' && filter.operator === 'eq')
        return [String(filter.value)];
      break;
    case 'not':
    case 'present':
      break;
  }
  throw new DirectoryError(
    'invalidFilter',
    'Groups can be searched by members only as members.value eq "<id of a user>".',
  );
}

function ofScim(filter: Query): object {
  return { $and: [filter], 'lookup.origin': scimOrigin };
}

function contentOf({ displayName, externalId, ...attributes }: Attributes): GroupContent {
  return {
    displayName: String(displayName),
    externalId: typeof externalId === 'string' ? externalId : null,
    attributes,
  };
}

function toRecord(group: Group): DirectoryRecord {
  const { displayName, externalId } = group.wire;
  return {
    id: group.id,
    revision: group.version,
    created: group.createdAt,
    lastModified: group.updatedAt,
    attributes: {
      // They came from a client.
      ...(group.internal.attributes as Attributes),
      displayName,
      ...(externalId === null ? {} : { externalId }),
    },
  };
}
