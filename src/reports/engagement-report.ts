import { type User, userKind } from '../identity/index.ts';
import { isAcknowledged, openIncidentsOf, type Severity } from '../incidents/index.ts';
import { integrationKind } from '../integrations/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { peopleAlerted } from '../notifications/index.ts';
import { displayNames, listResources, type Resource } from '../resources/index.ts';
import { type TeamWire, teamMembershipKind } from '../teams/index.ts';
import { countEngagement, type Engagement } from './count-engagement.ts';
import { toRow } from './fact-row.ts';
import { cameTo } from './holdings.ts';
import {
  type Comparison,
  type FigureName,
  IncidentCounter,
  type IncidentFigures,
} from './incident-figures.ts';
import { compared } from './incident-report.ts';
import { demandCaughtUp } from './keep-facts.ts';
import { factsOf, type IncidentFact } from './model.ts';
import { onCallReport } from './on-call-report.ts';
import { startOf } from './read-facts.ts';
import { previousPeriod, type ReportPeriod } from './report-period.ts';

export interface EngagementReport {
  period: ReportPeriod;
  previous: ReportPeriod;
  figures: Record<FigureName, Comparison>;
  /** Members of the team, and who acted in the period although they have left; who did most first. */
  people: EngagedPerson[];
  /** Open now and not acknowledged, oldest first. */
  unacknowledged: OpenIncident[];
  /** Open now, oldest first. */
  longestOpen: OpenIncident[];
  noisiestIntegrations: { id: string; displayName: string; total: number }[];
  noisiestTitles: { title: string; total: number }[];
}

export interface EngagedPerson extends Engagement {
  userId: string;
  /** Null for somebody who has left the organization. */
  user: User | null;
  isMember: boolean;
  /** In tier 1 of the team, and filling it up. */
  onCallSeconds: number;
}

export interface OpenIncident {
  id: string;
  title: string;
  severity: Severity;
  /** When it was created, or came to the team. */
  startedAt: Date;
}

const listed = 10;
const noisiest = 5;
/** The most open incidents that are read, to find those that nobody has acknowledged. */
const openMax = 1000;
/** What people do to incidents that are older is not looked for. */
const actsDaysBack = 31;
const dayMilliseconds = 86_400_000;

/** How a team dealt with its incidents in a period (spec 2.9). */
export async function engagementReport(
  ctx: Ctx,
  team: Pick<Resource<TeamWire>, 'id'>,
  period: ReportPeriod,
): Promise<EngagementReport> {
  await demandCaughtUp(ctx);
  const previous = previousPeriod(period);
  const subject = { level: 'Team', teamId: team.id } as const;
  const earliest = Math.min(
    previous.interval.start,
    period.interval.start - actsDaysBack * dayMilliseconds,
  );
  const facts = await factsOf(ctx)
    .find({
      organizationId: ctx.organizationId,
      held: cameTo(team.id, new Date(earliest), new Date(period.interval.end)),
    })
    .toArray();
  const within = ({ start, end }: ReportPeriod['interval']) =>
    facts.filter((fact) => {
      const since = startOf(subject, fact).getTime();
      return since >= start && since < end;
    });
  const started = within(period.interval);
  const figuresOf = (some: readonly IncidentFact[]): IncidentFigures => {
    const counter = new IncidentCounter();
    for (const fact of some)
      counter.add(toRow(fact, { since: startOf(subject, fact), teamIds: [team.id] }));
    return counter.figures();
  };
  const open = await openIncidentsOf(ctx, ctx.organizationId, team.id, openMax);
  return {
    period,
    previous,
    figures: compared(figuresOf(started), figuresOf(within(previous.interval))),
    people: await peopleOf(ctx, team.id, facts, period),
    unacknowledged: open
      .filter((incident) => !isAcknowledged(incident))
      .slice(0, listed)
      .map(toOpen),
    longestOpen: open.slice(0, listed).map(toOpen),
    noisiestIntegrations: await noisiestOf(ctx, started),
    noisiestTitles: most(started.map(({ title }) => title)).map(([title, total]) => ({
      title,
      total,
    })),
  };
}

function toOpen({
  _id: id,
  title,
  severity,
  createdAt: startedAt,
}: {
  _id: string;
  title: string;
  severity: Severity;
  createdAt: Date;
}): OpenIncident {
  return { id, title, severity, startedAt };
}

async function peopleOf(
  ctx: Ctx,
  teamId: string,
  facts: readonly IncidentFact[],
  period: ReportPeriod,
): Promise<EngagedPerson[]> {
  const { interval } = period;
  const [memberships, duty] = await Promise.all([
    listResources(ctx, teamMembershipKind, { teamId }),
    onCallReport(ctx, { period, teamIds: [teamId], userIds: undefined, tierMax: 1 }),
  ]);
  const members = new Set(
    memberships.items.flatMap(({ wire }) => wire.userId?.toLowerCase() ?? []),
  );
  const acted = facts.flatMap(({ acts }) =>
    acts.filter(({ at }) => at.getTime() >= interval.start && at.getTime() < interval.end),
  );
  const onDuty = duty.people.filter(({ seconds }) => seconds > 0).map(({ userId }) => userId);
  const ids = [...new Set([...members, ...onDuty, ...acted.map(({ userId }) => userId)])];
  const [alerts, users] = await Promise.all([
    peopleAlerted(ctx, teamId, ids, interval),
    listResources(ctx, userKind, { _id: { $in: ids } }),
  ]);
  const byId = new Map(users.items.map((user) => [user.id, user]));
  const counted = countEngagement({ teamId, facts, alerts, interval });
  const seconds = new Map(duty.people.map((person) => [person.userId, person.seconds]));
  return ids
    .map((userId) => ({
      userId,
      user: byId.get(userId) ?? null,
      isMember: members.has(userId),
      onCallSeconds: seconds.get(userId) ?? 0,
      ...counted(userId),
    }))
    .sort(
      (a, b) =>
        b.acknowledged + b.resolved - a.acknowledged - a.resolved ||
        b.alerted - a.alerted ||
        (a.user?.wire.email ?? a.userId).localeCompare(b.user?.wire.email ?? b.userId),
    );
}

async function noisiestOf(ctx: Ctx, facts: readonly IncidentFact[]) {
  const snapshots = new Map(facts.map((fact) => [fact.integrationId, fact.integrationName]));
  const top = most(facts.flatMap(({ integrationId }) => integrationId ?? []));
  const names = await displayNames(
    ctx,
    integrationKind,
    top.map(([id]) => id),
  );
  return top.map(([id, total]) => ({
    id,
    displayName: names.get(id) ?? snapshots.get(id) ?? 'Deleted integration',
    total,
  }));
}

/** The most frequent ones, with how often each is there. */
function most(values: readonly string[]): [value: string, total: number][] {
  const groups = Map.groupBy(values, (value) => value);
  return [...groups]
    .map(([value, same]): [string, number] => [value, same.length])
    .sort(([a, many], [b, few]) => few - many || a.localeCompare(b))
    .slice(0, noisiest);
}
