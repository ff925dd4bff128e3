import type { Source } from '../../model/ledger.ts';
import { textUpTo } from '../../model/texts.ts';
import type { Account } from './account.ts';
import { integrationKey } from './integrations.ts';
import { instantAt } from './schedules.ts';

/** Windows of integrations: what a maintenance does to policies has no counterpart. */
export function bringMaintenance(account: Account): void {
  const { work } = account;
  for (const source of work.ledger.all('maintenance-details')) {
    const status = source.text('status');
    const time = source.at('time');
    const start = time && instantAt(time, 'startDate');
    const end = time && instantAt(time, 'endDate');
    const type = time?.text('type');
    const isOver = end !== null && Date.parse(end) <= work.since.getTime();
    if (status === 'past' || status === 'cancelled' || isOver) {
      source.say('past', 'Had ended before the import.');
      continue;
    }
    if (!time || (end === null && type !== 'indefinitely')) {
      source.say('behaviour', 'Left out: until when it lasts is not known.');
      continue;
    }
    const description = textUpTo(1000, source, 'description');
    for (const [index, rule] of source.list('rules').entries()) {
      const integrationId = integrationIn(account, rule);
      if (integrationId !== null)
        work.add('tocsin_integration_maintenance_window', `${source.key}:${index}`, {
          integrationId,
          start,
          end,
          type: 'maintenance',
          description,
        });
    }
  }
}

/** The integration that takes no alerts meanwhile; null, with a line, for anything else. */
function integrationIn(account: Account, rule: Source): string | null {
  const entity = rule.at('entity');
  const key = integrationKey(account, entity?.text('id') ?? '');
  const isIntegration = entity?.text('type') === 'integration';
  const state = rule.text('state');
  if (isIntegration && state === 'disabled' && account.work.has(key)) return key;
  if (isIntegration && state === 'enabled')
    rule.say('behaviour', 'Nothing is switched on for a time here: it stays as it is.');
  else rule.say('behaviour', 'Only integrations that are there can be switched off for a time.');
  return null;
}
