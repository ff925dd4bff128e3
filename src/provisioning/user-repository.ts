import { isDeepStrictEqual } from 'node:util';
import {
  type Attributes,
  type Change,
  DirectoryError,
  type DirectoryRecord,
  type UserRepository,
} from '../../scim/index.ts';
import { groupsOf, leaveAllGroups } from '../groups/index.ts';
import {
  demandMayChangeWaysIn,
  isSuspended,
  resumeBy,
  scimAttributesOf,
  suspendBy,
  type User,
  userKind,
} from '../identity/index.ts';
import { AppError, type Ctx, isNotFound, orderedId } from '../kernel/index.ts';
import {
  createResource,
  findResource,
  type ResourceDocument,
  removeResource,
  storedFilter,
  updateResource,
} from '../resources/index.ts';
import { changedUser, type NewUser, newUser } from './change-user.ts';
import { asDirectory } from './refusals.ts';
import { searchPage } from './search-page.ts';
import { userFields } from './user-fields.ts';

/** Tells a person of another e-mail address. */
export type TellOfNewAddress = (ctx: Ctx, former: string, address: string, userId: string) => void;

/** The users of the organization, whoever made them. */
export function userRepository(ctx: Ctx, tellOfNewAddress: TellOfNewAddress): UserRepository {
  return {
    async find(id) {
      const user = await findUser(ctx, id);
      return user && toRecord(user);
    },

    search: (search) =>
      searchPage(search, userFields(ctx), {
        count: (filter) => userKind.model(ctx.store).countDocuments(within(ctx, filter)),
        async list(filter, sort, skip, limit) {
          const found = await userKind
            .model(ctx.store)
            .find(within(ctx, filter))
            .sort(sort)
            .skip(skip)
            .limit(limit)
            .lean<StoredUser[]>();
          return found.map((stored) => ({
            stored,
            record: toRecord({ ...stored, id: stored._id }),
          }));
        },
      }),

    create: (attributes) =>
      asDirectory(async () => {
        const id = orderedId(ctx.clock.now().getTime());
        const { wire, internal } = newUser(ctx, id, attributes);
        const made = await refusingTaken(ctx, id, { wire, internal }, () =>
          createResource(ctx, userKind, wire, { id, internal }),
        );
        return toRecord(made);
      }),

    replace: (id, revision, attributes) =>
      asDirectory(async () => {
        const user = await findUser(ctx, id);
        if (!user) return { outcome: 'missing' };
        if (user.version !== revision) return { outcome: 'changed' };
        const change = await replaceUser(ctx, user, attributes);
        if (change.outcome === 'written')
          tellOfNewAddress(ctx, user.wire.email, change.email, user.id);
        return change;
      }),

    remove: (id, revision) =>
      asDirectory(async () => {
        const user = await findUser(ctx, id);
        if (!user) return { outcome: 'missing' };
        const outcome = await unlessChanged(() =>
          removeResource(ctx, userKind, user.id, demandRevision(revision)),
        );
        if (typeof outcome === 'string') return { outcome };
        // At once: what hangs on the person otherwise goes in the background.
        await leaveAllGroups(ctx, user.id);
        return { outcome: 'removed' };
      }),

    async groupsOf(userIds) {
      const found = await groupsOf(ctx, userIds);
      return new Map(
        [...found].map(([userId, groups]) => [
          userId,
          groups.map(({ id, displayName }) => ({ id, display: displayName })),
        ]),
      );
    },
  };
}

type StoredUser = ResourceDocument<User['wire'], User['internal']>;

type ChangeOfUser = Exclude<Change, { outcome: 'written' }> | WrittenUser;
type WrittenUser = Extract<Change, { outcome: 'written' }> & { email: string };

async function replaceUser(ctx: Ctx, user: User, attributes: Attributes): Promise<ChangeOfUser> {
  const next = changedUser(ctx, user, attributes);
  if (isDeepStrictEqual([next.wire, next.internal], [user.wire, user.internal]))
    return { outcome: 'written', record: toRecord(user), email: user.wire.email };
  const isToBe = isSuspended({ internal: next.internal });
  const isToggled = isToBe !== isSuspended(user);
  const action = isToggled ? (isToBe ? 'user.suspend' : 'user.resume') : 'user.update';
  await demandMayChangeWaysIn(ctx, user, next.wire);
  const demand = demandRevision(user.version);
  const write = () =>
    refusingTaken(ctx, user.id, next, () =>
      updateResource(
        ctx,
        userKind,
        user.id,
        (current) => {
          demand(current);
          return next;
        },
        { action },
      ),
    );
  const written = await unlessChanged(() => {
    if (!isToggled) return write();
    return isToBe ? suspendBy(ctx, user.id, write) : resumeBy(ctx, user.id, write);
  });
  if (typeof written === 'string') return { outcome: written };
  return { outcome: 'written', record: toRecord(written), email: written.wire.email };
}

class RevisionChanged extends Error {}

function demandRevision(revision: number | null) {
  return ({ version }: { version: number }) => {
    if (revision !== null && version !== revision) throw new RevisionChanged();
  };
}

async function unlessChanged<Result extends object>(
  run: () => Promise<Result>,
): Promise<Result | 'changed' | 'missing'> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof RevisionChanged) return 'changed';
    if (isNotFound(error)) return 'missing';
    throw error;
  }
}

/** Says what of the user is taken, and by whom, so that the client can link that one. */
async function refusingTaken<Result>(
  ctx: Ctx,
  id: string,
  { wire, internal }: NewUser,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof AppError && error.fields?.email)) throw error;
    const lookup = userKind.lookupOf?.(wire, { phoneNumberConfirmed: null, ...internal }) ?? {};
    for (const [name, key, value] of [
      ['userName', 'userName', internal.scim?.userName],
      ['e-mail address', 'email', wire.email],
    ] as const) {
      const taken = typeof lookup[key] === 'string' ? lookup[key].toLowerCase() : null;
      const other =
        taken &&
        (await findResource(ctx, userKind, { [`lookup.${key}`]: taken, _id: { $ne: id } }));
      if (other)
        throw new DirectoryError(
          'uniqueness',
          `The ${name} ${value} belongs to another user of this organization, with the id ${other.id}; link that one, or change it first.`,
          { cause: error },
        );
    }
    throw error;
  }
}

async function findUser(ctx: Ctx, id: string): Promise<User | null> {
  return findResource(ctx, userKind, { _id: id.toLowerCase() });
}

function within({ organizationId }: Ctx, filter: object) {
  return storedFilter(userKind, { $and: [filter, { organizationId }] });
}

function toRecord(
  user: Pick<User, 'id' | 'wire' | 'internal' | 'version' | 'createdAt' | 'updatedAt'>,
): DirectoryRecord {
  return {
    id: user.id,
    revision: user.version,
    created: user.createdAt,
    lastModified: user.updatedAt,
    // They came from a client, or were made in their form.
    attributes: scimAttributesOf(user) as Attributes,
  };
}
