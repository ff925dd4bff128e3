import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { followedFacts } from '../alerting/index.ts';
import type { Catalogue } from '../catalogue/index.ts';
import type { Channels } from '../channels/index.ts';
import { type Ctx, portionsOf } from '../kernel/index.ts';
import {
  type ChannelReadiness,
  downChannels,
  loadRecipients,
  type NamedRecipient,
} from '../notifications/index.ts';
import { teamPlans } from '../on-call/index.ts';
import { listResources } from '../resources/index.ts';
import { type Routing, routingKind } from '../routing/index.ts';
import { teamKind } from '../teams/index.ts';
import { type Assignment, assignedInVain, assignedTeams } from './assigned-teams.ts';
import { calendarsUnreadable } from './calendar-coverage.ts';
import type { Finding, FindingTeam } from './finding.ts';
import { heldForLong } from './hold-coverage.ts';
import { numbersWithoutReach } from './number-coverage.ts';
import { payloadsUnreadable } from './payload-coverage.ts';
import {
  channelsByFewerProviders,
  chatsThatFail,
  contactsInVain,
  failingChannels,
  gapsOfRules,
  type OnDuty,
  unconfiguredChannels,
  unreachable,
} from './people-coverage.ts';
import { policiesUnused } from './policies-unused.ts';
import { coverageOfPolicy } from './policy-coverage.ts';
import { scheduleCoverage } from './schedule-coverage.ts';
import { teamsInShadow } from './shadow-coverage.ts';
import { silencedForLong } from './silence-coverage.ts';
import { coverageOfTeam, type Period } from './team-coverage.ts';
import { deletedObjects, toolsNotTold } from './tool-coverage.ts';
import { supportHoursGone } from './urgency-coverage.ts';
import { dependenciesGone, suppressionHints } from './waiting-coverage.ts';

const days = 14;
/** Teams and people that are read at once: few queries, and little work between turns of other requests. */
const pageSize = 50;

export interface Coverage {
  from: Date;
  until: Date;
  /**
   * Findings of one team after the other, then of people, channels, phone numbers, integrations, silences, tools,
   * calendars and rules.
   */
  findings: Finding[];
}

/**
 * Finds gaps by which incidents of the next 14 days would reach nobody, in the teams that the actor administers.
 */
export async function checkCoverage(
  caller: Ctx,
  {
    channels,
    catalogue,
  }: { channels: ChannelReadiness & Pick<Channels, 'providers'>; catalogue: Catalogue },
  teamIds: readonly string[] | undefined,
): Promise<Coverage> {
  const ctx: Ctx = { ...caller, teams: { see: caller.teams.edit, edit: caller.teams.edit } };
  const from = ctx.clock.now();
  const until = new Date(from.getTime() + days * 86_400_000);
  const period = { from: from.getTime(), until: until.getTime() };
  const wanted = teamIds ? { teamId: { $in: teamIds.map((id) => id.toLowerCase()) } } : {};
  const teams = await listResources(ctx, teamKind, wanted);
  const ids = teams.items.map(({ id }) => id);
  const { items: routings } = await listResources(ctx, routingKind, { teamId: { $in: ids } });
  const { findings, onDuty, seen, assigned, waits } = await ofTeams(ctx, ids, period, routings);
  findings.push(...(await assignedInVain(caller, assigned, period)));
  const teamOf = (id: string) => seen.get(id.toLowerCase()) ?? null;
  findings.push(...(await scheduleCoverage(ctx, ids, period, teamOf)));
  findings.push(...(await policiesUnused(ctx, ids, teamOf)));
  const people = await ofPeople(ctx, onDuty, channels, period.from);
  findings.push(...people.findings, ...unconfiguredChannels(people.reached, channels));
  const down = await downChannels(ctx);
  findings.push(...failingChannels(down), ...channelsByFewerProviders(channels, down));
  findings.push(...(await numbersWithoutReach(ctx, catalogue, ids, period, teamOf)));
  findings.push(...(await payloadsUnreadable(ctx, ids, teamOf)));
  const waitOf = (id: string) => waits.get(id) ?? null;
  findings.push(...(await heldForLong(ctx, ids, routings, { teamOf, waitOf })));
  findings.push(...(await teamsInShadow(ctx, ids, teamOf)));
  findings.push(...(await silencedForLong(ctx, teams.items, teamOf)));
  findings.push(...(await toolsNotTold(ctx, ids, teamOf)));
  findings.push(...(await calendarsUnreadable(caller)));
  findings.push(...(await deletedObjects(ctx, routings, teamOf)));
  findings.push(...(await supportHoursGone(ctx, ids, teamOf)));
  findings.push(...(await dependenciesGone(caller)));
  findings.push(...(await suppressionHints(ctx, ids, teamOf)));
  return { from, until, findings };
}

