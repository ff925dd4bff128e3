import { isAddress } from '../../model/contacts.ts';
import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { inOrderOfKeys, type Known } from '../../model/references.ts';
import { cut } from '../../model/texts.ts';
import type { Account } from './account.ts';
import { type Contacts, contactsOf } from './contacts.ts';
import { notificationRulesOf } from './notification-rules.ts';
import { zoneOf } from './zones.ts';

const noticesMax = 5;
const shortestNotice = 5;
const longestNotice = 20_160;

/** Users with the rules by which they are told; answers whom others may refer to. */
export function bringPeople({ work }: Pick<Account, 'work'>): Known[] {
  const notices = noticesByUser(work.ledger.all('handoff-rules'));
  return inOrderOfKeys(work.ledger.all('users')).flatMap((user) => {
    const id = user.text('id');
    const email = user.text('email');
    const name = user.text('name') ?? user.name;
    if (email === null || !isAddress(email)) {
      user.say('behaviour', 'not brought: a person needs an e-mail address');
      return [];
    }
    const contacts = contactsOf(user, email);
    const before = notices.get(id ?? '');
    work.add('tocsin_user', user.key, {
      displayName: cut(name, 500),
      email,
      ...(contacts.phoneNumber !== null && { phoneNumber: contacts.phoneNumber }),
      ...zoneMember(user),
      ...(before && { noticesBeforeMinutes: before }),
    });
    const rules = rulesOf(user, contacts);
    if (rules)
      work.add('tocsin_user_notification_rules', `pagerduty:notification-rules:${id}`, {
        userId: user.key,
        ...rules,
      });
    return [{ id, key: user.key, name }];
  });
}

function zoneMember(user: Source): { timeZoneId?: string } {
  const name = user.text('time_zone');
  if (name === null) return {};
  const zone = zoneOf(name);
  if (zone === null)
    user.say('approximated', 'no time zone that is known: UTC for this person', 'time_zone');
  return zone === null ? {} : { timeZoneId: zone };
}

function rulesOf(
  user: Source,
  contacts: Contacts,
): Omit<Bodies['tocsin_user_notification_rules'], 'userId'> | null {
  const { further } = contacts;
  const rules = notificationRulesOf(user, contacts);
  if (rules.length === 0 && further.length === 0) return null;
  return { rules, otherwise: null, ...(further.length > 0 && { contacts: further }) };
}

/** Minutes before a shift at which its owner is told of it, by the id of the user. */
function noticesByUser(rules: readonly Source[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const rule of inOrderOfKeys(rules)) {
    const type = rule.text('handoff_type');
    const minutes = rule.number('notify_advance_in_minutes');
    if (type === 'offcall') {
      rule.say('lost', 'people are told when their shift ends, not before it', 'handoff_type');
      continue;
    }
    if (type !== 'oncall' && type !== 'both') {
      rule.say('lost', 'not known to this version, so nothing is sent', 'handoff_type');
      continue;
    }
    if (minutes === null || minutes === 0) continue;
    const userId = rule.of[0] ?? '';
    const fitting = Math.min(longestNotice, Math.max(shortestNotice, Math.round(minutes)));
    if (fitting !== minutes)
      rule.say('approximated', `told ${fitting} minutes before`, 'notify_advance_in_minutes');
    const own = found.get(userId) ?? [];
    if (own.includes(fitting)) continue;
    if (own.length === noticesMax)
      rule.say('lost', `more than ${noticesMax} notices of a shift`, 'notify_advance_in_minutes');
    else
      found.set(
        userId,
        [...own, fitting].sort((one, other) => other - one),
      );
  }
  return found;
}
