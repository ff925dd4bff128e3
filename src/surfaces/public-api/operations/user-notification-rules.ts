import {
  type NotificationRules,
  type NotificationRulesWire,
  notificationRulesKind,
  setNotificationRules,
} from '../../../contacts/index.ts';
import { userKind } from '../../../identity/index.ts';
import { loadRecipients, previewRules } from '../../../notifications/index.ts';
import {
  demandTeamEdit,
  getResource,
  listResources,
  prepareResource,
  removeResource,
  withIds,
} from '../../../resources/index.ts';
import { answered } from '../../../sentences/index.ts';
import { demandTeam } from '../../../teams/index.ts';
import { type ApiCaller, actingFor } from '../caller.ts';
import { type Handlers, ok, okObject } from '../handlers.ts';
import { pageOf, provisionOf } from '../resource-operations.ts';

export const userNotificationRulesOperations = {
  getUserNotificationRules: async (caller, { params }) => {
    const { acting, userId } = await ownUser(caller, params.userId);
    const found = await getResource(acting, notificationRulesKind, userId);
    return okObject(found, toView(found));
  },

  replaceUserNotificationRules: async (caller, request) => {
    const { acting, userId } = await ownUser(caller, request.params.userId);
    const given = request.body as Partial<NotificationRulesWire>;
    const provision = provisionOf(caller, request);
    const stored = await setNotificationRules(acting, userId, given, provision);
    return okObject(stored, toView(stored));
  },

  deleteUserNotificationRules: async (caller, { params }) => {
    const { acting, userId } = await ownUser(caller, params.userId);
    await removeResource(acting, notificationRulesKind, userId);
    return ok({});
  },

  previewUserNotificationRules: async (caller, { params, body }) => {
    const { acting, userId } = await ownUser(caller, params.userId);
    const given = body.rules as Partial<NotificationRulesWire>;
    const { wire } = await prepareResource(acting, notificationRulesKind, given);
    const person = (await loadRecipients(acting, [userId])).get(userId);
    const { wire: user } = await getResource(acting, userKind, userId);
    const timeZoneId = user.timeZoneId ?? 'UTC';
    if (!person) return ok({ timeZoneId, messages: [], stretches: [] });
    const alert = {
      at: new Date(body.at),
      severity: body.severity,
      urgency: body.urgency ?? 'High',
      teamIds: body.teamId ? [await demandTeam(caller, body.teamId)] : [],
    };
    const recipient = { ...person.recipient, rules: { wire, timeZoneId } };
    const { messages, stretches } = previewRules(recipient, alert, caller.dependencies.channels);
    return ok({
      timeZoneId,
      messages: messages.map(({ channel, dueAt, isSent, reason }) => ({
        channel,
        dueAt: dueAt.toISOString(),
        isSent,
        ...answered('reason', reason),
      })),
      stretches: stretches.map(({ start, end, ...stretch }) => ({
        ...stretch,
        start: new Date(start).toISOString(),
        end: new Date(end).toISOString(),
      })),
    });
  },

  listUserNotificationRules: async (caller, { query }) => {
    // Without the right to see those of others, people see their own.
    const own =
      caller.actor.kind === 'user' && caller.teams.edit !== 'all' ? caller.actor.id : null;
    const acting = own === null ? caller : actingFor(caller, own);
    demandTeamEdit(acting, null);
    const wanted = query.UserId?.toLowerCase() ?? own;
    const isShown = own === null || wanted === own;
    const { items, hasMore } = await listResources(
      acting,
      notificationRulesKind,
      wanted === null ? {} : withIds(isShown ? [wanted] : []),
      pageOf(query),
    );
    return ok({ userNotificationRules: items.map(toView), hasMore });
  },
} satisfies Handlers;

/** 404 for an unknown user, 403 for somebody else without the right. */
async function ownUser(caller: ApiCaller, id: string) {
  const acting = actingFor(caller, id);
  const user = await getResource(acting, userKind, id);
  demandTeamEdit(acting, null);
  return { acting, userId: user.id };
}

function toView({ id, wire, provisioned }: NotificationRules) {
  const { rules, otherwise, quietHours } = wire;
  return { id, userId: id, rules, otherwise, quietHours, isProvisioned: provisioned };
}
