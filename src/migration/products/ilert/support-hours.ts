import { weekdays } from '../../../calendar/index.ts';
import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { inOrderOfNames } from '../../model/references.ts';
import { textUpTo } from '../../model/texts.ts';
import { readZone } from '../../model/zones.ts';
import type { Account } from './account.ts';

type Hours = Bodies['tocsin_support_hours']['hours'];
type Settings = NonNullable<Bodies['tocsin_integration']['urgencySettings']>;

const dayNames = [
  ...['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'],
];

export function bringSupportHours(account: Account): void {
  const { work, teams } = account;
  for (const source of inOrderOfNames(account.hours.sources)) {
    const hours = hoursOf(source);
    for (const exception of source.list('exceptions')) sayException(account, exception);
    if (hours.length === 0) {
      source.say('behaviour', 'Not brought: it has no hours that can be read.');
      continue;
    }
    work.add('tocsin_support_hours', source.key, {
      displayName: account.hoursName(textUpTo(490, source, 'name') ?? source.name),
      ...{
        teamId: teams.ownerOf(source),
        timeZoneId: readZone(source, 'timezone') ?? 'UTC',
        hours,
      },
    });
  }
}

/** How urgent alerts of a source are. Null: all of them are. */
export function urgencyOf({ work, hours }: Account, source: Source): Settings | null {
  const rule = source.text('alertPriorityRule') ?? 'HIGH';
  const raises = source.flag('autoRaiseAlerts') === true;
  if (rule === 'HIGH' || rule === 'LOW') {
    if (source.at('supportHours')?.number('id'))
      source.say('lost', 'They decide nothing there: its rule asks for none.', 'supportHours');
    return rule === 'HIGH' ? null : { type: 'constant', urgency: 'Low' };
  }
  const supportHoursId = hours.find(source.at('supportHours'));
  const isDuring = rule === 'HIGH_DURING_SUPPORT_HOURS';
  const isKnown = isDuring || rule === 'LOW_DURING_SUPPORT_HOURS';
  const isHere =
    supportHoursId !== null && (work.has(supportHoursId) || !hours.sourceOf(supportHoursId));
  if (!isKnown || !isHere) {
    source.say('behaviour', 'Taken as high: no rule, or no support hours, that were brought.');
    return null;
  }
  if (raises && !isDuring)
    source.say(
      'behaviour',
      'What is open when support hours end stays low; there it becomes high.',
      'autoRaiseAlerts',
    );
  const [during, outside] = isDuring ? (['High', 'Low'] as const) : (['Low', 'High'] as const);
  return {
    type: 'supportHours',
    supportHoursId,
    during,
    outside,
    raisesAtStart: raises && isDuring,
  };
}

/** Days with the same hours are one window. */
function hoursOf(source: Source): Hours {
  const days = source.at('supportDays');
  const found = dayNames.flatMap((name, place) => {
    const day = days?.at(name);
    const [from, until] = [clockOf(day?.text('start')), clockOf(day?.text('end'))];
    const weekday = weekdays[place];
    if (!day || !weekday) return [];
    if (from !== null && until !== null) return [{ weekday, from, until }];
    day.say('behaviour', 'Left out: its hours cannot be read.');
    return [];
  });
  const alike = Map.groupBy(found, ({ from, until }) => `${from} ${until}`);
  return [...alike.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const selectedDays = own.map(({ weekday }) => weekday);
    const { from, until } = first;
    return [{ selectedDays: selectedDays.length === 7 ? null : selectedDays, from, until }];
  });
}

/** A day that ends at its last minute ends at midnight. */
function clockOf(text: string | null | undefined): string | null {
  const clock = /^(\d\d):(\d\d)/.exec(text ?? '')?.[0];
  if (clock === undefined) return null;
  return clock === '24:00' || text === '23:59:59' ? '00:00' : clock;
}

function sayException({ work }: Account, exception: Source): void {
  const end = Date.parse(exception.text('end') ?? '');
  exception.text('start');
  exception.text('name');
  exception.text('supportStatus');
  if (end < work.since.getTime()) exception.say('past', 'Had ended before the import.');
  else
    exception.say(
      'behaviour',
      'Hours are open as on any day then: name a calendar of holidays in the support hours.',
    );
}
