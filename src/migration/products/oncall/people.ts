import type { Source } from '../../model/ledger.ts';
import { textUpTo } from '../../model/texts.ts';
import { readZone } from '../../model/zones.ts';
import type { Account } from './account.ts';
import { notificationRulesOf } from './notification-rules.ts';

export function bringPeople(account: Account): void {
  const { work, people } = account;
  const rules = Map.groupBy(work.ledger.all('personal_notification_rules'), (rule) =>
    people.find(rule.text('user_id')),
  );
  for (const rule of rules.get(null) ?? [])
    rule.say('past', 'Of somebody who is not there any more.');
  for (const source of work.ledger.all('users')) {
    if (people.sources.includes(source)) bringPerson(account, source, rules.get(source.key) ?? []);
    else source.say('behaviour', 'Has no e-mail address, so nobody can be invited.');
  }
}

function bringPerson({ work, teams }: Account, source: Source, own: readonly Source[]): void {
  work.add('tocsin_user', source.key, {
    displayName: textUpTo(500, source, 'username'),
    email: source.text('email') ?? '',
    timeZoneId: readZone(source, 'timezone') ?? 'UTC',
  });
  const gone = source.texts('teams').filter((id) => teams.index.find(id) === null);
  if (gone.length > 0) source.say('lost', 'A team of this person is not there any more.', 'teams');
  const rules = notificationRulesOf(source, own);
  if (rules)
    work.add('tocsin_user_notification_rules', `oncall:notification_rules:${source.text('id')}`, {
      userId: source.key,
      ...rules,
    });
}
