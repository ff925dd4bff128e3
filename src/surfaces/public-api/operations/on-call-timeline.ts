import {
  overrideKind,
  previewTimeline,
  type TeamTimeline,
  type TimelineInterval,
  type Timelines,
  timelinesBetween,
} from '../../../on-call/index.ts';
import { fromWire } from '../../../resources/index.ts';
import { type Answer, type Handlers, ok } from '../handlers.ts';
import { intervalOf } from '../interval.ts';

export const onCallTimelineOperations = {
  getOnCallTimeline: async (caller, { query }) => {
    const [start, end] = intervalOf(query, daysMax);
    return ok(view(await timelinesBetween(caller, query.TeamIds, start, end), start, end));
  },

  previewOnCallTimeline: async (caller, { body }) => {
    const [start, end] = intervalOf(body, daysMax);
    return ok(view(await previewTimeline(caller, body.escalations, start, end), start, end));
  },
} satisfies Handlers;

const daysMax = 62;

function view({ teams, users }: Timelines, start: Date, end: Date) {
  return {
    start: start.toISOString(),
    end: end.toISOString(),
    teams: teams.map(teamView),
    users: users.map(({ id, wire }) => ({
      id,
      displayName: wire.displayName,
      avatarUrl: null,
      email: wire.email,
    })),
  };
}

function teamView({ team, tiers, gaps, overrides }: TeamTimeline) {
  return {
    team: {
      id: team.id,
      displayName: team.wire.displayName,
      timeZoneId: team.wire.timeZoneId ?? 'UTC',
    },
    tiers: tiers.map(({ tier, ...lines }) => ({
      tier,
      shifts: lines.shifts.map((shift) => ({ ...shift, ...times(shift) })),
      absences: lines.absences.map((absence) => ({ ...absence, ...times(absence) })),
      gaps: lines.gaps.map(times),
    })),
    gaps: gaps.map(times),
    overrides: overrides.map(
      ({ id, wire, provisioned }) =>
        fromWire(
          overrideKind.shape,
          { ...wire },
          { id, isProvisioned: provisioned },
        ) as Answer<'getOnCallOverride'>,
    ),
  };
}

function times({ start, end }: TimelineInterval) {
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}
