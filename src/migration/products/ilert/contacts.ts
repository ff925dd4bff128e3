import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { idOf } from '../../model/references.ts';

type Rules = Bodies['tocsin_user_notification_rules'];
type Contact = NonNullable<Rules['contacts']>[number];
type Step = NonNullable<Rules['otherwise']>[number];

export interface Contacts {
  phoneNumber: string | null;
  further(): Contact[];
  /** How a preference reaches its person; null, with a line, where it does not. */
  reach(preference: Source): Pick<Step, 'channel' | 'contactId'> | null;
}

const channels: Readonly<Record<string, Step['channel']>> = {
  EMAIL: 'Email',
  SMS: 'SMS',
  VOICE: 'VoiceCall',
  PUSH: 'Push',
};
const furtherMax = 20;

/** The primary number is that of the person; what else there is stands beside it. */
export function contactsOf(
  email: string,
  emails: readonly Source[],
  numbers: readonly Source[],
): Contacts {
  const isPrimary = (one: Source) => one.flag('primary') === true;
  const { first = [], others = [] } = Object.groupBy(numbers, (one) =>
    isPrimary(one) ? 'first' : 'others',
  );
  // An address and a number may have the same id.
  const mails = targetsOf(emails, mailTarget);
  const phones = targetsOf([...first, ...others], phoneTarget);
  const [phoneNumber = null] = phones.values();
  const further = new Map<string, Contact>();
  const isOwn = (target: string) =>
    target === phoneNumber || target.toLowerCase() === email.toLowerCase();
  const furtherId = (channel: Step['channel'], target: string): string | null => {
    const at = `${channel} ${target}`;
    const id = further.get(at)?.id ?? `contact-${further.size + 1}`;
    if (further.size < furtherMax) further.set(at, { id, channel, target, label: null });
    return further.has(at) ? id : null;
  };
  return {
    phoneNumber,
    further: () => [...further.values()],
    reach(preference) {
      const channel = channels[preference.text('method') ?? ''];
      const contact = preference.at('contact');
      const contactAt = contact && idOf(contact);
      if (!channel) {
        preference.say(
          'behaviour',
          'Left out: people are reached by mail, text, call and push here.',
        );
        return null;
      }
      if (channel === 'Push') return { channel };
      const target = (channel === 'Email' ? mails : phones).get(contactAt ?? '');
      if (target === undefined) {
        preference.say('behaviour', 'Left out: nothing is sent to its contact.');
        return null;
      }
      if (isOwn(target)) return { channel };
      const contactId = furtherId(channel, target);
      if (contactId !== null) return { channel, contactId };
      preference.say(
        'behaviour',
        `More than ${furtherMax} further contacts: the first number or address is used.`,
      );
      return { channel };
    },
  };
}

/** By id, in their order, with a line for each that nothing is sent to. */
function targetsOf(
  sources: readonly Source[],
  targetOf: (source: Source) => string | null,
): Map<string, string> {
  return new Map(
    sources.flatMap((source) => {
      const target = targetOf(source);
      const id = idOf(source);
      return id === null || target === null ? [] : [[id, target] as const];
    }),
  );
}

function mailTarget(source: Source): string | null {
  const target = source.text('target')?.trim() ?? '';
  if (!/^[^\s@]+@[^\s@]+$/.test(target) || target.length > 320) {
    source.say('behaviour', 'Nothing is sent to it: no e-mail address.');
    return null;
  }
  return unlessLocked(source, target);
}

function phoneTarget(source: Source): string | null {
  const target = source.text('target')?.replaceAll(/[\s()./-]/g, '') ?? '';
  source.text('regionCode');
  if (!/^\+[1-9]\d{5,14}$/.test(target)) {
    source.say('behaviour', 'Nothing is sent to it: no number with the code of its country.');
    return null;
  }
  return unlessLocked(source, target);
}

function unlessLocked(source: Source, target: string): string | null {
  const status = source.text('status') ?? 'OK';
  if (status === 'OK') return target;
  source.say('lost', 'Locked there, so it is left out.', 'status');
  return null;
}
