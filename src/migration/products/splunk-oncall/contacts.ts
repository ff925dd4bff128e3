import { isAddress, isPhoneNumber } from '../../model/contacts.ts';
import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { textUpTo } from '../../model/texts.ts';

type Rules = Bodies['tocsin_user_notification_rules'];
type Contact = NonNullable<Rules['contacts']>[number];
export type Channel = Contact['channel'];

/** How somebody is reached: the address and number of the person, and what there is beside them. */
export interface Contacts {
  phoneNumber: string | null;
  /** Null: the contact is not there. `contactId` is null for what the person has anyway. */
  find(channel: Channel, contact: Source | null): { contactId: string | null } | null;
  further(): Contact[];
}

interface Known {
  isPhone: boolean;
  ids: readonly string[];
  target: string;
  label: string | null;
}

const furtherMax = 20;

export function contactsOf(methods: Source | null, email: string): Contacts {
  const known = [...knownIn(methods, 'phones'), ...knownIn(methods, 'emails')];
  for (const device of methodsIn(methods, 'devices'))
    device.say('behaviour', 'People register their devices themselves, in the app or the browser.');
  const phoneNumber = known.find(({ isPhone }) => isPhone)?.target ?? null;
  const isOwn = ({ target }: Known) =>
    target === phoneNumber || target.toLowerCase() === email.toLowerCase();
  const further = new Map<string, Contact>();
  const idOf = (channel: Channel, { target, label, ids }: Known): string | null => {
    const at = `${channel} ${target}`;
    if (!further.has(at) && further.size < furtherMax)
      further.set(at, { id: `${channel}-${ids[0]}`.slice(0, 64), channel, target, label });
    return further.get(at)?.id ?? null;
  };
  return {
    phoneNumber,
    find(channel, contact) {
      if (channel === 'Push') return { contactId: null };
      const id = textOf(contact, 'id');
      const own = known.find(
        ({ ids, isPhone }) => id !== null && ids.includes(id) && isPhone === (channel !== 'Email'),
      );
      if (own) return { contactId: isOwn(own) ? null : idOf(channel, own) };
      const isUsual = channel === 'Email' || phoneNumber !== null;
      return id === null && isUsual ? { contactId: null } : null;
    },
    further() {
      const used = new Set([...further.values()].map(({ target }) => target));
      for (const one of known)
        if (!isOwn(one) && !used.has(one.target)) idOf(one.isPhone ? 'VoiceCall' : 'Email', one);
      return [...further.values()];
    },
  };
}

/** Lower ranks come first. */
function methodsIn(methods: Source | null, kind: string): Source[] {
  const all = methods?.at(kind)?.list('contactMethods') ?? [];
  const ranked = all.map((source) => ({ source, rank: source.number('rank') ?? 0 }));
  return ranked.sort((one, other) => one.rank - other.rank).map(({ source }) => source);
}

function knownIn(methods: Source | null, kind: 'phones' | 'emails'): Known[] {
  const isPhone = kind === 'phones';
  return methodsIn(methods, kind).flatMap((source): Known[] => {
    const given = source.text('value') ?? '';
    const target = isPhone ? given.replaceAll(/[\s().-]/g, '') : given.trim();
    const ids = ['id', 'extId'].flatMap((member) => textOf(source, member) ?? []);
    const label = textUpTo(100, source, 'label');
    if (isPhone ? isPhoneNumber(target) : isAddress(target))
      return [{ isPhone, ids, target, label }];
    source.say(
      'behaviour',
      isPhone
        ? 'Left out: numbers have a + and the code of the country here.'
        : 'Left out: no address that mail can be sent to.',
      'value',
    );
    return [];
  });
}

/** Ids are numbers in some answers, and texts in others. */
function textOf(source: Source | null, member: string): string | null {
  const value = source?.text(member) ?? source?.number(member) ?? null;
  return value === null ? null : String(value);
}
