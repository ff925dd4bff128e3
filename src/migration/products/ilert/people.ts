import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { cut } from '../../model/texts.ts';
import { readZone } from '../../model/zones.ts';
import type { Account } from './account.ts';
import { type Contacts, contactsOf } from './contacts.ts';

type Rules = Required<Pick<Bodies['tocsin_user_notification_rules'], 'rules' | 'otherwise'>>;
type Step = Rules['rules'][number]['steps'][number];

const minutesMax = 1440;

export function bringPeople(account: Account): void {
  const { work, people } = account;
  const ofKind = (kind: string) => Map.groupBy(work.ledger.all(kind), ({ of }) => of[0] ?? '');
  const emails = ofKind('user-emails');
  const numbers = ofKind('user-phone-numbers');
  const alerts = ofKind('alert-preferences');
  const duties = ofKind('duty-preferences');
  for (const source of work.ledger.all('users')) {
    const id = source.key.slice(source.key.lastIndexOf(':') + 1);
    const own = (kind: Map<string, Source[]>) => kind.get(id) ?? [];
    if (!people.sources.includes(source)) {
      source.say('behaviour', 'Has no e-mail address, so nobody can be invited.');
      continue;
    }
    const email = source.text('email') ?? '';
    const contacts = contactsOf(email, own(emails), own(numbers));
    bringPerson(account, source, contacts, {
      ...{ id, email, alerts: own(alerts), duties: own(duties) },
    });
  }
}

interface Person {
  id: string;
  email: string;
  alerts: readonly Source[];
  duties: readonly Source[];
}

function bringPerson(
  { work }: Account,
  source: Source,
  contacts: Contacts,
  { id, email, alerts, duties }: Person,
): void {
  const rules = rulesOf(source, alerts, contacts);
  const name = [source.text('firstName'), source.text('lastName')].filter(Boolean).join(' ');
  const language = (['en', 'de'] as const).find((one) => one === source.text('language'));
  const region = source.text('region');
  work.add('tocsin_user', source.key, {
    ...{ displayName: cut(name, 500) || email, email },
    timeZoneId: readZone(source, 'timezone') ?? 'UTC',
    ...(language && { language }),
    ...(region && /^[A-Z]{2}$/.test(region) && { region }),
    ...(contacts.phoneNumber !== null && { phoneNumber: contacts.phoneNumber }),
    ...(work.ledger.isReadable('duty-preferences') && noticesOf(duties)),
  });
  const muted = Date.parse(source.text('mutedUntil') ?? '');
  if (muted > work.since.getTime())
    source.say('behaviour', 'Muted there until then; here this person is told.', 'mutedUntil');
  const further = contacts.further();
  if (rules === null && further.length === 0) return;
  work.add('tocsin_user_notification_rules', `ilert:notification-rules:${id}`, {
    ...{ userId: source.key, rules: [], otherwise: null, ...rules },
    contacts: further.length > 0 ? further : null,
  });
}

/** High priority tells people by one list, low priority by the other. Null: there is nothing that can be kept. */
function rulesOf(person: Source, preferences: readonly Source[], contacts: Contacts): Rules | null {
  const important: Step[] = [];
  const others: Step[] = [];
  for (const preference of preferences) {
    const type = preference.text('type');
    const afterMinutes = preference.number('delayMin') ?? 0;
    if (type !== 'HIGH_PRIORITY' && type !== 'LOW_PRIORITY') {
      preference.say('behaviour', 'Left out: not a type of alerts that is known.');
      continue;
    }
    const way = contacts.reach(preference);
    if (way === null) continue;
    if (afterMinutes > minutesMax) {
      preference.say('behaviour', 'Left out: people are told within a day.');
      continue;
    }
    (type === 'HIGH_PRIORITY' ? important : others).push({ ...way, afterMinutes });
  }
  const none = (which: string) =>
    person.say('behaviour', `No rule tells this person of ${which} priority: see the guide.`);
  if (important.length === 0) none('high');
  if (others.length === 0) none('low');
  if (important.length === 0 && others.length === 0) return null;
  const steps = inOrder(important);
  const rule = { displayName: 'High priority', urgencies: ['High' as const], steps };
  return {
    rules: important.length === 0 ? [] : [rule],
    otherwise: others.length === 0 ? null : inOrder(others),
  };
}

function inOrder(steps: Step[]): Step[] {
  const sortedBy = ({ afterMinutes, channel, contactId }: Step) =>
    `${String(afterMinutes).padStart(5, '0')} ${channel} ${contactId ?? ''}`;
  return steps.toSorted((one, other) => (sortedBy(one) < sortedBy(other) ? -1 : 1));
}

/** How long before a shift its person is told; 0 is when it begins. */
function noticesOf(
  duties: readonly Source[],
): Pick<Bodies['tocsin_user'], 'noticesBeforeMinutes' | 'disableOnCallNotices'> {
  const minutes = duties.flatMap((duty) => {
    const before = duty.number('beforeMin');
    if (duty.text('type') === 'ON_CALL' && before !== null) return [before];
    duty.say('lost', 'Not a notice that is known.');
    return [];
  });
  return {
    noticesBeforeMinutes: [...new Set(minutes)]
      .filter((before) => before > 0)
      .sort((one, other) => one - other)
      .slice(0, 5),
    disableOnCallNotices: !minutes.includes(0),
  };
}
