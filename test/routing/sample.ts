import type { IncidentDocument, IncidentEvent } from '../../src/incidents/index.ts';
import type { RuleKey, RuleSurroundings, RulesRun } from '../../src/routing/index.ts';
import { type Routing, type RoutingRule, runRules } from '../../src/routing/index.ts';
import { type alert, at, opened } from '../incidents/sample.ts';

export const ids = {
  organization: 'org',
  payments: '00000000-0000-4000-8000-0000000000aa',
  database: '00000000-0000-4000-8000-0000000000ab',
  integration: '00000000-0000-4000-8000-0000000000ac',
  checkout: '00000000-0000-4000-8000-0000000000ad',
  slack: '00000000-0000-4000-8000-0000000000ae',
  jira: '00000000-0000-4000-8000-0000000000af',
  nights: '00000000-0000-4000-8000-0000000000b0',
  gone: '00000000-0000-4000-8000-0000000000ff',
};

const names: Record<string, Record<string, string>> = {
  Team: { [ids.payments]: 'Payments', [ids.database]: 'Database' },
  Service: { [ids.checkout]: 'Checkout' },
  OutboundIntegration: { [ids.slack]: 'Slack', [ids.jira]: 'Jira' },
  EscalationPolicy: { [ids.nights]: 'Nights' },
};

/** Ten in the morning in UTC, eleven in Berlin; a Monday. */
export const now = at(0);

export function surroundings(over: Partial<RuleSurroundings> = {}): RuleSurroundings {
  return {
    now,
    timeZoneOf: () => 'Europe/Berlin',
    labelsOfTeam: (id) => (id === ids.payments ? ['Production', 'eu'] : []),
    labelsOfIntegration: (id) => (id === ids.integration ? ['noisy'] : []),
    nameOf: (kind, id) => names[kind]?.[id] ?? null,
    ...over,
  };
}

export function incident(over: Parameters<typeof alert>[0] = {}): IncidentDocument {
  return opened({ teamId: ids.payments, integrationId: ids.integration, ...over });
}

/** What happened last. */
export function latestOf({ events }: IncidentDocument): IncidentEvent {
  const latest = events.at(-1);
  if (!latest) throw new Error('An incident has an event.');
  return latest;
}

export function rule(parts: Partial<RoutingRule> = {}, id = 'rule'): RoutingRule {
  return { id, displayName: null, conditions: {}, actions: null, channels: null, ...parts };
}

export function routing(
  rules: RoutingRule[],
  over: { id?: string; createdAt?: Date } & Partial<Routing['wire']> = {},
): Routing {
  const { id = 'routing', createdAt = at(0), ...wire } = over;
  return {
    id,
    organizationId: ids.organization,
    teamId: ids.payments,
    wire: {
      displayName: 'Platform',
      teamId: ids.payments,
      teamConnectionSettings: null,
      rules,
      ...wire,
    },
    internal: {},
    provisioned: false,
    source: 'ApiKey',
    version: 1,
    createdAt,
    updatedAt: createdAt,
  };
}

interface Run {
  incident?: IncidentDocument;
  event?: Partial<IncidentEvent>;
  fired?: RuleKey[];
  around?: Partial<RuleSurroundings>;
}

/** A run of one routing with these rules, with ids `1`, `2` and so on. */
export function run(rules: Partial<RoutingRule>[], given: Run = {}): RulesRun {
  const subject = given.incident ?? incident();
  return runRules(
    subject,
    { ...latestOf(subject), ...given.event },
    [routing(rules.map((parts, index) => rule(parts, `${index + 1}`)))],
    new Set(given.fired),
    surroundings(given.around),
  );
}

/** The ids of the rules that fired. */
export function firedIn({ fired }: RulesRun): string[] {
  return fired.map(({ ruleId }) => ruleId);
}
