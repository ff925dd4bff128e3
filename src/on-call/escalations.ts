import { toLocal, type Weekday } from '../calendar/index.ts';
import type { components } from '../contract/index.ts';
import { type Ctx, invalidField } from '../kernel/index.ts';
import {
  byId,
  defineKind,
  findResource,
  type Resource,
  type ResourceDocument,
  storedFilter,
  wireShapes,
  withIds,
} from '../resources/index.ts';
import { refusal, say } from '../sentences/index.ts';
import { demandTeam, teamKind } from '../teams/index.ts';
import { defaultPolicies } from './policy-kind.ts';

/** A window of the week, in the team's time zone. */
export interface WeeklySchedule {
  selectedDays?: Weekday[] | null;
  from?: string | null;
  until?: string | null;
}

export interface ScheduleSettings {
  weeklySchedules?: WeeklySchedule[] | null;
  /** Local days, both included. */
  effectiveFrom?: string | null;
  effectiveUntil?: string | null;
  /** The older form, a single window; used where there are no `weeklySchedules`. */
  selectedDays?: Weekday[] | null;
  start?: string | null;
  end?: string | null;
}

export interface RotationSettings {
  repeats: 'daily' | 'weekly' | 'biweekly' | 'monthly' | 'custom';
  startsOnDayOfWeek?: Weekday | null;
  /** Zero-based: 0 is the first of the month. */
  startsOnDateOfMonth?: number | null;
  startsOnTime?: string | null;
  customRepeatUnit?: 'months' | 'weeks' | 'days' | 'hours' | null;
  customRepeatValue?: number | null;
  /** The older name of the schedule's `effectiveFrom`, as far as rotations count from it. */
  effectiveFrom?: string | null;
  rotationMode?: 'explicit' | 'auto' | null;
  autoRotationSize?: number | null;
}

export interface Schedule {
  displayName?: string | null;
  rotations: { members: { teamMembershipId: string }[] }[];
  scheduleSettings?: ScheduleSettings | null;
  rotationSettings?: RotationSettings | null;
  roundRobinSettings?: { roundRobinSize?: number | null } | null;
}

export type EscalationTier = components['schemas']['EscalationTier'];

/** Whether the next tier follows by itself. Not switched on nor off, but with a time: switched on. */
export function escalates(tier: EscalationTier): boolean {
  return tier.autoEscalationEnabled ?? (tier.autoEscalationAfterMinutes ?? null) !== null;
}

/** The document's TeamEscalations as it is stored; memberships in it may have been deleted (public-api.md 2.5). */
export type EscalationsWire = Required<components['schemas']['TeamEscalationsInput']>;

export interface EscalationsInternal {
  /** By tier and schedule: the local day of the team on which the rotation was set up, and counts from. */
  anchors: string[][];
}

export type Escalations = Resource<EscalationsWire, EscalationsInternal>;

/** One per team, under the id of the team. */
export const escalationsKind = defineKind<EscalationsWire, EscalationsInternal>({
  entityType: 'TeamEscalations',
  noun: 'team-escalations',
  collection: 'team_escalations',
  shape: wireShapes.TeamEscalations,
  displayNameOf: () => null,
  filters: { TeamId: byId },
  sharesId: true,
  teamOf: (ctx, wire) => demandTeam(ctx, wire.teamId),
  async prepare(ctx, wire, current) {
    if (current && wire.teamId.toLowerCase() !== current.id)
      throw invalidField('teamId', say('escalationsStay'));
    if (!current) await demandNoPolicy(ctx, wire.teamId.toLowerCase());
    demandDates(wire);
    return { wire, internal: { anchors: await anchorsOf(ctx, wire, current) } };
  },
  removedWith: { Team: (id) => ({ _id: id }) },
});

/** 409 where a policy would win over them: nothing is stored that has no effect. */
async function demandNoPolicy(ctx: Ctx, teamId: string): Promise<void> {
  const policy = (await defaultPolicies(ctx, [teamId])).get(teamId);
  if (!policy) return;
  const { displayName: name } = policy.wire;
  throw refusal('conflict', say('teamFollowsPolicy', { name, id: policy.id }), { field: 'teamId' });
}

function demandDates({ escalationTiers }: EscalationsWire): void {
  for (const [tier, { schedules }] of escalationTiers.entries()) {
    for (const [index, { scheduleSettings, rotationSettings }] of schedules.entries()) {
      const path = `escalationTiers[${tier}].schedules[${index}]`;
      demandDate(`${path}.scheduleSettings.effectiveFrom`, scheduleSettings?.effectiveFrom);
      demandDate(`${path}.scheduleSettings.effectiveUntil`, scheduleSettings?.effectiveUntil);
      demandDate(`${path}.rotationSettings.effectiveFrom`, rotationSettings?.effectiveFrom);
    }
  }
}

/** Shifts are computed from these, so a day must be one: not the 30th of February. */
function demandDate(field: string, value: string | null | undefined): void {
  if (value === null || value === undefined) return;
  try {
    Temporal.PlainDate.from(value, { overflow: 'reject' });
  } catch {
    throw invalidField(field, say('dayNotInCalendar', { value }));
  }
}

/**
 * A rotation keeps the day it counts from while the way it hands over stays the same: renaming it or
 * swapping a member must not put somebody else on duty (oncall-and-calls.md 2.2, rule 5).
 */
async function anchorsOf(
  ctx: Ctx,
  wire: EscalationsWire,
  current: Escalations | undefined,
): Promise<string[][]> {
  const team = await findResource(ctx, teamKind, withIds([wire.teamId]));
  const today = toLocal(ctx.clock.now().getTime(), team?.wire.timeZoneId ?? 'UTC')
    .toPlainDate()
    .toString();
  return wire.escalationTiers.map(({ schedules }, tier) =>
    schedules.map((schedule, index) => {
      const before = current?.wire.escalationTiers[tier]?.schedules[index];
      const kept = current?.internal.anchors[tier]?.[index];
      return kept && before && handover(before) === handover(schedule) ? kept : today;
    }),
  );
}

function handover({ rotations, rotationSettings }: Schedule): string {
  const {
    effectiveFrom: _,
    rotationMode: _mode,
    autoRotationSize: _size,
    ...turns
  } = rotationSettings ?? { repeats: 'weekly' };
  return JSON.stringify([rotations.length, Object.entries(turns).filter(isSet).sort()]);
}

function isSet([, value]: [string, unknown]): boolean {
  return value !== null;
}

/** The settings for all tiers together that a team shows, by team. */
export async function tierSettingsOf(
  ctx: Ctx,
  teamIds: readonly string[],
): Promise<Map<string, Record<string, unknown> | null>> {
  const found = await escalationsKind
    .model(ctx.store)
    .find(
      storedFilter(escalationsKind, {
        _id: { $in: [...teamIds] },
        organizationId: ctx.organizationId,
      }),
      {
        'wire.tierSettings': 1,
      },
    )
    .lean<Pick<ResourceDocument<EscalationsWire>, '_id' | 'wire'>[]>();
  return new Map(found.map(({ _id, wire }) => [_id, wire.tierSettings]));
}
