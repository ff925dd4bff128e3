import { type Changed, changedSince } from '../audit/index.ts';
import { userKind } from '../identity/index.ts';
import type { Ctx } from '../kernel/index.ts';
import {
  calendarsChangedSince,
  type PersonCalendar,
  personCalendarKind,
} from '../person-calendars/index.ts';
import {
  listResources,
  lookupInstant,
  type Resource,
  type ResourceKind,
  withIds,
} from '../resources/index.ts';
import { teamKind, teamMembershipKind } from '../teams/index.ts';
import { toActiveOverride } from './cover.ts';
import { escalationsKind } from './escalations.ts';
import { overrideKind } from './overrides.ts';
import { policyKind } from './policy-kind.ts';
import { schedulesNaming } from './schedule-facts.ts';
import { scheduleKind } from './schedule-kind.ts';
import { absenteesOf } from './stand-ins.ts';
import { temporaryScheduleKind } from './temporary-schedule-kind.ts';

/** Who may be on call otherwise than before. */
export interface DutyChanges {
  /** How far the audit log was read. */
  sequence: number;
  /** Something was taken away of which nobody can tell any more where it counted. */
  isUnclear: boolean;
  teamIds: ReadonlySet<string>;
  scheduleIds: ReadonlySet<string>;
}

const pageSize = 1_000;
/** With more changes than this, a look at each of them is not worth it. */
const entriesMax = 5_000;
const peopleMax = 200;
/** A calendar says when its times were stored, by the clock of the process that read it, a moment before they were. */
const storingMilliseconds = 2 * 60_000;

/**
 * The teams and schedules of an organization whose duty may have got something new behind a place in its audit log,
 * whoever changed it, or by calendars that were read since; null for too many. Of what was taken away it may only be
 * known that something was.
 */
export async function dutyChangesSince(
  ctx: Ctx,
  sequence: number,
  since: Date,
): Promise<DutyChanges | null> {
  const entries: Changed[] = [];
  for (let page: Changed[] | undefined; page === undefined || page.length === pageSize; ) {
    const behind = entries.at(-1)?.sequence ?? sequence;
    page = await changedSince(ctx, ctx.organizationId, behind, pageSize);
    entries.push(...page);
    if (entries.length > entriesMax) return null;
  }
  const idsOf = ({ entityType }: { entityType: string }) =>
    new Set(entries.flatMap((one) => (one.entityType === entityType ? one.entityId : [])));
  const teamIds = new Set([...idsOf(teamKind), ...idsOf(escalationsKind)]);
  const scheduleIds = idsOf(scheduleKind);
  const people = idsOf(userKind);

  const memberships = await listed(ctx, teamMembershipKind, idsOf(teamMembershipKind));
  const policies = await listed(ctx, policyKind, idsOf(policyKind));
  for (const { teamId } of [...memberships, ...policies]) if (teamId) teamIds.add(teamId);
  for (const { wire } of await listed(ctx, temporaryScheduleKind, idsOf(temporaryScheduleKind)))
    scheduleIds.add(wire.scheduleId.toLowerCase());
  for (const { wire } of await listed(ctx, overrideKind, idsOf(overrideKind)))
    if (wire.scheduleId) scheduleIds.add(wire.scheduleId.toLowerCase());
    else if (wire.teamId) teamIds.add(wire.teamId.toLowerCase());
    else people.add(wire.userId.toLowerCase());
  const named = await listed(ctx, personCalendarKind, idsOf(personCalendarKind));
  const readSince = new Date(since.getTime() - storingMilliseconds);
  const calendars = [...named, ...(await calendarsChangedSince(ctx, readSince))];
  for (const { wire } of calendars) if (wire.userId) people.add(wire.userId.toLowerCase());

  if (people.size > peopleMax) return null;
  const ofPeople = await dutyOfPeople(ctx, [...people], since);
  return {
    sequence: entries.at(-1)?.sequence ?? sequence,
    isUnclear:
      memberships.length < idsOf(teamMembershipKind).size ||
      policies.length < idsOf(policyKind).size ||
      named.length < idsOf(personCalendarKind).size,
    teamIds: teamIds.union(ofPeople.teamIds),
    scheduleIds: scheduleIds.union(ofPeople.scheduleIds).union(await onHolidays(ctx, calendars)),
  };
}

async function listed<Wire, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  ids: ReadonlySet<string>,
): Promise<Resource<Wire, Internal>[]> {
  if (ids.size === 0) return [];
  return (await listResources<Wire, Internal>(ctx, kind, withIds([...ids]))).items;
}

/** Teams of these people, or of somebody for whom they may stand in, and schedules that may put them on call. */
export async function dutyOfPeople(
  ctx: Ctx,
  userIds: readonly string[],
  from: Date,
): Promise<Pick<DutyChanges, 'teamIds' | 'scheduleIds'>> {
  if (userIds.length === 0) return { teamIds: new Set(), scheduleIds: new Set() };
  const later = { 'lookup.endsAt': { $gt: lookupInstant(from) } };
  const { items: overrides } = await listResources(ctx, overrideKind, later);
  const concerned = absenteesOf(overrides.map(({ wire }) => toActiveOverride(wire)))(userIds);
  const [{ items: memberships }, schedules] = await Promise.all([
    listResources(ctx, teamMembershipKind, { 'lookup.userId': { $in: [...concerned] } }),
    schedulesNaming(ctx, userIds, from),
  ]);
  return {
    teamIds: new Set(memberships.flatMap(({ teamId }) => teamId ?? [])),
    scheduleIds: new Set(schedules.map(({ id }) => id)),
  };
}

/** Which of them follow a calendar of holidays is not looked at: these change a few times a year. */
async function onHolidays(
  ctx: Ctx,
  calendars: readonly PersonCalendar[],
): Promise<ReadonlySet<string>> {
  if (!calendars.some(({ wire }) => wire.kind === 'holidays')) return new Set();
  const { items } = await listResources(ctx, scheduleKind, {
    'wire.holidayCalendarIds': { $gt: '' },
  });
  return new Set(items.map(({ id }) => id));
}
