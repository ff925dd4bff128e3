import type { components } from '../contract/index.ts';
import { AppError, actingPersonId, type Ctx, type World } from '../kernel/index.ts';
import {
  byText,
  defineKind,
  demandTimeZone,
  findResource,
  type Resource,
  storedFilter,
  wireShapes,
  withIds,
} from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { demandDispensable } from './owners.ts';
import { type PhoneNumberInternal, phoneNumberParts } from './phone-number.ts';
import {
  attributesGiven,
  foldCase,
  type ScimInternal,
  scimLookupOf,
  scimUserNameOf,
} from './scim-attributes.ts';

/** A person as an organization knows them; the members are those of the document's User. */
export type UserWire = Required<
  Pick<UserInput, 'displayName' | 'email' | 'phoneNumber' | 'timeZoneId'>
> &
  Pick<
    UserInput,
    | 'userName'
    | 'incidentNotificationSettings'
    | 'calendarPublishingSettings'
    | 'disableOnCallNotices'
    | 'noticesBeforeMinutes'
    | 'disableWeeklyIncidentEngagementReport'
    | 'language'
    | 'region'
  >;

type UserInput = components['schemas']['UserInput'];

export interface UserInternal extends PhoneNumberInternal {
  scimExternalId: string | null;
  scim?: ScimInternal;
  /** True once the person set them in the console: then others overwrite them on purpose only. */
  managesOwnNotifications?: boolean;
  /** Since when the person is suspended, see `suspension.ts`; null or absent: they are not. */
  suspendedAt?: Date | null;
}

export type User = Resource<UserWire, UserInternal>;

/** The person with this address, in any letter case. */
export function userByEmail(ctx: Ctx, email: string): Promise<User | null> {
  return findResource(ctx, userKind, { 'lookup.email': email.toLowerCase() });
}

/** The name of a person, and without one their address. */
export function personName({
  displayName,
  email,
}: Pick<UserWire, 'displayName' | 'email'>): string {
  return displayName ?? email;
}

export const userKind = defineKind<UserWire, UserInternal>({
  entityType: 'User',
  noun: 'user',
  collection: 'users',
  shape: wireShapes.User,
  displayNameOf: personName,
  lookupOf(wire, internal) {
    const { all, first } = scimLookupOf({ wire, internal });
    const userName = foldCase(scimUserNameOf({ wire, internal }));
    const notices = wire.noticesBeforeMinutes?.length ? 'set' : null;
    return { email: wire.email, userName, notices, scim: { ...all }, scimFirst: { ...first } };
  },
  personOf: (_user, id) => id,
  auditedOf: (internal) => ({
    ...(isSuspended({ internal }) ? { isSuspended: true } : {}),
    ...(internal.scim
      ? { scim: { ...attributesGiven({ internal }), externalId: internal.scimExternalId } }
      : {}),
  }),
  // Spec 2.1 rule 3: who has roles elsewhere stays known.
  person: {
    reason: 'The person left the last organization they were in.',
    namesOf: ({ displayName, email, phoneNumber }) => [displayName, email, phoneNumber],
    elsewhere: { addressOf: (user) => user.email.toLowerCase(), isKnown: isKnownElsewhere },
  },
  filters: {
    Email: byText('email'),
    ScimExternalId: (id) => ({ 'internal.scimExternalId': id }),
  },
  prepare(ctx, wire, current) {
    demandEmailKept(ctx, wire, current);
    demandTimeZone('timeZoneId', wire.timeZoneId);
    const internal = current?.internal ?? { scimExternalId: null };
    return { wire, internal: { ...internal, ...phoneNumberParts(ctx, wire.phoneNumber, current) } };
  },
  beforeRemove: demandRemovable,
  duplicate: { code: 'validation-failed', field: 'email', message: say('emailTaken') },
  indexes: [
    // Identity providers send parallel creates: check-then-insert would lose the race.
    [
      { organizationId: 1, 'lookup.email': 1 },
      { unique: true, partialFilterExpression: { 'lookup.email': { $exists: true } } },
    ],
    // The names by which SCIM clients know people.
    [
      { organizationId: 1, 'lookup.userName': 1 },
      { unique: true, partialFilterExpression: { 'lookup.userName': { $exists: true } } },
    ],
    [{ organizationId: 1, 'lookup.scim.emails.value': 1 }, { sparse: true }],
    // Has a SCIM client provisioned anybody?
    [
      { organizationId: 1, 'internal.scim.provisioned': 1 },
      { partialFilterExpression: { 'internal.scim.provisioned': { $exists: true } } },
    ],
    // Spec 2.1 rules 2 and 3: is the person in another organization, too?
    [{ 'lookup.email': 1 }, { sparse: true }],
    [{ organizationId: 1, 'internal.scimExternalId': 1 }, { sparse: true }],
    // Finds those who are told before their shifts, of all organizations.
    [{ 'lookup.notices': 1 }, { sparse: true }],
    // Finds suspended members of a team.
    [
      { organizationId: 1, 'internal.suspendedAt': 1, _id: 1 },
      { partialFilterExpression: { 'internal.suspendedAt': { $exists: true } } },
    ],
  ],
});

