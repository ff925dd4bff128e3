import { openIntervals, weeklyWindow } from '../calendar/index.ts';
import { isAddress, registry } from '../channels/index.ts';
import type { components } from '../contract/index.ts';
import { userKind } from '../identity/index.ts';
import { actingPersonId, type Ctx } from '../kernel/index.ts';
import {
  createResource,
  defineKind,
  findResource,
  getResource,
  type Resource,
  wireShapes,
  withStableIds,
} from '../resources/index.ts';
import { refusedMembers, type Sentence, say } from '../sentences/index.ts';
import {
  type ContactsInternal,
  confirmedAfter,
  mistakesOfContacts,
  type NotificationContactWire,
} from './notification-contacts.ts';

type Schemas = components['schemas'];
export type NotificationStep = Schemas['NotificationStep'];
export type NotificationHours = Schemas['NotificationHours'];
export type NotificationRulesWire = Required<Schemas['UserNotificationRulesInput']>;
export type NotificationRules = Resource<NotificationRulesWire, ContactsInternal>;

/** How alerts reach a person; under the id of the user. Who has none is told by their notification settings. */
export const notificationRulesKind = defineKind<NotificationRulesWire, ContactsInternal>({
  entityType: 'UserNotificationRules',
  noun: 'user-notification-rules',
  collection: 'user_notification_rules',
  shape: wireShapes.UserNotificationRules,
  displayNameOf: () => null,
  personOf: (_, id) => id,
  sharesId: true,
  auditedOf: ({ confirmed = [] }) => ({ confirmed: confirmed.map(({ address }) => address) }),
  prepare(ctx, wire, current) {
    const contacts = withStableIds(wire.contacts ?? null, current?.wire.contacts);
    const isOwn = current === undefined || actingPersonId(ctx) === current.id;
    demandSoundRules({ ...wire, contacts });
    return {
      wire: { ...wire, contacts },
      internal: confirmedAfter(ctx, contacts ?? [], current, isOwn),
    };
  },
  removedWith: { User: (id) => ({ _id: id }) },
});

/** Whether they say anything about alerts; else they only hold contacts, and settings decide. */
export function decides({
  rules,
  otherwise,
  quietHours,
}: Pick<NotificationRulesWire, 'rules' | 'otherwise' | 'quietHours'>): boolean {
  return rules.length > 0 || otherwise !== null || quietHours !== null;
}

/** Sets the rules of a user. Throws 404 for an unknown one, 400 for rules that say what cannot be. */
export async function setNotificationRules(
  ctx: Ctx,
  userId: string,
  given: Partial<NotificationRulesWire>,
  provision: boolean | undefined,
): Promise<NotificationRules> {
  const { id } = await getResource(ctx, userKind, userId);
  return createResource(ctx, notificationRulesKind, given, {
    id,
    provision,
    action: 'user-notification-rules.update',
    // For rules that are not there yet: whose they will be is known here only.
    internal: confirmedAfter(ctx, given.contacts ?? [], undefined, actingPersonId(ctx) === id),
  });
}

/** The rules of a user; undefined where their settings decide. */
export async function rulesOf(ctx: Ctx, userId: string): Promise<NotificationRules | undefined> {
  return (await findResource(ctx, notificationRulesKind, { _id: userId })) ?? undefined;
}

/** For one alert, not counting that each device gets a push. */
const messagesMax = 50;
const dayMinutes = 24 * 60;
const dayMilliseconds = 86_400_000;

/** Throws 400 for rules that hide something which nobody said, or say what cannot be done. */
function demandSoundRules({ rules, otherwise, quietHours, contacts }: NotificationRulesWire): void {
  const named = contacts ?? [];
  const members = mistakesOfContacts(named);
  for (const [index, { severities, steps }] of rules.entries()) {
    const path = `rules[${index}].steps`;
    if (steps.length === 0 && (severities ?? []).length === 0) members[path] = [say('stepsNeeded')];
    Object.assign(members, mistakesOf(path, steps, named));
  }
  Object.assign(members, mistakesOf('otherwise', otherwise ?? [], named));
  if (quietHours && isAlways(quietHours.hours)) members['quietHours.hours'] = [say('quietAlways')];
  if (Object.keys(members).length > 0) throw refusedMembers(members);
}

function mistakesOf(
  path: string,
  steps: readonly NotificationStep[],
  contacts: readonly NotificationContactWire[],
): Record<string, Sentence[]> {
  const mistakes: Record<string, Sentence[]> = {};
  for (const [index, step] of steps.entries()) {
    const repeats = step.repeats ?? 0;
    const every = step.repeatsEveryMinutes ?? null;
    const minutes = step.afterMinutes + repeats * (every ?? 0);
    const place = `${path}[${index}].repeatsEveryMinutes`;
    if (repeats > 0 && every === null) mistakes[place] = [say('repeatsNeedMinutes')];
    else if (repeats === 0 && every !== null) mistakes[place] = [say('minutesNeedRepeats')];
    else if (minutes > dayMinutes)
      mistakes[place] = [say('repeatsWithinDay', { minutes, max: dayMinutes })];
    const isNamed = namesContact(step, contacts);
    if (!isNamed) mistakes[`${path}[${index}].contactId`] = [say('contactNotOfChannel')];
  }
  const count = steps.reduce((sum, { repeats }) => sum + 1 + (repeats ?? 0), 0);
  if (count > messagesMax) mistakes[path] = [say('messagesMax', { count, max: messagesMax })];
  return mistakes;
}

/** Devices and accounts in chats come and go by themselves, so a step may name one that is gone. */
function namesContact(
  { channel, contactId }: NotificationStep,
  contacts: readonly NotificationContactWire[],
): boolean {
  if (!contactId || !isAddress(registry[channel].reachedBy)) return true;
  const wanted = contactId.toLowerCase();
  return contacts.some((one) => one.channel === channel && one.id?.toLowerCase() === wanted);
}

/** A week without clock changes, and a day: quiet hours that last for longer have no end. */
function isAlways(hours: readonly NotificationHours[]): boolean {
  const windows = hours.map(({ selectedDays, from, until }) =>
    weeklyWindow(selectedDays, from, until),
  );
  return openIntervals(windows, 0, 10 * dayMilliseconds, 'UTC').some(
    ({ start, end }) => end - start >= 8 * dayMilliseconds,
  );
}
