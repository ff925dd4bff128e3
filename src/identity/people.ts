import { anonymisePerson } from '../audit/index.ts';
import { AppError, type Ctx, invalidField } from '../kernel/index.ts';
import {
  byLookup,
  byText,
  createResource,
  defineKind,
  demandReference,
  demandTimeZone,
  findResource,
  getResource,
  listResources,
  type Resource,
  removeResource,
  wireShapes,
  withIds,
} from '../resources/index.ts';
import { organizationKind } from './organization-kind.ts';

export const organizationRoles = ['Member', 'Administrator', 'Owner'] as const;
export type OrganizationRole = (typeof organizationRoles)[number];

/** A person as an organization knows them; the members are those of the document's User. */
export interface UserWire {
  displayName: string | null;
  email: string;
  phoneNumber: string | null;
  timeZoneId: string | null;
  incidentNotificationSettings?: Record<string, unknown> | null;
  [member: string]: unknown;
}

export interface UserHouse {
  scimExternalId: string | null;
  /** True once the person set them in the console: then others overwrite them on purpose only. */
  managesOwnNotifications?: boolean;
}

export type User = Resource<UserWire, UserHouse>;

const emailTaken = 'Another user of the organization has this e-mail address.';

export const userKind = defineKind<UserWire, UserHouse>({
  entityType: 'User',
  noun: 'user',
  collection: 'users',
  shape: wireShapes.User,
  displayNameOf: (user) => user.displayName ?? user.email,
  lookupOf: (user) => ({ email: user.email }),
  filters: {
    Email: byText('email'),
    ScimExternalId: (id) => ({ 'internal.scimExternalId': id }),
  },
  prepare(_ctx, wire, current) {
    demandTimeZone('timeZoneId', wire.timeZoneId);
    return { wire, internal: current?.internal ?? { scimExternalId: null } };
  },
  beforeRemove: demandRemovable,
  duplicate: { code: 'validation-failed', field: 'email', message: emailTaken },
  indexes: [
    // Identity providers send parallel creates: check-then-insert would lose the race.
    [
      { organizationId: 1, 'lookup.email': 1 },
      { unique: true, partialFilterExpression: { 'lookup.email': { $exists: true } } },
    ],
    // Spec 2.1 rules 2 and 3: is the person in another organization, too?
    [{ 'lookup.email': 1 }, { sparse: true }],
    [{ organizationId: 1, 'internal.scimExternalId': 1 }, { sparse: true }],
  ],
});

export interface OrganizationMembershipWire {
  userId: string | null;
  email?: string | null;
  role: OrganizationRole;
  [member: string]: unknown;
}

export const organizationMembershipKind = defineKind<OrganizationMembershipWire>({
  entityType: 'OrganizationMembership',
  noun: 'organization-membership',
  collection: 'organization_memberships',
  shape: wireShapes.OrganizationMembership,
  displayNameOf: () => null,
  lookupOf: ({ userId, role }) => ({ userId, role }),
  filters: { UserId: byLookup('userId'), Role: byLookup('role') },
  async prepare(ctx, wire, current) {
    const named = await withUser(ctx, wire);
    if (current && (named.role !== 'Owner' || !sameUser(named, current.wire)))
      await demandOtherOwner(ctx, current);
    return { wire: named, internal: {} };
  },
  beforeRemove: demandOtherOwner,
  removedWith: { User: (id) => ({ 'lookup.userId': id }) },
  duplicate: {
    code: 'validation-failed',
    field: 'userId',
    message: 'This user has a role in the organization already; change that membership.',
  },
  indexes: [
    [
      { organizationId: 1, 'lookup.userId': 1 },
      { unique: true, partialFilterExpression: { 'lookup.userId': { $exists: true } } },
    ],
    [{ organizationId: 1, 'lookup.role': 1 }],
  ],
});

type OrganizationMembership = Resource<OrganizationMembershipWire>;

function sameUser(one: OrganizationMembershipWire, other: OrganizationMembershipWire): boolean {
  return one.userId?.toLowerCase() === other.userId?.toLowerCase();
}

/**
 * Names the user of a membership: the one given, else the one with the e-mail address, who is invited when
 * the organization does not know them. Throws 400 for an unknown user, and when both are given and differ.
 */
export async function withUser<Wire extends { userId: string | null; email?: string | null }>(
  ctx: Ctx,
  wire: Wire,
): Promise<Wire> {
  if (wire.userId !== null) {
    await demandReference(ctx, userKind, 'userId', wire.userId);
    if (wire.email) {
      const user = await getResource(ctx, userKind, wire.userId.toLowerCase());
      if (user.wire.email.toLowerCase() !== wire.email.toLowerCase())
        throw invalidField('email', 'This is not the e-mail address of the user; leave it out.');
    }
    return wire;
  }
  if (!wire.email)
    throw invalidField('userId', 'Name the user by userId, or by email to invite somebody.');
  const known = await findResource(ctx, userKind, { 'lookup.email': wire.email.toLowerCase() });
  if (known) return { ...wire, userId: known.id };
  // Inviting is part of making the membership, which the actor may do.
  const invited = await createResource({ ...ctx, teams: { see: 'all', edit: 'all' } }, userKind, {
    email: wire.email,
    displayName: null,
  });
  return { ...wire, userId: invited.id };
}

