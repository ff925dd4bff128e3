import { type OpenedIncident, openedInTeams } from '../incidents/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { type PlannedAlert, plannedAlerts } from '../notifications/index.ts';
import { listResources } from '../resources/index.ts';
import {
  type Cause,
  compare,
  type Decider,
  type Difference,
  keptLog,
  type LogPrecision,
  logOf,
  logStates,
  type ShadowRun,
  type Side,
} from '../shadow/index.ts';
import { teamMembershipKind } from '../teams/index.ts';

/** A difference, and why it is intended; null: nobody says so. */
export interface JudgedDifference extends Difference {
  explained: string | null;
  /** The title of the incident here, or else there. */
  title: string;
  openedAt: Date;
}

export interface ShadowDay {
  /** In UTC. */
  day: string;
  incidents: number;
  differences: number;
}

export interface ShadowReport {
  from: Date;
  /** Later the log of the other product is not known yet. */
  until: Date;
  /** That both products have. */
  incidents: number;
  /** Not explained, and more than another channel. */
  unexplained: number;
  isReady: boolean;
  /** The precision of the other product's log about who was told. */
  precision: LogPrecision;
  days: ShadowDay[];
  /** Unexplained differences counted by integration and rules, the most frequent ones first. */
  causes: { cause: Cause; count: number }[];
  /** The differences, those of the latest incidents first. */
  differences: JudgedDifference[];
}

/** Until then, later events may still change either side. */
const settleMilliseconds = 10 * 60_000;
const minute = 60_000;
const dayMilliseconds = 86_400_000;
const incidentsMax = 5_000;
/** People may be told here once so much showed no difference. */
const readyDays = 14;
const readyIncidents = 50;

/** The differences between this server and the other product for the same incidents of a run. */
export async function shadowReport(
  ctx: Ctx,
  run: ShadowRun,
  asked: { from?: Date | undefined; until?: Date | undefined },
): Promise<ShadowReport> {
  const { readUntil } = (await logStates(ctx, [run]))(run.id);
  const known = new Date((readUntil ?? run.createdAt).getTime() - settleMilliseconds);
  const until = asked.until && asked.until < known ? asked.until : known;
  const from = asked.from && asked.from > run.createdAt ? asked.from : run.createdAt;
  const teamIds = run.wire.teamIds.map((id) => id.toLowerCase());
  const incidents = await openedInTeams(ctx, ctx.organizationId, teamIds, {
    from,
    until,
    limit: incidentsMax,
  });
  const alerts = await plannedAlerts(
    ctx,
    incidents.map(({ _id }) => _id),
  );
  const ours = sidesOf(incidents, alerts, known);
  const around = {
    from: new Date(from.getTime() - minute),
    until: new Date(until.getTime() + minute),
  };
  const theirs = (await keptLog(ctx, run.id, around)).map((side) => upTo(side, known));
  const { items } = await listResources(ctx, teamMembershipKind, { teamId: { $in: teamIds } });
  const members = new Set(items.flatMap(({ wire }) => wire.userId?.toLowerCase() ?? []));
  return reportOf(run, { from, until }, { ours, theirs, members });
}

/** Pure. */
export function reportOf(
  run: Pick<ShadowRun, 'wire'>,
  { from, until }: { from: Date; until: Date },
  { ours, theirs, members }: { ours: Side[]; theirs: Side[]; members: ReadonlySet<string> },
): ShadowReport {
  const { precision } = logOf(run.wire);
  const { compared, differences } = compare(
    ours,
    theirs,
    run.wire.matchBy ?? ['Key', 'TitleMinute'],
    precision,
  );
  const judged = differences
    .filter((one) => isOfRun(one, { from, until, members }))
    .map((one) => judge(run, one))
    .toSorted((one, other) => Number(other.openedAt) - Number(one.openedAt));
  const open = judged.filter(
    ({ kind, explained }) => explained === null && kind !== 'OtherChannel',
  );
  const isLong = until.getTime() - from.getTime() >= readyDays * dayMilliseconds;
  return {
    from,
    until,
    incidents: compared.length,
    unexplained: open.length,
    // Where it is not known who was told there, nothing shows that the same people are told here.
    isReady:
      open.length === 0 && isLong && compared.length >= readyIncidents && precision !== 'Incident',
    precision,
    days: daysOf(
      compared.map(({ ours: { openedAt } }) => openedAt),
      judged.map(({ openedAt }) => openedAt),
    ),
    causes: causesOf(open),
    differences: judged,
  };
}

