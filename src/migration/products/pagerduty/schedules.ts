import type { Source } from '../../model/ledger.ts';
import { inOrderOfKeys, type Known, uniqueNames } from '../../model/references.ts';
import { cut } from '../../model/texts.ts';
import type { Account } from './account.ts';
import { flexibleLayers } from './flexible-schedules.ts';
import { instantIn, type Layer, layersOf } from './layers.ts';
import { labelsOf } from './references.ts';
import { zoneOf } from './zones.ts';

export function scheduleKey(id: string | null): string {
  return `pagerduty:schedules:${id}`;
}

/** Which team owns a schedule that names none: the one of a policy that uses it. */
export type TeamByPolicy = ReadonlyMap<string, string>;

/** Schedules of both kinds; answers what policies may refer to. */
export function bringSchedules(account: Account, teamByPolicy: TeamByPolicy): Known[] {
  const { work } = account;
  const uniqueName = uniqueNames();
  const known: Known[] = [];
  const bring = (schedule: Source, id: string | null, layers: Layer[]) => {
    const key = scheduleKey(id);
    const name = schedule.text('name') ?? schedule.name;
    const teamId = account.teamIn(schedule) ?? teamByPolicy.get(key) ?? account.ownerless();
    const description = schedule.text('description');
    work.add('tocsin_schedule', key, {
      displayName: uniqueName(name),
      ...(description && { description: cut(description, 1000) }),
      labels: labelsOf(id),
      teamId,
      timeZoneId: zoneIn(schedule),
      layers,
    });
    for (const userId of new Set(
      layers.flatMap((one) => one.groups.flatMap((group) => group.userIds)),
    ))
      account.members.add(teamId, userId);
    known.push({ id, key, name });
  };
  for (const schedule of inOrderOfKeys(work.ledger.all('schedule-details')))
    bring(schedule, schedule.text('id'), layersOf(account, schedule));
  for (const schedule of inOrderOfKeys(work.ledger.all('flexible-schedule-details'))) {
    const id = schedule.text('id');
    if (!work.has(scheduleKey(id))) bring(schedule, id, flexibleLayers(account, schedule, id));
    else schedule.say('approximated', 'brought as the schedule of the same id that has layers');
  }
  for (const schedule of work.ledger.all('schedules'))
    if (!work.has(scheduleKey(schedule.text('id'))))
      schedule.say('behaviour', 'not brought: its layers could not be read');
  return known;
}

function zoneIn(schedule: Source): string {
  const name = schedule.text('time_zone');
  const zone = name === null ? null : zoneOf(name);
  if (zone === null)
    schedule.say('behaviour', 'no time zone that is known: its times are UTC', 'time_zone');
  return zone ?? 'UTC';
}

/** Brings the people whom PagerDuty has on call in place of those of a layer. */
export function bringOverrides({ work, userOf }: Account): void {
  const until = new Map<string, { end: number; start: number }[]>();
  for (const override of inOrderOfKeys(work.ledger.all('schedule-overrides'))) {
    const scheduleId = scheduleKey(override.of[0] ?? null);
    const userId = userOf(override.at('user'));
    const [start, end] = [instantIn(override, 'start'), instantIn(override, 'end')];
    override.text('id');
    if (end !== null && Date.parse(end) <= work.since.getTime()) override.say('past', 'had ended');
    else if (userId === null) override.say('behaviour', 'not brought: nobody of this account');
    else if (start === null || end === null)
      override.say('behaviour', 'not brought: it has no beginning or no end');
    else if (!work.has(scheduleId))
      override.say('behaviour', 'not brought, as its schedule could not be');
    else {
      work.add('tocsin_on_call_override', override.key, {
        ...{ userId, type: 'online', mode: 'replace', scheduleId, start, end },
      });
      const own = until.get(scheduleId) ?? [];
      const times = { start: Date.parse(start), end: Date.parse(end) };
      if (own.some((other) => other.start < times.end && times.start < other.end))
        override.say('behaviour', 'overlaps another override: both people are on call meanwhile');
      until.set(scheduleId, [...own, times]);
    }
  }
}
