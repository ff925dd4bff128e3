import type { Source } from '../../model/ledger.ts';
import type { Account } from './account.ts';

/** Swaps that somebody took: the shifts of one person in a schedule go to the other. */
export function bringSwaps(account: Account): void {
  for (const source of account.work.ledger.all('shift_swaps')) bringSwap(account, source);
}

function bringSwap({ work, people, schedules, teams }: Account, source: Source): void {
  const start = source.text('swap_start') ?? '';
  const end = source.text('swap_end') ?? '';
  const status = source.text('status');
  if (Date.parse(end) <= work.since.getTime() || status === 'past_due') {
    source.say('past', 'Had ended before the import.');
    return;
  }
  if (status === 'open') {
    source.say('lost', 'Nobody took it: ask for cover here.');
    return;
  }
  const scheduleId = schedules.find(source.text('schedule'));
  const from = people.find(source.text('beneficiary'));
  const to = people.find(source.text('benefactor'));
  const isKnown = status === 'taken' && !Number.isNaN(Date.parse(start) + Date.parse(end));
  if (!isKnown || !scheduleId || !from || !to) {
    source.say('behaviour', 'Left out: whom or what it names is not known.');
    return;
  }
  const schedule = schedules.sourceOf(scheduleId);
  if (schedule) teams.involve(teams.ownerOf(schedule), [to]);
  work.add('tocsin_on_call_override', source.key, {
    ...{ userId: from, type: 'offline', scheduleId, replacementUserIds: [to] },
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
  });
}
