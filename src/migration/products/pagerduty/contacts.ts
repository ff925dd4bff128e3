import { isAddress, isPhoneNumber } from '../../model/contacts.ts';
import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { cut } from '../../model/texts.ts';

type Contact = NonNullable<Bodies['tocsin_user_notification_rules']['contacts']>[number];
type Step = NonNullable<Bodies['tocsin_user_notification_rules']['otherwise']>[number];
export type Channel = Step['channel'];

/** How a contact method is used: by which channel, and which of the further contacts; null is the user's own. */
export interface Reached {
  channel: Channel;
  contactId: string | null;
}

export interface Contacts {
  phoneNumber: string | null;
  further: Contact[];
  /** By id of the contact method; null where nothing can be sent to it. */
  reached: ReadonlyMap<string, Reached | null>;
}

const channels: Readonly<Record<string, Channel>> = {
  email_contact_method: 'Email',
  phone_contact_method: 'VoiceCall',
  sms_contact_method: 'SMS',
  push_notification_contact_method: 'Push',
};
const contactsMax = 20;

export function channelOf(type: string | null): Channel | null {
  return channels[(type ?? '').replace(/_reference$/, '')] ?? null;
}

/** The first phone number is that of the user; what else there is stands beside it. */
export function contactsOf(user: Source, email: string): Contacts {
  const contacts: Contacts = { phoneNumber: null, further: [], reached: new Map() };
  const reached = new Map<string, Reached | null>();
  for (const method of user.list('contact_methods')) {
    const id = method.text('id');
    const found = reachedBy(method, email, contacts);
    if (id !== null) reached.set(id, found);
  }
  return { ...contacts, reached };
}

function reachedBy(method: Source, email: string, contacts: Contacts): Reached | null {
  const channel = channelOf(method.text('type'));
  const label = method.text('label') ?? method.text('summary');
  method.text('summary');
  if (channel === null) {
    method.say('behaviour', 'nothing is sent to it: Tocsin has no such channel');
    return null;
  }
  if (channel === 'Push') {
    method.say('secret', 'a device, which its owner registers in Tocsin', 'address');
    return { channel, contactId: null };
  }
  const isUsed = method.flag('enabled') !== false && method.flag('blacklisted') !== true;
  const target = channel === 'Email' ? mailTarget(method) : phoneTarget(method);
  if (target === null) return null;
  if (!isUsed) {
    method.say('lost', 'not brought: PagerDuty sends nothing to it', 'address');
    return null;
  }
  if (channel === 'Email' && target.toLowerCase() === email.toLowerCase())
    return { channel, contactId: null };
  if (channel !== 'Email') {
    contacts.phoneNumber ??= target;
    if (contacts.phoneNumber === target) return { channel, contactId: null };
  }
  return { channel, contactId: furtherContact(contacts, { channel, target, label }, method) };
}

function furtherContact(
  { further }: Contacts,
  { channel, target, label }: { channel: Channel; target: string; label: string | null },
  method: Source,
): string | null {
  const same = further.find((one) => one.channel === channel && one.target === target);
  if (same) return same.id ?? null;
  if (further.length === contactsMax) {
    method.say('behaviour', `more than ${contactsMax} further contacts: the own one is used`);
    return null;
  }
  const id = `${channel.toLowerCase()}-${further.length + 1}`;
  further.push({ id, channel, target, label: label === null ? null : cut(label, 255) });
  return id;
}

function mailTarget(method: Source): string | null {
  const address = method.text('address')?.trim() ?? '';
  if (isAddress(address)) return address;
  method.say('behaviour', 'nothing is sent to it: this is no e-mail address', 'address');
  return null;
}

function phoneTarget(method: Source): string | null {
  const code = method.number('country_code');
  const address = method.text('address')?.trim() ?? '';
  const [, written = '', extension] = /^([+\d\s().\-/]*)(.*)$/s.exec(address) ?? [];
  const digits = written.replaceAll(/\D/g, '');
  const number = written.startsWith('+') ? `+${digits}` : `+${code ?? 1}${digits}`;
  if (extension) {
    method.say('behaviour', 'nothing is sent to it: extensions cannot be dialled', 'address');
    return null;
  }
  if (isPhoneNumber(number)) return number;
  method.say('behaviour', 'nothing is sent to it: this is no phone number', 'address');
  return null;
}
