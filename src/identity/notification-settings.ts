import { AppError, actingPersonId, type Ctx } from '../kernel/index.ts';
import { updateResource, wireShapes } from '../resources/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { phoneNumberParts } from './phone-number.ts';
import { demandMayChangeWaysIn } from './replace-user.ts';
import { type User, type UserWire, userKind } from './users.ts';

type CompleteSettings = NonNullable<UserWire['incidentNotificationSettings']>;
export type NotificationSettings = CompleteSettings | null;

/** The members to set; undefined ones stay as they are. */
interface NotificationChange {
  settings?: NotificationSettings;
  phoneNumber?: string | null;
}

const own = new Set(['userId', 'id', 'phoneNumber', 'incidentNotificationSettings']);
const members: Readonly<Record<string, unknown>> =
  wireShapes.UserIncidentNotificationSettings.members;
const settingNames = Object.keys(members).filter((name) => !own.has(name));
/** The settings for chats were added later: their default is null. */
const isOfChat = (name: string) =>
  members[name.replace(/^(shouldSend|delayInMin|severities)/, 'disabledIntents')] === null;
/** Clients of the original may leave these out. */
const isOptional = (name: string) => name.startsWith('disabledIntents') || isOfChat(name);

/**
 * Reads what a client sends: the settings as one object, as Tocsin's own clients do, or member by member, as
 * those of the commercial original do. Throws 400 when a member is missing, and when both say different things.
 */
export function readNotificationChange(
  body: Readonly<Record<string, unknown>>,
): NotificationChange {
  const given = settingNames.filter((name) => (body[name] ?? null) !== null);
  const nested = body.incidentNotificationSettings as NotificationSettings | undefined;
  const members = given.length === 0 ? undefined : pick(body, given);
  const phoneNumber = body.phoneNumber as string | null | undefined;
  const change = phoneNumber === undefined ? {} : { phoneNumber };
  if (nested === undefined) return { ...change, settings: complete(members ?? {}) };
  if (members === undefined) return { ...change, settings: nested && complete(nested) };
  const differing = given.filter(
    (name) => JSON.stringify(pick(nested ?? {}, [name])[name]) !== JSON.stringify(body[name]),
  );
  if (differing.length > 0) throw refusal(differing, say('settingsSentTwice'));
  return { ...change, settings: complete(members) };
}

function complete(members: Readonly<Record<string, unknown>>): CompleteSettings {
  const missing = settingNames.filter(
    (name) => !isOptional(name) && (members[name] ?? null) === null,
  );
  if (missing.length > 0) throw refusal(missing, say('mustBeGiven'));
  const settings = Object.fromEntries(
    settingNames
      .filter((name) => !isOfChat(name) || members[name] !== undefined)
      .map((name) => [name, members[name] ?? (isOfChat(name) ? null : [])]),
  );
  // The document has validated each member that is there, and now all are there.
  return settings as CompleteSettings;
}

function pick(body: Readonly<Record<string, unknown>>, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, body[name]]));
}

function refusal(names: readonly string[], reason: Sentence): AppError {
  const fields = Object.fromEntries(names.map((name) => [name, [reason]]));
  const detail = say('memberIsWrong', { member: names.join(', '), reason });
  return new AppError('validation-failed', detail, { fields });
}

/**
 * Sets how a user is notified, and their phone number. Throws 409 when the person manages the settings in
 * the console and the caller did not ask to provision them.
 */
export function setNotificationSettings(
  ctx: Ctx,
  userId: string,
  { settings, phoneNumber }: NotificationChange,
  options: { action: string; provision: boolean | undefined },
): Promise<User> {
  const isOwn = actingPersonId(ctx) === userId;
  return updateResource(
    ctx,
    userKind,
    userId,
    async (current) => {
      if (current.internal.managesOwnNotifications && !isOwn && options.provision !== true)
        throw new AppError('conflict', say('userManagesSettings'));
      if (phoneNumber !== undefined)
        await demandMayChangeWaysIn(ctx, current, { ...current.wire, phoneNumber });
      return {
        wire: {
          ...current.wire,
          ...(settings === undefined ? {} : { incidentNotificationSettings: settings }),
          ...(phoneNumber === undefined ? {} : { phoneNumber }),
        },
        internal: {
          ...current.internal,
          ...(phoneNumber === undefined ? {} : phoneNumberParts(ctx, phoneNumber, current)),
          managesOwnNotifications: ctx.source === 'User' && isOwn,
        },
      };
    },
    { ...options, ...(isOwn && { besideCode: true }) },
  );
}

/** Nobody but the user manages the settings from now on; they and the phone number stay as they are. */
export function releaseNotificationSettings(
  ctx: Ctx,
  userId: string,
  options: { action: string },
): Promise<User> {
  const isOwn = actingPersonId(ctx) === userId;
  return updateResource(ctx, userKind, userId, ({ wire, internal }) => ({ wire, internal }), {
    ...options,
    // Where code alone changes people, this must not be the way around it.
    ...(ctx.isCodeOnly ? isOwn && { besideCode: true } : { provision: false }),
  });
}
