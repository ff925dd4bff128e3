import { scheduleConflicts } from '../../../coverage/index.ts';
import {
  type OnCallBySchedule,
  onCallBySchedule,
  onCallBySchedules,
  previewSchedule,
  type ScheduleTimeline,
  scheduleKind,
  scheduleTimeline,
} from '../../../on-call/index.ts';
import { demandDateTime } from '../../../resources/index.ts';
import { demandTeam } from '../../../teams/index.ts';
import { type Handlers, ok } from '../handlers.ts';
import { intervalOf } from '../interval.ts';
import { resourceOperations } from '../resource-operations.ts';

export const onCallScheduleOperations = {
  ...resourceOperations({
    kind: scheduleKind,
    name: 'OnCallSchedule',
    list: 'OnCallSchedules',
    items: 'onCallSchedules',
  }),

  getOnCallBySchedule: async (caller, { params, query }) => {
    demandDateTime('Timestamp', query.Timestamp);
    const at = query.Timestamp === undefined ? caller.clock.now() : new Date(query.Timestamp);
    const answer = await onCallBySchedule(caller, params.id, at);
    return ok(onCallView(params.id.toLowerCase(), at, answer));
  },

  getOnCallBySchedules: async (caller, { query }) => {
    const answers = await onCallBySchedules(caller, query.ScheduleIds);
    const at = caller.clock.now();
    return ok({
      onCallBySchedules: [...answers].map(([id, answer]) => onCallView(id, at, answer)),
    });
  },

  getOnCallScheduleTimeline: async (caller, { params, query }) => {
    const [start, end] = intervalOf(query, daysMax);
    return ok(view(await scheduleTimeline(caller, params.id, start, end), start, end));
  },

  getOnCallScheduleConflicts: async (caller, { params, query }) => {
    const [start, end] = intervalOf(query, daysMax);
    const { channels } = caller.dependencies;
    const found = await scheduleConflicts(caller, channels, params.id, start, end);
    const viewOf = (userId: string) => {
      const user = found.users.get(userId);
      return user ? [userView(user)] : [];
    };
    return ok({
      start: start.toISOString(),
      end: end.toISOString(),
      conflicts: found.conflicts.flatMap(({ userId, candidates, ...time }) =>
        viewOf(userId).map((user) => ({
          user,
          ...times(time),
          candidates: candidates.flatMap(({ userId: id, dutyMilliseconds, ...candidate }) =>
            viewOf(id).map((one) => ({
              user: one,
              ...candidate,
              dutyMinutes: Math.round(dutyMilliseconds / 60_000),
            })),
          ),
        })),
      ),
    });
  },

  previewOnCallSchedule: async (caller, { body }) => {
    const [start, end] = intervalOf(body, daysMax);
    await demandTeam(caller, body.schedule.teamId, 'schedule.teamId');
    const timeline = await previewSchedule(caller, body.schedule, body.id ?? null, start, end);
    return ok(view(timeline, start, end));
  },
} satisfies Handlers;

function onCallView(scheduleId: string, at: Date, { people, next, nextGap }: OnCallBySchedule) {
  return {
    scheduleId,
    at: at.toISOString(),
    people: people.map(({ user, reasons }) => ({ user: userView(user), reasons: [...reasons] })),
    next: next && { ...times(next), userIds: next.people.map(({ userId }) => userId) },
    nextGap: nextGap && times(nextGap),
  };
}

const daysMax = 93;

function view({ shifts, gaps, layers, users }: ScheduleTimeline, start: Date, end: Date) {
  return {
    start: start.toISOString(),
    end: end.toISOString(),
    shifts: shifts.map((shift) => ({
      ...times(shift),
      userId: shift.userId,
      reasons: [...shift.reasons],
    })),
    gaps: gaps.map(times),
    layers: layers.map(({ id, shifts: own }) => ({
      id,
      shifts: own.map((shift) => ({ ...times(shift), userIds: shift.userIds })),
    })),
    users: users.map(userView),
  };
}

function userView({ id, wire }: ScheduleTimeline['users'][number]) {
  return { id, displayName: wire.displayName, avatarUrl: null, email: wire.email };
}

function times({ start, end }: { start: number; end: number }) {
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}
