import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { textUpTo } from '../../model/texts.ts';
import type { Account } from './account.ts';
import { type Contacts, contactsOf } from './contacts.ts';

type Step = NonNullable<Bodies['tocsin_user_notification_rules']['otherwise']>[number];

const minutesMax = 1440;
const stepsMax = 20;

export function bringPeople({ work, people }: Account): void {
  for (const source of work.ledger.all('users')) {
    if (!people.sources.includes(source)) {
      source.say('behaviour', 'Has no e-mail address, so nobody can be invited.');
      continue;
    }
    const email = source.text('email') ?? '';
    const contacts = contactsOf(source, email);
    const { phoneNumber, further } = contacts;
    work.add('tocsin_user', source.key, {
      ...{ displayName: textUpTo(500, source, 'name'), email },
      ...(phoneNumber !== null && { phoneNumber }),
    });
    const steps = stepsOf(source, contacts);
    if (steps.length === 0)
      source.say(
        'behaviour',
        'No rule tells this person of alerts there; here the notification settings decide.',
      );
    if (steps.length > 0 || further.length > 0)
      work.add('tocsin_user_notification_rules', `goalert:notificationRules:${source.text('id')}`, {
        ...{ userId: source.key, rules: [] },
        otherwise: steps.length > 0 ? steps : null,
        contacts: further.length > 0 ? further : null,
      });
  }
}

/** The rules of GoAlert are the same for all alerts. */
function stepsOf(user: Source, { reached }: Contacts): Step[] {
  const steps = user.list('notificationRules').flatMap((rule): Step[] => {
    const way = reached.get(rule.text('contactMethodID') ?? '') ?? null;
    const afterMinutes = rule.number('delayMinutes') ?? 0;
    if (way !== null && afterMinutes <= minutesMax) return [{ ...way, afterMinutes }];
    rule.say(
      'behaviour',
      way === null
        ? 'Left out: nothing is sent to its contact method.'
        : 'Left out: people are told within a day.',
    );
    return [];
  });
  const sortedBy = ({ afterMinutes, channel, contactId }: Step) =>
    `${String(afterMinutes).padStart(5, '0')} ${channel} ${contactId ?? ''}`;
  steps.sort((one, other) => (sortedBy(one) < sortedBy(other) ? -1 : 1));
  if (steps.length > stepsMax)
    user.say('behaviour', `A person has ${stepsMax} messages of an alert at most.`);
  return steps.slice(0, stepsMax);
}
