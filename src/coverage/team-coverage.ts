import { goesFurther, intentOfTier } from '../alerting/index.ts';
import type { Intent } from '../incidents/index.ts';
import {
  type Duty,
  dutiesBetween,
  type EscalationTier,
  type PlannedTeam,
  timesWithout,
} from '../on-call/index.ts';
import { say, zonedMoment } from '../sentences/index.ts';
import { type Finding, type FindingTeam, finding } from './finding.ts';

export interface TeamCoverage {
  findings: Finding[];
  /** Users on call in the time looked at, with what alerts tell them of first. */
  onDuty: Map<string, Set<Intent>>;
  /** The schedules by which a policy tells each user; null in the set: the policy names them in another way. */
  toldBy?: ReadonlyMap<string, ReadonlySet<string | null>>;
}

export interface Period {
  from: number;
  until: number;
}

/** Finds gaps in the tiers of a team. `passesOn`: its routing rules give incidents to other teams. */
export async function coverageOfTeam(
  planned: PlannedTeam,
  { from, until }: Period,
  passesOn: boolean,
  nameOf: (userId: string) => string,
): Promise<TeamCoverage> {
  const { team, plan, escalationPlan } = planned;
  const about = { id: team.id, displayName: team.wire.displayName, timeZoneId: plan.timeZoneId };
  if (escalationPlan.steps.length === 0)
    return { findings: [withoutTiers(about, passesOn)], onDuty: new Map() };
  const duties = await dutiesBetween(plan, from, until);
  const findings = timesWithout(duties, { start: from, end: until }).map(({ start, end }) =>
    nobodyOnCall(about, { from: start, until: end }, { from, until }),
  );
  findings.push(...emptyTiers(about, plan.tiers), ...suspendedPeople(about, planned, nameOf));
  if (!goesFurther(escalationPlan, plan.timeZoneId, new Date(from)))
    findings.push(finding('NeverEscalates', 'Hint', say('neverEscalates'), { team: about }));
  return { findings, onDuty: firstIntents(duties) };
}

function withoutTiers(team: FindingTeam, passesOn: boolean): Finding {
  return passesOn
    ? finding('NoTiers', 'Hint', say('teamPassesOn'), { team })
    : finding('NoTiers', 'Gap', say('teamHasNoTiers'), { team });
}

function nobodyOnCall(team: FindingTeam, gap: Period, whole: Period): Finding {
  const isWhole = gap.from === whole.from && gap.until === whole.until;
  const until = zonedMoment(gap.until, team.timeZoneId);
  const text = isWhole
    ? say('nobodyOnCallUntil', { until })
    : say('nobodyOnCallBetween', { from: zonedMoment(gap.from, team.timeZoneId), until });
  return finding('NobodyOnCall', 'Gap', text, {
    team,
    start: new Date(gap.from).toISOString(),
    end: new Date(gap.until).toISOString(),
  });
}

/** Tiers in which nobody has a part while another one has people; with none at all, nobody is on call. */
function emptyTiers(team: FindingTeam, tiers: PlannedTeam['plan']['tiers']): Finding[] {
  const isEmpty = tiers.map((schedules) =>
    schedules.every(({ rotations }) => rotations.every((users) => users.length === 0)),
  );
  if (isEmpty.every((empty) => empty)) return [];
  return isEmpty.flatMap((empty, index) =>
    empty
      ? [
          finding('EmptyTier', 'Gap', say('tierIsEmpty', { tier: index + 1 }), {
            team,
          }),
        ]
      : [],
  );
}

/** People of tiers whom alerts pass over, each once. */
function suspendedPeople(
  team: FindingTeam,
  { suspended, memberships, escalations }: PlannedTeam,
  nameOf: (userId: string) => string,
): Finding[] {
  if (suspended.size === 0) return [];
  const tiers = escalations?.wire.escalationTiers ?? [];
  const findings: Finding[] = [];
  for (const { id, wire } of memberships) {
    const userId = wire.userId?.toLowerCase() ?? '';
    if (!suspended.has(userId)) continue;
    const inTiers = tiers.flatMap((tier, index) => (names(tier, id) ? [index + 1] : []));
    if (inTiers.length === 0) continue;
    const person = nameOf(userId);
    const [tier = 0] = inTiers;
    findings.push(
      finding(
        'PersonSuspended',
        'Hint',
        inTiers.length === 1
          ? say('suspendedInTier', { person, tier })
          : say('suspendedInTiers', { person, tiers: inTiers.map(String) }),
        { team, userId },
      ),
    );
  }
  return findings;
}

function names({ schedules }: EscalationTier, membershipId: string): boolean {
  const members = schedules.flatMap(({ rotations }) => rotations.flatMap((one) => one.members));
  return members.some(({ teamMembershipId }) => teamMembershipId.toLowerCase() === membershipId);
}

function firstIntents(duties: readonly Duty[]): Map<string, Set<Intent>> {
  const intents = new Map<string, Set<Intent>>();
  for (const { userId, tier } of duties) {
    const own = intents.get(userId) ?? new Set<Intent>();
    intents.set(userId, own.add(intentOfTier({ tier, repeat: 0 })));
  }
  return intents;
}