/** Somebody has to be able to manage the organization: 403 for its last Owner. */
async function demandOtherOwner(ctx: Ctx, membership: OrganizationMembership): Promise<void> {
  if (membership.wire.role !== 'Owner') return;
  const owners = await listResources(ctx, organizationMembershipKind, { 'lookup.role': 'owner' });
  if (!owners.items.some((owner) => owner.id !== membership.id))
    throw new AppError(
      'forbidden',
      'This is the last Owner of the organization; name another one first.',
    );
  await demandNotBillable(ctx, membership.wire.userId ?? '', 'keep the role Owner');
}

async function demandNotBillable(ctx: Ctx, userId: string, must: string): Promise<void> {
  const organization = await findResource(ctx, organizationKind, { _id: ctx.organizationId });
  if (organization?.wire.billableUserId === userId.toLowerCase())
    throw new AppError(
      'forbidden',
      `The billable user must ${must}; name another billable user first.`,
    );
}

async function demandRemovable(ctx: Ctx, user: User): Promise<void> {
  // Spec 2.1 rule 3.
  if (ctx.actor.kind === 'user' && ctx.actor.id === user.id)
    throw new AppError('forbidden', 'You cannot delete yourself; ask another Owner.');
  await demandNotBillable(ctx, user.id, 'stay');
  const membership = await organizationMembershipOf(ctx, user.id);
  if (membership) await demandOtherOwner(ctx, membership);
}

export function organizationMembershipOf(
  ctx: Ctx,
  userId: string,
): Promise<OrganizationMembership | null> {
  return findResource(ctx, organizationMembershipKind, { 'lookup.userId': userId.toLowerCase() });
}

/** 400 unless the user is an Owner of the organization. */
export async function demandOwner(ctx: Ctx, field: string, userId: string): Promise<void> {
  const membership = await organizationMembershipOf(ctx, userId);
  if (membership?.wire.role !== 'Owner')
    throw invalidField(field, 'This user is not an Owner of the organization.');
}

/** Makes a person of organization `from` an Owner of organization `to`, where they get a record of their own. */
export async function addOwner(from: Ctx, to: Ctx, userId: string): Promise<User | null> {
  const person = await findResource(from, userKind, { _id: userId });
  return person && ensureOwner(to, person.wire.email, person.wire);
}

/** The Owner with this e-mail address: found, or made where missing. */
export async function ensureOwner(
  ctx: Ctx,
  email: string,
  like: Partial<UserWire> = {},
): Promise<User> {
  const user =
    (await findResource(ctx, userKind, { 'lookup.email': email.toLowerCase() })) ??
    (await createResource(ctx, userKind, {
      displayName: email.split('@')[0] ?? email,
      timeZoneId: 'UTC',
      ...like,
      email,
    }));
  if (!(await organizationMembershipOf(ctx, user.id)))
    await createResource(ctx, organizationMembershipKind, { userId: user.id, role: 'Owner' });
  return user;
}

/**
 * Takes a person out of the organization with memberships and keys. Spec 2.1 rule 3: who is in no other
 * organization is gone for good, so their name leaves the audit log, too. Throws 403 for oneself, the last
 * Owner and the billable user. True when the person is gone for good: rooms that hold their name forget it.
 */
export async function deleteUser(ctx: Ctx, id: string): Promise<boolean> {
  const memberships = await listResources(ctx, organizationMembershipKind, { 'lookup.userId': id });
  const removed = await removeResource(ctx, userKind, id);
  const elsewhere = await userKind.model(ctx.store).exists({
    'lookup.email': removed.wire.email.toLowerCase(),
    organizationId: { $ne: ctx.organizationId },
  } as never);
  if (!elsewhere)
    await anonymisePerson(
      ctx,
      ctx.organizationId,
      id,
      memberships.items.map((membership) => membership.id),
    );
  return !elsewhere;
}

/** What views show of people, by id. Those that are gone are left out. */
export async function usersById(
  ctx: Ctx,
  ids: readonly string[],
): Promise<Map<string, UserSummary>> {
  if (ids.length === 0) return new Map();
  const users = await userKind
    .model(ctx.store)
    .find({ ...withIds(ids), organizationId: ctx.organizationId } as never, {
      'wire.displayName': 1,
      'wire.email': 1,
    })
    .lean<{ _id: string; wire: UserWire }[]>();
  return new Map(
    users.map(({ _id, wire: { displayName, email } }) => [_id, { id: _id, displayName, email }]),
  );
}

export interface UserSummary {
  id: string;
  displayName: string | null;
  email: string;
}
