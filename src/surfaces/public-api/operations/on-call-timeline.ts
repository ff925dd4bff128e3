import { invalidField } from '../../../kernel/index.ts';
import {
  overrideKind,
  previewTimeline,
  type TeamTimeline,
  type TimelineInterval,
  type Timelines,
  timelinesBetween,
} from '../../../on-call/index.ts';
import { demandDateTime, fromWire } from '../../../resources/index.ts';
import { say } from '../../../sentences/index.ts';
import { type Answer, type Handlers, ok } from '../handlers.ts';

export const onCallTimelineOperations = {
  getOnCallTimeline: async (caller, { query }) => {
    const [start, end] = interval('Start', query.Start, 'End', query.End);
    return ok(view(await timelinesBetween(caller, query.TeamIds, start, end), start, end));
  },

  previewOnCallTimeline: async (caller, { body }) => {
    const [start, end] = interval('start', body.start, 'end', body.end);
    return ok(view(await previewTimeline(caller, body.escalations, start, end), start, end));
  },
} satisfies Handlers;

const daysMax = 62;

function interval(startName: string, from: string, endName: string, until: string): [Date, Date] {
  demandDateTime(startName, from);
  demandDateTime(endName, until);
  const start = new Date(from);
  const end = new Date(until);
  if (end <= start) throw invalidField(endName, say('mustBeAfter', { start: startName }));
  if (end.getTime() - start.getTime() > daysMax * 86_400_000)
    throw invalidField(endName, say('mustBeWithinDays', { days: daysMax, start: startName }));
  return [start, end];
}

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
