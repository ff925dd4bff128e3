import { weekdays } from '../../../calendar/index.ts';
import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import type { Account } from './account.ts';
import { zoneOf } from './zones.ts';

type Settings = NonNullable<Bodies['tocsin_service']['urgencySettings']>;
type Hours = Bodies['tocsin_support_hours']['hours'];

/** How urgent incidents of a service are; null is high, as everywhere. */
export function urgencyOf(
  account: Account,
  service: Source,
  teamId: string,
  uniqueName: (name: string) => string,
): Settings | null {
  const rule = service.at('incident_urgency_rule');
  const hours = service.at('support_hours');
  const raises = raisesAtStart(service);
  if (rule === null) return null;
  const type = rule.text('type');
  if (type === 'constant') return constant(rule);
  if (type !== 'use_support_hours') {
    rule.say('behaviour', 'high urgency: no rule that is known', 'type');
    return null;
  }
  const during = partOf(rule, 'during_support_hours', 'High');
  const outside = partOf(rule, 'outside_support_hours', 'Low');
  const windows = hours ? windowsOf(hours) : null;
  if (hours === null || windows === null) {
    rule.say('behaviour', 'high urgency at all times: there are no support hours to read');
    return null;
  }
  const supportHoursId = account.work.add(
    'tocsin_support_hours',
    `pagerduty:support-hours:${service.text('id') ?? service.name}`,
    {
      displayName: uniqueName(`${service.name} support hours`),
      teamId,
      timeZoneId: supportZone(hours),
      hours: windows,
    },
  );
  return { type: 'supportHours', supportHoursId, during, outside, raisesAtStart: raises };
}

function constant(rule: Source): Settings | null {
  const urgency = rule.text('urgency');
  if (urgency === 'low') return { type: 'constant', urgency: 'Low' };
  // Critical and error are high, warning and info are low; the mapping makes Critical of the first two.
  if (urgency === 'severity_based') return { type: 'bySeverity', low: ['Minor', 'Warning'] };
  if (urgency !== 'high') rule.say('behaviour', 'high: no urgency that is known', 'urgency');
  return null;
}

function partOf(rule: Source, member: string, usual: 'High' | 'Low'): 'High' | 'Low' {
  const part = rule.at(member);
  const type = part?.text('type') ?? 'constant';
  const urgency = part?.text('urgency');
  if (type === 'constant' && urgency === 'high') return 'High';
  if (type === 'constant' && urgency === 'low') return 'Low';
  if (part === null) return usual;
  part.say('behaviour', 'high: by hours and severity at once is not possible', 'urgency');
  return 'High';
}

/** Whether what is open becomes urgent when support hours begin. */
function raisesAtStart(service: Source): boolean {
  let raises = false;
  for (const action of service.list('scheduled_actions')) {
    const at = action.at('at');
    const isKnown =
      action.text('type') === 'urgency_change' &&
      action.text('to_urgency') === 'high' &&
      at?.text('type') === 'named_time' &&
      at.text('name') === 'support_hours_start';
    if (isKnown) raises = true;
    else action.say('behaviour', 'not brought: no action that is known');
  }
  return raises;
}

function supportZone(hours: Source): string {
  const zone = zoneOf(hours.text('time_zone') ?? '');
  if (zone === null) hours.say('behaviour', 'its times are UTC: no known zone', 'time_zone');
  return zone ?? 'UTC';
}

function windowsOf(hours: Source): Hours | null {
  const type = hours.text('type');
  const [from, until] = [clockOf(hours.text('start_time')), clockOf(hours.text('end_time'))];
  const days = hours.whole('days_of_week');
  const selectedDays = (Array.isArray(days) ? days : []).flatMap((day) =>
    typeof day === 'number' ? (weekdays[day - 1] ?? []) : [],
  );
  if (type !== 'fixed_time_per_day' || from === null || until === null || selectedDays.length === 0)
    return null;
  return [{ selectedDays: selectedDays.length === 7 ? null : selectedDays, from, until }];
}

function clockOf(text: string | null): string | null {
  const [, hour, minute] = /^(\d\d?):(\d\d)/.exec(text ?? '') ?? [];
  if (hour === undefined || minute === undefined) return null;
  // A day that ends at 23:59:59 ends at midnight.
  if (text?.endsWith('23:59:59')) return '00:00';
  return `${String(Number(hour) % 24).padStart(2, '0')}:${minute}`;
}
