import { confirmation, isOneTimeCode, newOneTimeCode, noteCodeSent } from '../identity/index.ts';
import { actingPersonId, type Ctx, invalidField } from '../kernel/index.ts';
import { updateResource } from '../resources/index.ts';
import { refusal, say } from '../sentences/index.ts';
import {
  addressKeyOf,
  type ContactsInternal,
  confirmedAtOf,
  type NotificationContactWire,
} from './notification-contacts.ts';
import { type NotificationRules, notificationRulesKind } from './notification-rules.ts';

/** Per person, for all their contacts together. */
const sendsMax = 6;

/** The contact with this id. Throws 404. */
export function contactOf({ wire }: Pick<NotificationRules, 'wire'>, contactId: string) {
  const wanted = contactId.toLowerCase();
  const found = (wire.contacts ?? []).find(({ id }) => id?.toLowerCase() === wanted);
  if (found) return found;
  throw refusal('not-found', say('noSuchContact', { id: contactId }));
}

/**
 * A new code for a contact; the caller sends it. Null when it is confirmed already. Throws 404 without it, and 429
 * after 6 codes within an hour, whatever contacts they went to.
 */
export async function newContactCode(
  ctx: Ctx,
  rules: NotificationRules,
  contactId: string,
): Promise<{ code: string; contact: NotificationContactWire; expiresAt: Date } | null> {
  const contact = contactOf(rules, contactId);
  if (confirmedAtOf(rules, contact) !== null) return null;
  const address = addressKeyOf(contact);
  const { code, stored } = newOneTimeCode(ctx, purposeOf(rules.id, address));
  await change(ctx, rules.id, contactId, 'send-contact-code', (current, present) => {
    if (addressKeyOf(present) !== address)
      throw refusal('conflict', say('contactChangedMeanwhile'));
    const sentAt = noteCodeSent(current.internal.codesSentAt, ctx.clock.now(), sendsMax);
    const others = (current.internal.codes ?? []).filter((one) => one.address !== address);
    return { codes: [...others, { address, ...stored }], codesSentAt: [...sentAt] };
  });
  return { code, contact, expiresAt: stored.expiresAt };
}

/**
 * The person knows the code that was sent to a contact; null: somebody else confirms it. Throws 404 without the
 * contact, 400 for another code, one that is too old, and after 5 tries.
 */
export async function confirmContact(
  ctx: Ctx,
  rules: NotificationRules,
  contactId: string,
  code: string | null,
): Promise<NotificationRules> {
  if (confirmedAtOf(rules, contactOf(rules, contactId)) !== null) return rules;
  if (code === null && actingPersonId(ctx) === rules.id)
    throw invalidField('code', say('contactNeedsCode'));
  let isRight = code === null;
  const changed = await change(ctx, rules.id, contactId, 'confirm-contact', (current, contact) => {
    const { confirmed = [], codes = [], codesSentAt = [] } = current.internal;
    const address = addressKeyOf(contact);
    const others = codes.filter((one) => one.address !== address);
    const sent = codes.find((one) => one.address === address);
    if (code !== null) isRight = isOneTimeCode(ctx, purposeOf(rules.id, address), sent, code);
    if (!isRight)
      return {
        confirmed,
        codes: sent ? [...others, { ...sent, triesLeft: sent.triesLeft - 1 }] : others,
        codesSentAt,
      };
    return {
      confirmed: [...confirmed, { address, ...confirmation(ctx) }],
      codes: others,
      codesSentAt,
    };
  });
  if (!isRight) throw invalidField('code', say('wrongSentCode'));
  return changed;
}

type Changed = (current: NotificationRules, contact: NotificationContactWire) => ContactsInternal;

/** Code says which contacts there are; whether they are confirmed is up to people. */
function change(
  ctx: Ctx,
  userId: string,
  contactId: string,
  action: string,
  changed: Changed,
): Promise<NotificationRules> {
  return updateResource(
    ctx,
    notificationRulesKind,
    userId,
    (current) => ({
      wire: current.wire,
      internal: { ...current.internal, ...changed(current, contactOf(current, contactId)) },
    }),
    { action: `${notificationRulesKind.noun}.${action}`, besideCode: true },
  );
}

function purposeOf(userId: string, address: string): string {
  return `contact-code ${userId} ${address}`;
}
