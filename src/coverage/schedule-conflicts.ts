import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { type User, userKind } from '../identity/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { type ChannelReadiness, loadRecipients } from '../notifications/index.ts';
import {
  dutyTimes,
  type LeaveConflict,
  leaveConflicts,
  type StandIn,
  scheduleKind,
  scheduleRotas,
  standIns,
} from '../on-call/index.ts';
import { leavesOf } from '../person-calendars/index.ts';
import { getResource, listResources, withIds } from '../resources/index.ts';
import { everybodyIn } from '../rota/index.ts';
import { gapsOfRules, unreachable } from './people-coverage.ts';

export interface ScheduleConflicts {
  conflicts: (LeaveConflict & { candidates: StandIn[] })[];
  /** The users that the conflicts name, by id; users that do not exist are missing. */
  users: ReadonlyMap<string, User>;
}

const conflictsMax = 100;
const candidatesMax = 20;
const lookBack = 90 * 86_400_000;

/**
 * Who is on call by a schedule while on leave, from now on at the earliest, and who could stand in. Throws 404.
 */
export async function scheduleConflicts(
  ctx: Ctx,
  channels: ChannelReadiness,
  id: string,
  start: Date,
  end: Date,
): Promise<ScheduleConflicts> {
  const schedule = await getResource(ctx, scheduleKind, id);
  const now = ctx.clock.now();
  const from = new Date(Math.max(start.getTime(), now.getTime()));
  // A day more, for the rest before.
  const earlier = new Date(from.getTime() - 86_400_000);
  const rotas = await scheduleRotas(ctx, ctx.organizationId, [schedule.id], earlier);
  const rota = rotas.get(schedule.id);
  if (!rota || from >= end) return { conflicts: [], users: new Map() };
  const named = new Set([
    ...everybodyIn(rota),
    ...rota.overrides.flatMap(({ userId, replacements }) => [userId, ...replacements]),
    ...rota.temporaries.flatMap(({ shifts }) => shifts.flatMap(({ userIds }) => userIds)),
  ]);
  const leaves = await leavesOf(ctx, [...named], from);
  const found = leaveConflicts(rota, leaves, from.getTime(), end.getTime()).slice(0, conflictsMax);
  if (found.length === 0) return { conflicts: [], users: new Map() };
  const duties = await dutyTimes(ctx, schedule, new Date(now.getTime() - lookBack), now);
  const isReachable = await reachability(ctx, channels, everybodyIn(rota));
  const conflicts: ScheduleConflicts['conflicts'] = [];
  for (const conflict of found) {
    const facts = {
      leaves,
      isReachable: (userId: string) => isReachable(userId, conflict.start),
      dutyOf: (userId: string) => duties.get(userId) ?? 0,
    };
    const candidates = standIns(rota, conflict, facts).slice(0, candidatesMax);
    conflicts.push({ ...conflict, candidates });
    await turnOfOthers();
  }
  const { items } = await listResources(ctx, userKind, withIds([...named]));
  return { conflicts, users: new Map(items.map((user) => [user.id, user])) };
}

/** Whether an alert of what is Critical would reach somebody, in the week after an instant. */
async function reachability(
  ctx: Ctx,
  channels: ChannelReadiness,
  userIds: readonly string[],
): Promise<(userId: string, at: number) => boolean> {
  const people = await loadRecipients(ctx, userIds);
  const duty = { teams: [], intents: new Set(['Created'] as const), by: new Set([null]) };
  return (userId, at) => {
    const person = people.get(userId);
    if (!person) return false;
    const findings = [
      unreachable(person, duty, channels),
      ...gapsOfRules(person, duty, channels, at),
    ];
    return findings.every((one) => one?.level !== 'Gap');
  };
}