async function ofTeams(
  ctx: Ctx,
  ids: readonly string[],
  period: Period,
  routings: readonly Routing[],
) {
  const passing = new Set(routings.filter(assigns).flatMap(teamsOf));
  const findings: Finding[] = [];
  const onDuty = new Map<string, OnDuty>();
  const seen = new Map<string, FindingTeam>();
  const assigned = new Map<string, Assignment[]>();
  /** Minutes until the second step of a team. */
  const waits = new Map<string, number>();
  for (const page of portionsOf(ids, pageSize)) {
    const teams = await teamPlans(ctx, page, new Date(period.from));
    const facts = await followedFacts(
      ctx,
      teams.filter(({ defaultPolicy }) => defaultPolicy),
    );
    const names = await loadRecipients(
      ctx,
      teams.flatMap(({ suspended }) => [...suspended]),
    );
    const nameOf = (userId: string) => names.get(userId)?.name ?? 'Somebody';
    for (const planned of teams) {
      const { id, wire } = planned.team;
      const team = { id, displayName: wire.displayName, timeZoneId: planned.plan.timeZoneId };
      seen.set(id, team);
      const { defaultPolicy } = planned;
      const wait = defaultPolicy
        ? facts.policies.policy(defaultPolicy.id)?.plan.steps[1]?.afterMinutes
        : planned.escalationPlan.steps[0]?.next?.afterMinutes;
      if (wait !== undefined) waits.set(id, wait);
      const own = defaultPolicy
        ? await coverageOfPolicy(ctx, planned, defaultPolicy, facts, period)
        : await coverageOfTeam(planned, period, passing.has(id), nameOf);
      findings.push(...own.findings);
      for (const [teamId, tier] of assignedTeams(planned))
        assigned.set(teamId, [...(assigned.get(teamId) ?? []), { team, tier }]);
      for (const [userId, intents] of own.onDuty) {
        const known = onDuty.get(userId) ?? { teams: [], intents: new Set(), by: new Set() };
        known.teams.push(team);
        for (const by of own.toldBy?.get(userId) ?? [null]) known.by.add(by);
        for (const intent of intents) known.intents.add(intent);
        onDuty.set(userId, known);
      }
      await turnOfOthers();
    }
  }
  return { findings, onDuty, seen, assigned, waits };
}

async function ofPeople(
  ctx: Ctx,
  onDuty: ReadonlyMap<string, OnDuty>,
  channels: ChannelReadiness,
  from: number,
): Promise<{ findings: Finding[]; reached: NamedRecipient[] }> {
  const findings: Finding[] = [];
  const reached: NamedRecipient[] = [];
  for (const page of portionsOf([...onDuty.keys()], pageSize)) {
    for (const [userId, person] of await loadRecipients(ctx, page)) {
      reached.push(person);
      const duty = onDuty.get(userId);
      const found = duty && unreachable(person, duty, channels);
      if (found) findings.push(found);
      if (duty) findings.push(...chatsThatFail(person, duty));
      if (!duty || !person.recipient.rules) continue;
      findings.push(
        ...gapsOfRules(person, duty, channels, from),
        ...contactsInVain(person, duty, channels),
      );
      await turnOfOthers();
    }
    await turnOfOthers();
  }
  return { findings, reached };
}

function assigns({ wire }: Routing): boolean {
  return wire.rules.some(({ actions }) => (actions?.assignToTeams ?? []).length > 0);
}

function teamsOf({ wire }: Routing): string[] {
  return [wire.teamId, ...(wire.teamConnectionSettings?.teamIds ?? [])].map((id) =>
    id.toLowerCase(),
  );
}