function causesOf(differences: readonly Difference[]): ShadowReport['causes'] {
  const causes = differences.flatMap(({ ours }) => ours?.cause ?? []);
  const same = Map.groupBy(causes, ({ integrationId, rules }) =>
    [integrationId, ...rules].join(' '),
  );
  return [...same.values()]
    .flatMap((all) => (all[0] ? [{ cause: all[0], count: all.length }] : []))
    .toSorted((one, other) => other.count - one.count);
}

/** An incident that only the other product has concerns the run if it told people of the run's teams. */
function isOfRun(
  { ours, theirs }: Difference,
  { from, until, members }: { from: Date; until: Date; members: ReadonlySet<string> },
): boolean {
  if (ours || !theirs) return true;
  if (theirs.openedAt < from || theirs.openedAt > until) return false;
  return theirs.told.some(({ userId }) => userId !== null && members.has(userId));
}

function judge({ wire }: Pick<ShadowRun, 'wire'>, difference: Difference): JudgedDifference {
  const { title = '', openedAt = new Date(0) } = difference.ours ?? difference.theirs ?? {};
  const rule = (wire.ignores ?? []).find(
    ({ kind, titleContains }) =>
      (!kind || kind === difference.kind) &&
      (!titleContains || title.toLowerCase().includes(titleContains.toLowerCase())),
  );
  return { ...difference, explained: rule?.reason ?? null, title, openedAt };
}

function daysOf(compared: readonly Date[], differing: readonly Date[]): ShadowDay[] {
  const dayOf = (at: Date) => at.toISOString().slice(0, 10);
  const count = (times: readonly Date[]) => Map.groupBy(times, dayOf);
  const [incidents, differences] = [count(compared), count(differing)];
  return [...new Set([...incidents.keys(), ...differences.keys()])].sort().map((day) => ({
    day,
    incidents: incidents.get(day)?.length ?? 0,
    differences: differences.get(day)?.length ?? 0,
  }));
}

function sidesOf(
  incidents: readonly OpenedIncident[],
  alerts: readonly PlannedAlert[],
  known: Date,
): Side[] {
  const byIncident = Map.groupBy(alerts, ({ incidentId }) => incidentId);
  return incidents.map((incident) => {
    const { _id: id, title, correlationId: key, createdAt: openedAt, events } = incident;
    const cause = {
      integrationId: incident.integrationId ?? null,
      rules: (incident.alerting?.fired ?? []).toSorted(),
    };
    const acted = events.find(({ intent }) => intent === 'Investigated' || intent === 'Resolved');
    const told = (byIncident.get(id) ?? []).map(({ userId, lane: channel, step, at }) => ({
      userId,
      channel,
      step,
      at,
    }));
    const decidedBy = decidersOf(incident);
    return upTo(
      { id, key, title, openedAt, told, actedAt: acted?.at ?? null, cause, decidedBy },
      known,
    );
  });
}

/** Its integration, the routings of rules that fired, and what its plans follow. */
function decidersOf({ integrationId, alerting = {} }: OpenedIncident): Decider[] {
  const { fired = [], plans = [] } = alerting;
  const routings = new Set(fired.map((key) => key.slice(0, key.lastIndexOf(':'))));
  return [
    ...(integrationId ? [{ entityType: 'InboundIntegration' as const, id: integrationId }] : []),
    ...[...routings].map((id) => ({ entityType: 'Routing' as const, id })),
    ...plans.map(({ teamId, policyId }) =>
      policyId
        ? { entityType: 'EscalationPolicy' as const, id: policyId }
        : { entityType: 'TeamEscalations' as const, id: teamId },
    ),
  ];
}

/** The events until then: later, one side may be known and the other one not yet. */
function upTo(side: Side, until: Date): Side {
  const { actedAt, told } = side;
  return {
    ...side,
    told: told.filter(({ at }) => at <= until),
    actedAt: actedAt && actedAt < until ? actedAt : until,
  };
}
