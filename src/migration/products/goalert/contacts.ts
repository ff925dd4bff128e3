import { isAddress, isPhoneNumber } from '../../model/contacts.ts';
import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { textUpTo } from '../../model/texts.ts';

type Rules = Bodies['tocsin_user_notification_rules'];
type Contact = NonNullable<Rules['contacts']>[number];
type Step = NonNullable<Rules['otherwise']>[number];

export interface Contacts {
  phoneNumber: string | null;
  further: Contact[];
  /** By id of the contact method; null where nothing is sent to it. */
  reached: ReadonlyMap<string, Pick<Step, 'channel' | 'contactId'> | null>;
}

const ways: Readonly<Record<string, { channel: Step['channel']; argument: string }>> = {
  'builtin-twilio-sms': { channel: 'SMS', argument: 'phone_number' },
  'builtin-twilio-voice': { channel: 'VoiceCall', argument: 'phone_number' },
  'builtin-smtp-email': { channel: 'Email', argument: 'email_address' },
};
const furtherMax = 20;

/** The first number is that of the person; what else there is stands beside it. */
export function contactsOf(user: Source, email: string): Contacts {
  const further: Contact[] = [];
  const reached = new Map<string, Pick<Step, 'channel' | 'contactId'> | null>();
  let phoneNumber: string | null = null;
  for (const method of user.list('contactMethods')) {
    const id = method.text('id') ?? '';
    const label = textUpTo(255, method, 'name');
    const found = targetOf(method);
    reached.set(id, null);
    if (!found) continue;
    const { channel, target } = found;
    if (channel !== 'Email') phoneNumber ??= target;
    const isOwn = target.toLowerCase() === email.toLowerCase() || target === phoneNumber;
    const contactId = isOwn ? null : furtherContact(further, { ...found, label }, method);
    reached.set(id, { channel, ...(contactId !== null && { contactId }) });
  }
  return { phoneNumber, further, reached };
}

interface Found {
  channel: Step['channel'];
  target: string;
}

function targetOf(method: Source): Found | null {
  const dest = method.at('dest');
  const way = ways[dest?.text('type') ?? ''];
  if (!way) {
    method.say(
      'behaviour',
      'Nothing is sent to it: people are reached by mail, text, call and push here.',
    );
    return null;
  }
  const target = dest?.at('args')?.text(way.argument)?.trim() ?? '';
  const isUsable = way.channel === 'Email' ? isAddress(target) : isPhoneNumber(target);
  if (!isUsable) {
    method.say('behaviour', 'Nothing is sent to it: no address or number that can be used.');
    return null;
  }
  if (method.flag('disabled') !== true) return { channel: way.channel, target };
  method.say('lost', 'Switched off there, so it is left out.', 'disabled');
  return null;
}

function furtherContact(
  further: Contact[],
  { channel, target, label }: Found & { label: string | null },
  method: Source,
): string | null {
  const same = further.find((one) => one.channel === channel && one.target === target);
  if (same) return same.id ?? null;
  if (further.length === furtherMax) {
    method.say(
      'behaviour',
      `More than ${furtherMax} further contacts: the first number or address is used.`,
    );
    return null;
  }
  const id = `contact-${further.length + 1}`;
  further.push({ id, channel, target, label });
  return id;
}
