import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { textUpTo } from '../../model/texts.ts';
import type { Account } from './account.ts';
import { type Contacts, contactsOf } from './contacts.ts';
import { noticesOf } from './notices.ts';
import { notificationRulesOf } from './notification-rules.ts';
import { readZone } from './zones.ts';

type Rules = Bodies['tocsin_user_notification_rules'];

const languages = ['en', 'de'] as const;

export function bringPeople(account: Account): void {
  const { work, people } = account;
  const rules = Map.groupBy(work.ledger.all('notification-rule-details'), ({ of }) => of[0]);
  for (const source of work.ledger.all('user-details')) {
    if (!people.sources.includes(source)) {
      source.say('behaviour', 'Has no e-mail address as its name, so nobody can be invited.');
      continue;
    }
    bringPerson(account, source, rules.get(source.of[0]) ?? []);
  }
}

function bringPerson(account: Account, source: Source, rules: readonly Source[]): void {
  const { work } = account;
  const contacts = contactsOf(source);
  const isRulesKnown = work.ledger.isReadable('notification-rule-details');
  // A person may have named a contact in a rule only: rules are read before contacts are written.
  const personal = isRulesKnown ? notificationRulesOf(account, source, rules, contacts) : null;
  const timeZoneId = readZone(source, 'timeZone');
  work.add('tocsin_user', source.key, {
    displayName: textUpTo(500, source, 'fullName'),
    email: source.text('username') ?? '',
    timeZoneId,
    ...languageOf(source),
    ...(contacts.phoneNumber && { phoneNumber: contacts.phoneNumber }),
    ...(isRulesKnown && noticesOf(rules)),
  });
  if (source.flag('blocked'))
    source.say('behaviour', 'Blocked there; here this person is told, until suspended.', 'blocked');
  bringRules(account, source, contacts, personal);
}

function bringRules(
  { work, product }: Account,
  source: Source,
  contacts: Contacts,
  personal: Pick<Rules, 'rules' | 'otherwise'> | null,
): void {
  const further = contacts.further();
  const { rules = [], otherwise = null } = personal ?? {};
  if (rules.length === 0 && otherwise === null && further.length === 0) return;
  work.add('tocsin_user_notification_rules', `${product}:notification-rules:${source.of[0]}`, {
    userId: source.key,
    rules,
    otherwise,
    contacts: further.length > 0 ? further : null,
  });
}

export function languageOf(source: Source): Pick<Bodies['tocsin_user'], 'language' | 'region'> {
  const [, language = '', region] = /^([a-z]{2})(?:[_-]([A-Z]{2}))?$/.exec(
    source.text('locale') ?? '',
  ) ?? [''];
  const known = languages.find((one) => one === language);
  if (language !== '' && !known)
    source.say('lost', 'Texts are in English and German only.', 'locale');
  return { ...(known && { language: known }), ...(region && { region }) };
}
