import { type FurtherContact, isAddress, registry } from '../channels/index.ts';
import type { components } from '../contract/index.ts';
import { type Confirmation, confirmation, type OneTimeCode } from '../identity/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';

export type NotificationContactWire = components['schemas']['NotificationContact'];

/** Who made sure that the address is that of the person. */
interface ConfirmedAddress extends Confirmation {
  address: string;
}

/** The stored state of a person's contacts, beside the contacts themselves. */
export interface ContactsInternal {
  confirmed?: ConfirmedAddress[];
  codes?: (OneTimeCode & { address: string })[];
  /** Codes of the last hour, whatever address they went to. */
  codesSentAt?: Date[];
}

/** The contacts of a person, as their rules hold them. */
export interface WithContacts {
  wire: { contacts?: readonly NotificationContactWire[] | null };
  internal: ContactsInternal;
}

/** The same for all contacts that lead to the same place: that is what is confirmed, not the entry. */
export function addressKeyOf({ channel, target }: NotificationContactWire): string {
  return `${registry[channel].reachedBy} ${target.toLowerCase()}`;
}

/** Since when a contact is confirmed; null: it is not. */
export function confirmedAtOf({ internal }: WithContacts, contact: NotificationContactWire) {
  const key = addressKeyOf(contact);
  return internal.confirmed?.find(({ address }) => address === key)?.at ?? null;
}

/** As messages find them. */
export function furtherContactsOf(rules: WithContacts): FurtherContact[] {
  return (rules.wire.contacts ?? []).map((contact) => ({
    id: contact.id ?? '',
    channel: contact.channel,
    target: contact.target,
    isConfirmed: confirmedAtOf(rules, contact) !== null,
  }));
}

/**
 * Decides which addresses are confirmed after contacts are written. A new address that somebody other than the person
 * writes (an administrator, code) counts as confirmed; one that was there unconfirmed does not become confirmed by
 * being written again, because nobody looked at it. Pure.
 */
export function confirmedAfter(
  ctx: Pick<Ctx, 'actor' | 'clock'>,
  contacts: readonly NotificationContactWire[],
  before: WithContacts | undefined,
  isOwn: boolean,
): ContactsInternal {
  const known = new Map(before?.internal.confirmed?.map((one) => [one.address, one]));
  const written = new Set((before?.wire.contacts ?? []).map(addressKeyOf));
  const addresses = new Set(contacts.map(addressKeyOf));
  const confirmed = [...addresses].flatMap((address) => {
    const present = known.get(address);
    if (present) return present;
    return isOwn || written.has(address) ? [] : { address, ...confirmation(ctx) };
  });
  const { codes = [], codesSentAt = [] } = before?.internal ?? {};
  return {
    confirmed,
    codes: codes.filter(({ address }) => addresses.has(address)),
    codesSentAt,
  };
}

const address = {
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  phone: /^\+[1-9][0-9]{5,14}$/,
};

/** The mistakes in contacts, by member. */
export function mistakesOfContacts(
  contacts: readonly NotificationContactWire[],
): Record<string, Sentence[]> {
  const mistakes: Record<string, Sentence[]> = {};
  const ids = new Set<string>();
  for (const [index, { id, channel, target }] of contacts.entries()) {
    const { reachedBy } = registry[channel];
    const at = `contacts[${index}]`;
    if (!isAddress(reachedBy))
      mistakes[`${at}.channel`] = [
        say(reachedBy === 'device' ? 'pushNeedsDevice' : 'chatNeedsAccount'),
      ];
    else if (!address[reachedBy].test(target))
      mistakes[`${at}.target`] = [say(reachedBy === 'email' ? 'notAnAddress' : 'notANumber')];
    const key = (id ?? '').toLowerCase();
    if (ids.has(key)) mistakes[`${at}.id`] = [say('contactIdTwice', { id: id ?? '' })];
    ids.add(key);
  }
  return mistakes;
}
