import {
  codeChannelFor,
  confirmContact,
  confirmedAtOf,
  contactOf,
  furtherContactsOf,
  type NotificationRules,
  type NotificationRulesWire,
  newContactCode,
  notificationRulesKind,
  rulesOf,
  sendCode,
  setNotificationRules,
} from '../../../contacts/index.ts';
import { isSuspended } from '../../../identity/index.ts';
import { AppError } from '../../../kernel/index.ts';
import { loadRecipients, previewRules } from '../../../notifications/index.ts';
import { demandSchedule } from '../../../on-call/index.ts';
import {
  demandTeamEdit,
  getResource,
  listResources,
  prepareResource,
  removeResource,
  withIds,
} from '../../../resources/index.ts';
import { answered, say } from '../../../sentences/index.ts';
import { demandTeam } from '../../../teams/index.ts';
import { actingFor } from '../caller.ts';
import { type Handlers, ok, okObject } from '../handlers.ts';
import { ownUser } from '../own-user.ts';
import { pageOf, provisionOf } from '../resource-operations.ts';
import { testWaysOf } from '../test-ways.ts';

export const userNotificationRulesOperations = {
  getUserNotificationRules: async (caller, { params }) => {
    const { acting, user } = await ownUser(caller, params.userId);
    const found = await getResource(acting, notificationRulesKind, user.id);
    return okObject(found, toView(found));
  },

  replaceUserNotificationRules: async (caller, request) => {
    const { acting, user } = await ownUser(caller, request.params.userId);
    const given = request.body as Partial<NotificationRulesWire>;
    const provision = provisionOf(caller, request);
    const stored = await setNotificationRules(acting, user.id, given, provision);
    return okObject(stored, toView(stored));
  },

  deleteUserNotificationRules: async (caller, { params }) => {
    const { acting, user } = await ownUser(caller, params.userId);
    await removeResource(acting, notificationRulesKind, user.id);
    return ok({});
  },

  previewUserNotificationRules: async (caller, { params, body }) => {
    const { acting, user } = await ownUser(caller, params.userId);
    const given = body.rules as Partial<NotificationRulesWire>;
    const present = await rulesOf(acting, user.id);
    const rules = await prepareResource(acting, notificationRulesKind, given, present);
    const person = (await loadRecipients(acting, [user.id])).get(user.id);
    const timeZoneId = user.wire.timeZoneId ?? 'UTC';
    if (!person) return ok({ timeZoneId, messages: [], stretches: [] });
    const alert = {
      at: new Date(body.at),
      severity: body.severity,
      urgency: body.urgency ?? 'High',
      teamIds: body.teamId ? [await demandTeam(caller, body.teamId)] : [],
      scheduleIds: body.scheduleId ? [(await demandSchedule(caller, body.scheduleId)).id] : [],
    };
    const recipient = {
      ...person.recipient,
      rules: { wire: rules.wire, timeZoneId },
      further: furtherContactsOf(rules),
    };
    const { messages, stretches } = previewRules(recipient, alert, caller.dependencies.channels);
    return ok({
      timeZoneId,
      messages: messages.map(({ channel, target, dueAt, isSent, reason }) => ({
        channel,
        target,
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

  sendNotificationContactCode: async (caller, { params, body }) => {
    const { acting, user } = await ownUser(caller, params.userId);
    if (isSuspended(user)) throw new AppError('conflict', say('userSuspended'));
    const rules = await getResource(acting, notificationRulesKind, user.id);
    const contact = contactOf(rules, params.contactId);
    if (confirmedAtOf(rules, contact) !== null) return ok(stateOf(rules, params.contactId, null));
    const ways = testWaysOf(caller);
    const channel = codeChannelFor(contact.channel, body?.byCall ?? false, ways);
    const made = await newContactCode(acting, rules, params.contactId);
    if (made === null) return ok(stateOf(rules, params.contactId, null));
    await sendCode(acting, user, { ...made, target: contact.target }, channel, ways);
    return ok(stateOf(rules, params.contactId, made.expiresAt));
  },

  confirmNotificationContact: async (caller, { params, body }) => {
    const { acting, user } = await ownUser(caller, params.userId);
    const rules = await getResource(acting, notificationRulesKind, user.id);
    const confirmed = await confirmContact(acting, rules, params.contactId, body.code);
    return ok(stateOf(confirmed, params.contactId, null));
  },

  listUserNotificationRules: async (caller, { query }) => {
    // Without the right to see those of others, people see their own.
    const own =
      caller.actor.kind === 'user' && caller.teams.edit !== 'all' ? caller.actor.id : null;
    const acting = own === null ? caller : actingFor(caller, own);
    demandTeamEdit(acting, null);
    const wanted = query.UserId ?? own;
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

function toView(stored: NotificationRules) {
  const { id, wire, provisioned } = stored;
  const { rules, otherwise, quietHours } = wire;
  const contacts =
    wire.contacts?.map((contact) => ({
      ...contact,
      confirmedAt: confirmedAtOf(stored, contact)?.toISOString() ?? null,
    })) ?? null;
  return { id, userId: id, rules, otherwise, quietHours, contacts, isProvisioned: provisioned };
}

function stateOf(rules: NotificationRules, contactId: string, codeExpiresAt: Date | null) {
  const contact = contactOf(rules, contactId);
  return {
    id: contact.id ?? contactId,
    confirmedAt: confirmedAtOf(rules, contact)?.toISOString() ?? null,
    codeExpiresAt: codeExpiresAt?.toISOString() ?? null,
  };
}
