import { isAddress, isPhoneNumber } from '../../model/contacts.ts';
import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';

type Rules = Bodies['tocsin_user_notification_rules'];
export type Contact = NonNullable<Rules['contacts']>[number];
export type Channel = Contact['channel'];

/** How somebody is reached: the address and number of the person, and what there is beside them. */
export interface Contacts {
  phoneNumber: string | null;
  /** Null: not to be used, with a line. `contactId` is null for what the person has anyway. */
  find(contact: Source): { channel: Channel; contactId: string | null } | null;
  further(): Contact[];
}

const channels: Readonly<Record<string, Channel>> = {
  email: 'Email',
  sms: 'SMS',
  voice: 'VoiceCall',
  mobile: 'Push',
  mobile_app: 'Push',
};

const furtherMax = 20;

interface Known {
  channel: Channel;
  target: string;
  isEnabled: boolean;
  id: string | null;
}

export function contactsOf(user: Source): Contacts {
  const known = user.list('userContacts').flatMap((source) => {
    const one = knownContact(source);
    return one ? [one] : [];
  });
  const email = user.text('username')?.toLowerCase() ?? '';
  const phoneNumber =
    known.find(
      ({ channel, isEnabled }) => isEnabled && (channel === 'SMS' || channel === 'VoiceCall'),
    )?.target ?? null;
  const isOwn = ({ channel, target }: Pick<Known, 'channel' | 'target'>) =>
    channel === 'Push' || target.toLowerCase() === email || target === phoneNumber;
  const further = new Map<string, Contact>();
  const ids = new Set<string>();
  const addFurther = ({ channel, target, id }: Known): string | null => {
    const at = `${channel} ${target}`;
    const before = further.get(at)?.id;
    if (before) return before;
    if (further.size >= furtherMax) return null;
    const wanted = id !== null && /^[A-Za-z0-9_-]{1,64}$/.test(id) && !ids.has(id);
    const own = wanted ? id : `contact-${further.size + 1}`;
    ids.add(own);
    further.set(at, { id: own, channel, target, label: null });
    return own;
  };
  for (const one of known) if (one.isEnabled && !isOwn(one)) addFurther(one);

  return {
    phoneNumber,
    find(source) {
      const asked = readContact(source);
      if (!asked) return null;
      const { channel, target } = asked;
      const same = known.find((one) => one.channel === channel && one.target === target);
      if (same && !same.isEnabled) {
        source.say('lost', 'Goes to a contact that is switched off there.');
        return null;
      }
      if (isOwn({ channel, target })) return { channel, contactId: null };
      const contactId = addFurther({ channel, target, isEnabled: true, id: null });
      if (contactId !== null) return { channel, contactId };
      source.say('behaviour', `A person has ${furtherMax} further contacts at most.`);
      return null;
    },
    further: () => [...further.values()],
  };
}

function knownContact(source: Source): Known | null {
  const read = readContact(source);
  if (!read) return null;
  const isEnabled = source.flag('enabled') ?? source.at('status')?.flag('enabled') ?? true;
  if (!isEnabled) source.say('lost', 'Switched off there, so it is left out.');
  else if (read.channel === 'Push')
    source.say('behaviour', 'Pushes arrive once this person has registered a device here.', 'to');
  return { ...read, isEnabled, id: source.text('id') };
}

function readContact(source: Source): Pick<Known, 'channel' | 'target'> | null {
  const named = source.text('contactMethod');
  const method = source.text('method') ?? named;
  const to = source.text('to') ?? '';
  const channel = channels[method?.toLowerCase() ?? ''];
  if (!channel) {
    source.say('behaviour', 'Not a way to reach people that is known to this version.');
    return null;
  }
  if (channel === 'Push') return { channel, target: to };
  if (channel === 'Email' && isAddress(to)) return { channel, target: to };
  const number = `+${to.replaceAll(/\D/g, '')}`;
  if (channel !== 'Email' && isPhoneNumber(number)) return { channel, target: number };
  source.say('behaviour', 'Not an address or number that can be used.');
  return null;
}
