import { invalidField } from '../../../kernel/index.ts';
import {
  netMinutes,
  type OnCallHistoryItem,
  onCallBetween,
  whoIsOnCall,
} from '../../../on-call/index.ts';
import { type Handlers, ok } from '../handlers.ts';

export const onCallOperations = {
  getOnCall: async (caller, { query }) => {
    const at = query.Timestamp === undefined ? caller.clock.now() : new Date(query.Timestamp);
    const filter = { teamIds: query.TeamIds, userIds: query.UserIds };
    const members = await whoIsOnCall(caller, filter, at);
    return ok({
      memberships: members.map(({ user, team, availabilities }) => ({
        user: {
          id: user.id,
          displayName: user.wire.displayName,
          avatarUrl: null,
          email: user.wire.email,
        },
        team: teamView(team),
        availabilities,
      })),
    });
  },

  getOnCallReport: async (caller, { query }) => {
    const { start, end } = interval(query);
    const items = await onCallBetween(caller, { teamIds: query.TeamIds }, start, end);
    return ok({
      onCallHistoryItems: items.map((item) => ({
        user: userView(item),
        team: teamView(item.team),
        start: new Date(item.start).toISOString(),
        end: new Date(item.end).toISOString(),
        tier: item.tier,
      })),
    });
  },

  getOnCallReportSum: async (caller, { query }) => {
    const { start, end } = interval(query);
    const filter = { teamIds: one(query.TeamId), userIds: one(query.UserId) };
    // Spec 2.9: only tier 1 counts unless the request names another one.
    const tierMax = query.MaxTier ?? 1;
    const items = (await onCallBetween(caller, filter, start, end)).filter(
      ({ tier }) => tier <= tierMax,
    );
    const byUser = Map.groupBy(items, ({ userId }) => userId);
    return ok({
      userSums: [...byUser.values()].flatMap((own) =>
        own[0] ? [{ user: userView(own[0]), netOnCallMinutes: netMinutes(own) }] : [],
      ),
    });
  },
} satisfies Handlers;

const daysMax = 366;

function interval(query: { Start: string; End: string }): { start: Date; end: Date } {
  const start = new Date(query.Start);
  const end = new Date(query.End);
  if (end <= start) throw invalidField('End', 'must be after Start');
  if (end.getTime() - start.getTime() > daysMax * 86_400_000)
    throw invalidField('End', `must be at most ${daysMax} days after Start`);
  return { start, end };
}

function one(value: string | undefined): string[] | undefined {
  return value === undefined ? undefined : [value];
}

function teamView({ id, wire }: OnCallHistoryItem['team']) {
  return { id, displayName: wire.displayName, timeZoneId: wire.timeZoneId ?? 'UTC' };
}

/** Whoever has left the organization was on duty nonetheless: somebody, whose id says no more. */
function userView({ userId, user }: OnCallHistoryItem) {
  if (user === null)
    return { id: userId, displayName: null, email: null, userName: null, timeZoneId: null };
  const { displayName, email, timeZoneId } = user.wire;
  return { id: user.id, displayName, email, userName: user.wire.userName ?? null, timeZoneId };
}
