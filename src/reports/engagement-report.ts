import type { Interval } from '../calendar/index.ts';
import { type User, userKind } from '../identity/index.ts';
import { byHolder, cameTo, factsOf, type IncidentFact } from '../incident-days/index.ts';
import { isAcknowledged, openIncidentsOf, type Severity } from '../incidents/index.ts';
import { integrationKind } from '../integrations/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { peopleAlerted } from '../notifications/index.ts';
import { displayNames, listResources, type Resource } from '../resources/index.ts';
import { type TeamWire, teamMembershipKind } from '../teams/index.ts';
import { countEngagement, type Engagement } from './count-engagement.ts';
import { demandCaughtUp } from './demand-caught-up.ts';
import { toRow } from './fact-row.ts';
import {
  type Comparison,
  type FigureName,
  IncidentCounter,
  type IncidentFigures,
} from './incident-figures.ts';
import { compared } from './incident-report.ts';
import { onCallReport } from './on-call-report.ts';
import { readStarted, type Started } from './read-incidents.ts';
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
/** Actions on incidents that are older are not looked for. */
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
  const started = await startedIn(ctx, team.id, {
    start: previous.interval.start,
    end: period.interval.end,
  });
  const isOfPeriod = ({ startedAt }: Started) => startedAt >= period.interval.start;
  const ofPeriod = started.filter(isOfPeriod);
  const figuresOf = (some: readonly Started[]): IncidentFigures => {
    const counter = new IncidentCounter();
    for (const { incident, startedAt } of some) counter.add(toRow(incident, startedAt));
    return counter.figures();
  };
  const open = await openIncidentsOf(ctx, ctx.organizationId, team.id, openMax);
  return {
    period,
    previous,
    figures: compared(figuresOf(ofPeriod), figuresOf(started.filter((one) => !isOfPeriod(one)))),
    people: await peopleOf(ctx, team.id, period),
    unacknowledged: open
      .filter((incident) => !isAcknowledged(incident))
      .slice(0, listed)
      .map(toOpen),
    longestOpen: open.slice(0, listed).map(toOpen),
    noisiestIntegrations: await noisiestOf(ctx, ofPeriod),
    noisiestTitles: most(ofPeriod.map(({ title }) => title)).map(([title, total]) => ({
      title,
      total,
    })),
  };
}

/** Nothing happened, and nothing is left over from before. */
export function isQuiet({ figures, longestOpen }: EngagementReport): boolean {
  return figures.total.value === 0 && longestOpen.length === 0;
}

async function startedIn(ctx: Ctx, teamId: string, interval: Interval): Promise<Started[]> {
  const subject = { level: 'Team', teamId } as const;
  const days = readStarted(ctx, { subject, severities: undefined, statuses: undefined }, interval);
  return (await Array.fromAsync(days)).flat();
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

/** Incidents of the team that somebody did something to, or that went on to the next tier. */
function actedFacts(
  { organizationId, ...world }: Ctx,
  teamId: string,
  { interval }: ReportPeriod,
): Promise<IncidentFact[]> {
  const earliest = Math.min(
    interval.start - (interval.end - interval.start),
    interval.start - actsDaysBack * dayMilliseconds,
  );
  const held = cameTo(teamId, new Date(earliest), new Date(interval.end));
  // Without the hint the organization decides, which has had many more incidents.
  return factsOf(world).find({ organizationId, held, isActed: true }).hint(byHolder).toArray();
}

async function peopleOf(ctx: Ctx, teamId: string, period: ReportPeriod): Promise<EngagedPerson[]> {
  const { interval } = period;
  const facts = await actedFacts(ctx, teamId, period);
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

async function noisiestOf(ctx: Ctx, started: readonly Started[]) {
  const snapshots = new Map(
    started.map(({ incident, integrationName }) => [incident.integrationId, integrationName]),
  );
  const top = most(started.flatMap(({ incident }) => incident.integrationId ?? []));
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
