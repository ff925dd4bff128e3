import { createHash } from 'node:crypto';
import { type OpenIncident, type Severity, severities } from '../incidents/index.ts';
import { type Integration, integrationKind } from '../integrations/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { listResources } from '../resources/index.ts';
import { isTimeOf, matcherOf } from '../routing/index.ts';
import { type TeamWire, teamKind } from '../teams/index.ts';
import { type SuppressionRule, suppressionRuleKind } from './suppression-rule-kind.ts';

interface Ruled {
  suppressionRule: { id: string; displayName: string };
  /** An incident that becomes severer than this waits no longer. */
  upTo: Severity;
}

/** An incident is held back because of another one. */
export interface RuleWait extends Ruled {
  incidentId: string;
  graceMinutes: number;
}

/** An incident gives another one time to open. */
export interface Patience extends Ruled {
  seconds: number;
}

/** The suppression rules of an organization, as far as incidents need them. */
export interface Suppressions {
  /** Another one after every change of them, and of what they look at beside incidents. */
  key: string;
  /**
   * The marks by which others may find the incident: the rules whose source it is, with the values that have to be
   * equal.
   */
  marksOf(incident: OpenIncident): string[];
  /**
   * The incident that it waits for; null where people are to be told. `find` finds another open one by one of the
   * marks.
   */
  waitOf(
    incident: OpenIncident,
    find: (marks: Iterable<string>) => { incidentId: string; mark: string } | null,
    now: Date,
  ): RuleWait | null;
  /** For how long it waits for another one to open; null: for none. */
  patienceOf(incident: OpenIncident, now: Date): Patience | null;
}

export interface RuleSurroundings {
  timeZoneOf(teamId: string): string;
  labelsOfTeam(teamId: string): readonly string[];
  labelsOfIntegration(integrationId: string): readonly string[];
}

/**
 * The suppressions by these rules; null where there are none. Pure. An incident that both sides of a rule match is
 * its source and never its target, so no rule silences what it waits for.
 */
export function suppressionsOf(
  rules: readonly SuppressionRule[],
  around: RuleSurroundings,
  key = '',
): Suppressions | null {
  if (rules.length === 0) return null;
  const sorted = rules.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return {
    key: `${key} ${sorted.map(({ id, updatedAt }) => `${id} ${updatedAt.getTime()}`).join()}`,
    marksOf(incident) {
      const own = concerning(incident);
      if (own.length === 0) return [];
      const { holds, attributes } = matcherOf(incident, around);
      return own.flatMap((rule) => (holds(rule.wire.source) ? markOf(rule, attributes) : []));
    },
    waitOf(incident, find, now) {
      for (const { rule, mark } of targeting(incident, now)) {
        const found = find([mark]);
        if (!found) continue;
        const graceMinutes = rule.wire.graceMinutes ?? 5;
        return { ...ruled(rule, incident), incidentId: found.incidentId, graceMinutes };
      }
      return null;
    },
    patienceOf(incident, now) {
      const [first] = targeting(incident, now)
        .map(({ rule }) => ({ ...ruled(rule, incident), seconds: rule.wire.waitSeconds ?? 0 }))
        .toSorted((a, b) => b.seconds - a.seconds);
      return first && first.seconds > 0 ? first : null;
    },
  };
  function concerning({ teamIds }: OpenIncident): SuppressionRule[] {
    return sorted.filter(({ wire }) =>
      [wire.teamId, ...(wire.teamIds ?? [])].some((id) => teamIds.includes(id.toLowerCase())),
    );
  }
  /** The rules that may hold it back now, and what their sources are found by. */
  function targeting(incident: OpenIncident, now: Date) {
    const own = concerning(incident);
    if (own.length === 0) return [];
    const { holds, attributes } = matcherOf(incident, around);
    return own.flatMap((rule) => {
      const { source, target, teamId } = rule.wire;
      const time = { timeZoneId: around.timeZoneOf(teamId.toLowerCase()), around: { now } };
      if (!isTimeOf(source, time) || !isTimeOf(target, time)) return [];
      return holds(target) && !holds(source) ? { rule, mark: markOf(rule, attributes) } : [];
    });
  }
}

function ruled({ id, wire }: SuppressionRule, { severity }: OpenIncident): Ruled {
  const { displayName, target } = wire;
  const named = target.severities ?? [];
  // Where none are named, what it is now: people are told of what becomes worse.
  const upTo = severities.findLast((one) => named.includes(one)) ?? severity;
  return { suppressionRule: { id, displayName }, upTo };
}

/** Values may be long. */
function markOf(
  { id, wire }: SuppressionRule,
  attributes: { get(name: string): string | undefined },
) {
  const values = (wire.equal ?? []).map((name) => attributes.get(name) ?? '');
  const digest = createHash('sha256').update(JSON.stringify(values)).digest('base64');
  return `${id} ${digest}`;
}

/** Reads the rules of an organization, and what they look at beside incidents. */
export async function loadSuppressions(ctx: Ctx): Promise<Suppressions | null> {
  const { items: rules } = await listResources(ctx, suppressionRuleKind);
  if (rules.length === 0) return null;
  const { items: teams } = await listResources(ctx, teamKind);
  const { items: integrations } = askForLabels(rules)
    ? await listResources(ctx, integrationKind)
    : { items: [] };
  return suppressionsIn({ rules, teams, integrations });
}

/** The documents of an organization that suppression rules depend on. */
interface SuppressionDocuments {
  rules: readonly SuppressionRule[];
  teams: readonly { id: string; wire: Pick<TeamWire, 'labels' | 'timeZoneId'> }[];
  /** The integrations; they matter only where a rule asks for labels. */
  integrations: readonly { id: string; wire: Pick<Integration['wire'], 'labels'> }[];
}

/** The suppressions by the rules of an organization; null where it has none. Pure. */
export function suppressionsIn({
  rules,
  teams,
  integrations,
}: SuppressionDocuments): Suppressions | null {
  const areLabelled = askForLabels(rules);
  const zones = new Map(teams.map(({ id, wire }) => [id, wire.timeZoneId]));
  const ofTeams = new Map(areLabelled ? teams.map(({ id, wire }) => [id, wire.labels ?? []]) : []);
  const ofIntegrations = new Map(
    areLabelled ? integrations.map(({ id, wire }) => [id, wire.labels ?? []]) : [],
  );
  const around = {
    timeZoneOf: (id: string) => zones.get(id) ?? 'UTC',
    labelsOfTeam: (id: string) => ofTeams.get(id.toLowerCase()) ?? [],
    labelsOfIntegration: (id: string) => ofIntegrations.get(id.toLowerCase()) ?? [],
  };
  const labels = JSON.stringify([[...ofTeams], [...ofIntegrations]]);
  return suppressionsOf(rules, around, createHash('sha256').update(labels).digest('base64'));
}

function askForLabels(rules: readonly SuppressionRule[]): boolean {
  return rules
    .flatMap(({ wire }) => [wire.source, wire.target])
    .some(({ labels }) => (labels ?? []).length > 0);
}
