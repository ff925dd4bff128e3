import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { cut } from '../../model/texts.ts';
import type { Account } from './account.ts';
import { contactsOf } from './contacts.ts';
import { rulesOf, zoneOfRules } from './paging-policies.ts';
import { zoneOfPerson } from './zones.ts';

export function bringPeople(account: Account): void {
  const { work, people } = account;
  const ofUser = (kind: string) => Map.groupBy(work.ledger.all(kind), ({ of }) => of[0] ?? '');
  const contacts = ofUser('contact-methods');
  const primary = ofUser('paging-policies');
  const custom = ofUser('custom-paging-policies');
  for (const source of work.ledger.all('users')) {
    if (!people.sources.includes(source)) {
      source.say('behaviour', 'Has no e-mail address, so nobody can be invited.');
      continue;
    }
    const username = source.text('username') ?? '';
    const [own] = contacts.get(username) ?? [];
    const [policy = null] = primary.get(username) ?? [];
    bringPerson(account, source, own ?? null, [policy, custom.get(username) ?? []]);
  }
}

function bringPerson(
  { work }: Account,
  source: Source,
  methods: Source | null,
  [primary, custom]: [Source | null, readonly Source[]],
): void {
  const { ledger } = work;
  const username = source.text('username');
  const contacts = contactsOf(methods, source.text('email') ?? '');
  const zone = zoneOfRules(custom) ?? zoneOfPerson(ledger, username) ?? 'UTC';
  const rules = rulesOf(source, primary, custom, { contacts, zone });
  work.add('tocsin_user', source.key, {
    displayName: nameOf(source),
    email: source.text('email') ?? '',
    timeZoneId: zone,
    ...(contacts.phoneNumber && { phoneNumber: contacts.phoneNumber }),
  });
  const further = contacts.further();
  if (rules.rules.length === 0 && rules.otherwise === null && further.length === 0) return;
  const body: Bodies['tocsin_user_notification_rules'] = {
    ...{ userId: source.key, ...rules },
    contacts: further.length > 0 ? further : null,
  };
  work.add('tocsin_user_notification_rules', `splunk-oncall:paging-policies:${username}`, body);
}

function nameOf(source: Source): string | null {
  const shown = source.text('displayName')?.trim();
  const parts = [source.text('firstName'), source.text('lastName')].map((part) => part?.trim());
  return cut(shown || parts.filter(Boolean).join(' '), 500) || source.text('username');
}
