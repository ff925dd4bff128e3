import { isLocalTime } from '../calendar/index.ts';
import type { components } from '../contract/index.ts';
import { type Ctx, invalidField } from '../kernel/index.ts';
import { demandHolidays } from '../person-calendars/index.ts';
import {
  byId,
  byTeam,
  defineKind,
  demandDateTime,
  demandRecurrence,
  demandTimeZone,
  findResource,
  type Resource,
  wireShapes,
  withStableIds,
} from '../resources/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { demandTeam } from '../teams/index.ts';

type LayerWire = components['schemas']['OnCallLayer'];

/** The document's OnCallSchedule as it is stored: its layers have ids. */
export type ScheduleWire = Required<components['schemas']['OnCallScheduleInput']>;

export type OnCallSchedule = Resource<ScheduleWire>;

/** People over time, seen by everybody in the organization and changed by administrators of the team that owns it. */
export const scheduleKind = defineKind<ScheduleWire>({
  entityType: 'OnCallSchedule',
  noun: 'on-call-schedule',
  collection: 'on_call_schedules',
  shape: wireShapes.OnCallSchedule,
  displayNameOf: ({ displayName }) => displayName,
  sharedWithin: 'organization',
  lookupOf: ({ layers, noticesBeforeMinutes }) => ({
    notices: noticesBeforeMinutes?.length ? 'set' : null,
    userIds: layers.flatMap(({ groups }) =>
      groups.flatMap(({ userIds }) => userIds.map((userId) => userId.toLowerCase())),
    ),
  }),
  filters: { TeamId: byTeam, Ids: byId },
  teamOf: (ctx, { teamId }) => demandTeam(ctx, teamId),
  async prepare(ctx: Ctx, wire, current) {
    demandTimeZone('timeZoneId', wire.timeZoneId);
    const holidays = wire.holidayCalendarIds ?? [];
    await demandHolidays(ctx, holidays);
    for (const [index, layer] of wire.layers.entries()) {
      demandLayer(layer, `layers[${index}]`);
      demandTimesOf(layer, wire.timeZoneId, `layers[${index}]`);
      if (isSpecialOnHolidays(layer) && holidays.length === 0)
        throw invalidField(`layers[${index}].onHolidays`, say('holidaysNeedCalendar'));
    }
    const layers = withStableIds(wire.layers, current?.wire.layers) ?? [];
    demandOneOfEachId(layers);
    return { wire: { ...wire, layers }, internal: {} };
  },
  removedWith: { Team: (id) => ({ teamId: id }) },
  duplicate: { code: 'conflict', field: 'displayName', message: say('scheduleNameTaken') },
  indexes: [
    // Finds those in which somebody may be on call.
    [{ organizationId: 1, 'lookup.userIds': 1 }],
    // Finds those that tell people before their shifts, of all organizations.
    [{ 'lookup.notices': 1 }, { sparse: true }],
    // A name says which schedule it is, in policies of all teams.
    [
      { organizationId: 1, 'lookup.displayName': 1 },
      { unique: true, partialFilterExpression: { 'lookup.displayName': { $exists: true } } },
    ],
  ],
});

/** The schedule that another object refers to; 400 when there is none in sight. */
export async function demandSchedule(ctx: Ctx, scheduleId: string): Promise<OnCallSchedule> {
  const schedule = await findResource(ctx, scheduleKind, { _id: scheduleId.toLowerCase() });
  if (schedule) return schedule;
  throw invalidField('scheduleId', say('noSuchObject', { what: 'OnCallSchedule', id: scheduleId }));
}

/** 400 for settings that would be accepted and not work. */
function demandLayer(layer: LayerWire, at: string): void {
  const { startsAt, endsAt, hours, turns, groups, groupSize } = layer;
  demandTimeZone(`${at}.timeZoneId`, layer.timeZoneId);
  demandDateTime(`${at}.startsAt`, startsAt);
  demandDateTime(`${at}.endsAt`, endsAt);
  demandDateTime(`${at}.turns.from`, turns?.from);
  const demand = (isRight: boolean, member: string, sentence: Sentence) => {
    if (!isRight) throw invalidField(`${at}.${member}`, sentence);
  };
  const isInOrder = !startsAt || !endsAt || Date.parse(startsAt) < Date.parse(endsAt);
  demand(isInOrder, 'endsAt', say('layerEndsFirst'));
  const takesTurns = groups.length > 1 || (groupSize ?? null) !== null;
  demand(!takesTurns || !!turns, 'turns', say('groupsNeedTurns'));
  const hasHours = (hours ?? []).length > 0;
  const hasWindows = hasHours || !!layer.recurrence;
  demand(turns?.unit !== 'windows' || hasWindows, 'turns.unit', say('windowsNeedHours'));
  const { onHolidays } = layer;
  const isMore = onHolidays === 'allDay' || onHolidays === 'asSunday';
  demand(!isMore || hasHours, 'onHolidays', say('holidaysNeedHours'));
  const isShort = turns?.unit === 'minutes' || turns?.unit === 'hours';
  demand(turns?.clock !== 'elapsed' || isShort, 'turns.clock', say('elapsedIsShort'));
}

/** 400 for times that come again and name none, or stand beside hours. */
function demandTimesOf({ hours, recurrence, ...layer }: LayerWire, zone: string, at: string): void {
  if (!recurrence) return;
  if ((hours ?? []).length > 0)
    throw invalidField(`${at}.recurrence`, say('recurrenceInsteadOfHours'));
  demandRecurrence(`${at}.recurrence`, { ...recurrence, timeZoneId: layer.timeZoneId ?? zone });
  for (const member of ['also', 'except'] as const)
    for (const [index, time] of (recurrence[member] ?? []).entries())
      if (!isLocalTime(time))
        throw invalidField(`${at}.recurrence.${member}[${index}]`, say('noSuchTime'));
}

/** Whether holidays are not like any other day to it. */
export function isSpecialOnHolidays({ onHolidays }: LayerWire): boolean {
  return (onHolidays ?? 'normal') !== 'normal';
}

function demandOneOfEachId(layers: readonly LayerWire[]): void {
  const seen = new Set<string>();
  for (const [index, { id }] of layers.entries()) {
    const known = (id ?? '').toLowerCase();
    if (seen.has(known)) throw invalidField(`layers[${index}].id`, say('layerIdTwice'));
    seen.add(known);
  }
}