/** True once a SCIM client has provisioned anybody in the organization: then it alone decides who is in it. */
export async function hasProvisionedPeople(world: World, organizationId: string): Promise<boolean> {
  const filter = { organizationId, 'internal.scim.provisioned': true };
  return (await userKind.model(world.store).exists(storedFilter(userKind, filter))) !== null;
}

/** True while nothing reaches the person and nothing that is theirs works. */
export function isSuspended({
  internal,
}: {
  internal: Pick<UserInternal, 'suspendedAt'>;
}): boolean {
  return (internal.suspendedAt ?? null) !== null;
}

/** The part of a query that keeps to people who are suspended, or to those who are not. */
export function bySuspension(isWanted: boolean): Record<string, unknown> {
  return { 'internal.suspendedAt': isWanted ? { $gt: new Date(0) } : null };
}

/** The audit log and sign-in identify people by it, so nobody can take another person's address. */
function demandEmailKept(ctx: Ctx, { email }: UserWire, current: User | undefined): void {
  if (ctx.isSelfService && current && email.toLowerCase() !== current.wire.email.toLowerCase())
    throw new AppError('forbidden', say('notOwnEmail'));
}

async function demandRemovable(ctx: Ctx, user: User): Promise<void> {
  // Spec 2.1 rule 3.
  if (actingPersonId(ctx) === user.id) throw new AppError('forbidden', say('notDeleteSelf'));
  await demandDispensable(ctx, user.id);
}

async function isKnownElsewhere(
  world: World,
  organizationId: string,
  email: string,
): Promise<boolean> {
  const elsewhere = { 'lookup.email': email, organizationId: { $ne: organizationId } };
  return (await userKind.model(world.store).exists(storedFilter(userKind, elsewhere))) !== null;
}

/** The members of people that views show, by id. Deleted people are left out. */
export async function usersById(
  ctx: Ctx,
  ids: readonly string[],
): Promise<Map<string, UserSummary>> {
  if (ids.length === 0) return new Map();
  const users = await userKind
    .model(ctx.store)
    .find(storedFilter(userKind, { ...withIds(ids), organizationId: ctx.organizationId }), {
      'wire.displayName': 1,
      'wire.email': 1,
    })
    .lean<{ _id: string; wire: UserWire }[]>();
  return new Map(
    users.map(({ _id, wire: { displayName, email } }) => [_id, { id: _id, displayName, email }]),
  );
}

/** Who is about to act, and whether they may; null once they were removed. */
export async function personWhoActs(
  ctx: Ctx,
  id: string,
): Promise<(UserSummary & { isSuspended: boolean }) | null> {
  const user = await findResource(ctx, userKind, { _id: id.toLowerCase() });
  if (!user) return null;
  const { displayName, email } = user.wire;
  return { id: user.id, displayName, email, isSuspended: isSuspended(user) };
}

/** The users among these who may act: neither removed nor suspended. */
export async function thoseWhoAct(
  world: World,
  organizationId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const users = await userKind
    .model(world.store)
    .find(storedFilter(userKind, { ...withIds(ids), organizationId, ...bySuspension(false) }), {
      _id: 1,
    })
    .lean<{ _id: string }[]>();
  return new Set(users.map(({ _id }) => _id));
}

interface Member {
  userId?: string | null;
  email?: string | null;
}

/**
 * The e-mail address that the view of a membership shows: as it was sent, else that of the user; null once the user is
 * gone.
 */
export async function memberEmails(
  ctx: Ctx,
  memberships: readonly { wire: Member }[],
): Promise<(member: Member) => string | null> {
  const users = await usersById(
    ctx,
    memberships.map(({ wire }) => wire.userId ?? ''),
  );
  return ({ userId, email }) => email ?? users.get(userId?.toLowerCase() ?? '')?.email ?? null;
}

export interface UserSummary {
  id: string;
  displayName: string | null;
  email: string;
}
