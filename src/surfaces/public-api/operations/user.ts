import { tellOfNewAddress } from '../../../accounts/index.ts';
import {
  bySuspension,
  isSuspended,
  readNotificationChange,
  releaseNotificationSettings,
  replaceUser,
  resumePerson,
  setNotificationSettings,
  suspendPerson,
  type User,
  type UserWire,
  userKind,
} from '../../../identity/index.ts';
import { AppError, type Ctx, notFound } from '../../../kernel/index.ts';
import {
  demandTeamEdit,
  filterOf,
  findResource,
  getResource,
  listResources,
  type ReplaceOptions,
  withIds,
} from '../../../resources/index.ts';
import { say } from '../../../sentences/index.ts';
import { peopleInSight } from '../../../teams/index.ts';
import { type ApiCaller, actingFor } from '../caller.ts';
import { type Handlers, ok, okObject, type Request } from '../handlers.ts';
import { pageOf, provisionOf, resourceOperations, viewOf } from '../resource-operations.ts';

const definition = {
  kind: userKind,
  name: 'User',
  list: 'Users',
  items: 'users',
  async replace(caller: ApiCaller, id: string, given: Partial<UserWire>, options: ReplaceOptions) {
    const { user, formerEmail } = await replaceUser(caller, id, given, options);
    const { channels, publicUrl } = caller.dependencies;
    tellOfNewAddress(caller, { channels, publicUrl }, formerEmail, user.wire.email, user.id);
    return user;
  },
  derivedMembers: () => (user: User) => ({
    scimExternalId: user.internal.scimExternalId,
    isSuspended: isSuspended(user),
  }),
} as const;

const resource = resourceOperations(definition);
const view = viewOf(definition);

export const userOperations = {
  ...resource,

  replaceUser: (caller, request) =>
    resource.replaceUser(actingFor(caller, request.params.id), request),

  getUser: async (caller, request) => {
    const { id } = request.params;
    demandMemberOrOneself(caller, id);
    const ids = await peopleInSight(caller);
    if (ids !== 'all' && !ids.includes(id.toLowerCase())) throw notFound(userKind.entityType, id);
    return resource.getUser(caller, request);
  },

  searchUser: async (caller, { query }) => {
    const wanted = filterOf(userKind, firstOf(query), 'whole');
    const found = await findResource(caller, userKind, { ...wanted, ...(await inSight(caller)) });
    if (!found) throw new AppError('not-found', say('noMatch', { what: 'User' }));
    return ok(summary(found));
  },

  listUsers: async (caller, { query }) => {
    const filter = {
      ...filterOf(userKind, query, 'part'),
      ...(query.IsSuspended === undefined ? {} : bySuspension(query.IsSuspended)),
      ...(await inSight(caller)),
    };
    const { items, hasMore } = await listResources(caller, userKind, filter, pageOf(query, 100));
    return ok({ users: items.map(summary), hasMore });
  },

  suspendUser: async (caller, { params }) =>
    ok(await view(caller, await suspendPerson(caller, params.id))),

  resumeUser: async (caller, { params }) =>
    ok(await view(caller, await resumePerson(caller, params.id))),

  getUserIncidentNotificationSettings: async (caller, { params }) => {
    const acting = actingFor(caller, params.userId);
    const user = await getResource(acting, userKind, params.userId);
    demandTeamEdit(acting, null);
    return okObject(user, settingsView(user));
  },

  createUserIncidentNotificationSettings: setting('create'),
  replaceUserIncidentNotificationSettings: setting('update'),

  deleteUserIncidentNotificationSettings: async (caller, { params }) => {
    await releaseNotificationSettings(ownSettings(caller, params.userId), params.userId, {
      action: 'user-incident-notification-settings.delete',
    });
    return ok({});
  },
} satisfies Handlers;

function setting(verb: 'create' | 'update') {
  type Id = 'replaceUserIncidentNotificationSettings';
  return async (caller: ApiCaller, request: Pick<Request<Id>, 'params' | 'query' | 'body'>) => {
    const { userId } = request.params;
    const user = await setNotificationSettings(
      ownSettings(caller, userId),
      userId,
      readNotificationChange(request.body as Record<string, unknown>),
      {
        action: `user-incident-notification-settings.${verb}`,
        provision: provisionOf(caller, request),
      },
    );
    return okObject(user, settingsView(user));
  };
}

function ownSettings(caller: ApiCaller, userId: string): Ctx {
  return actingFor(caller, userId);
}

async function inSight(caller: ApiCaller): Promise<Record<string, unknown>> {
  const ids = await peopleInSight(caller);
  return ids === 'all' ? {} : withIds(ids);
}

/** The router lets everybody through who may ask for themselves. */
function demandMemberOrOneself({ actor, organizationRole }: ApiCaller, id: string): void {
  if (actor.kind !== 'user' || organizationRole !== null || actor.id === id.toLowerCase()) return;
  throw new AppError('forbidden', say('memberRoleNeeded'));
}

/** E-mail before display name before external id: clients send one of them. */
function firstOf(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const name = ['Email', 'DisplayName', 'ScimExternalId'].find(
    (parameter) => typeof query[parameter] === 'string',
  );
  if (name) return { [name]: query[name] };
  throw new AppError('validation-failed', say('userSearchEmpty'));
}

function summary(user: User) {
  const { id, wire, internal } = user;
  return {
    id,
    displayName: wire.displayName,
    email: wire.email,
    scimExternalId: internal.scimExternalId,
    isSuspended: isSuspended(user),
    source: user.source,
    isProvisioned: user.provisioned,
  };
}

/** Both forms: clients of the commercial original read the members, Tocsin's own the object. */
function settingsView({ id, wire }: User) {
  const settings = wire.incidentNotificationSettings ?? null;
  return {
    ...settings,
    id,
    userId: id,
    phoneNumber: wire.phoneNumber,
    incidentNotificationSettings: settings,
  };
}
