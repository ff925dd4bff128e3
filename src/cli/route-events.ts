import { compileMapping, evaluateMapping, loadXPath } from '../mapping/index.ts';
import type { Added, Destination, PastEvent, RouteEvent } from '../migration/index.ts';
import { mappingOfType } from '../migration/index.ts';
import {
  applyChanges,
  type ConfigurationChange,
  emptySnapshot,
  openIncident,
  openStage,
  runIncident,
  type Stage,
  withEverybodyReachable,
} from '../stage/index.ts';
import { withoutStore } from './without-store.ts';

/** The types of objects that decide where an incident goes, with the server's names for them. */
const entityTypes: Readonly<Partial<Record<Added['type'], string>>> = {
  tocsin_team: 'Team',
  tocsin_user: 'User',
  tocsin_team_membership: 'TeamMembership',
  tocsin_outbound_integration: 'OutboundIntegration',
  tocsin_support_hours: 'SupportHours',
  tocsin_schedule: 'OnCallSchedule',
  tocsin_escalation_policy: 'EscalationPolicy',
  tocsin_service: 'Service',
  tocsin_integration: 'InboundIntegration',
  tocsin_routing: 'Routing',
};

type Compiled = ReturnType<typeof compileMapping>;
type Program = Extract<Compiled, { ok: true }>['program'];
type Mapping = Parameters<typeof compileMapping>[0];

const dayMilliseconds = 86_400_000;

/**
 * Where events go by what an import brings: each is read by the mapping of its integration, opens an incident on a
 * stage and is decided about as the server does, with nothing else open.
 */
export async function createRoute(brought: readonly Added[], now: Date): Promise<RouteEvent> {
  await loadXPath();
  const ctx = withoutStore();
  const place = { organizationId: ctx.organizationId, takenAt: now };
  const { snapshot, ids } = await applyChanges(ctx, emptySnapshot(place), changesOf(brought));
  const keys = new Map([...ids].map(([name, id]) => [id, name.slice('new:'.length)]));
  const keyOf = (id: string) => keys.get(id) ?? id;
  const stage = openStage(withEverybodyReachable(snapshot));
  const programOf = programs(brought);
  return (event) => {
    const id = ids.get(`new:${event.integration}`);
    const program = event.integration === null ? null : programOf(event.integration);
    if (id === undefined || program === null || stage.intake(id) === undefined) return null;
    return destinationOf(stage, event, { id, program, keyOf });
  };
}

function changesOf(brought: readonly Added[]): ConfigurationChange[] {
  const keys = new Set(brought.map(({ key }) => key));
  return brought.flatMap(({ type, key, body }): ConfigurationChange[] => {
    const entityType = entityTypes[type];
    if (entityType === undefined) return [];
    const wire = withNewIds(body, keys) as ConfigurationChange['wire'];
    return [{ action: 'create', entityType, id: `new:${key}`, wire }];
  });
}

/** References are keys of the source: what is new is named so. */
function withNewIds(value: unknown, keys: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return keys.has(value) ? `new:${value}` : value;
  if (Array.isArray(value)) return value.map((one) => withNewIds(one, keys));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withNewIds(one, keys)]),
  );
}

/** The mapping of an integration, compiled once; null: it has none that can be used. */
function programs(brought: readonly Added[]): (integration: string) => Program | null {
  const types = new Map<string, string>();
  const own = new Map<string, Mapping>();
  for (const { type, key, body } of brought) {
    if (type === 'tocsin_integration') types.set(key, body.type);
    if (type === 'tocsin_integration_mapping') own.set(body.integrationId, body.attributesMapping);
  }
  const compiled = new Map<string, Program | null>();
  return (integration) => {
    const known = compiled.get(integration);
    if (known !== undefined) return known;
    const mapping = own.get(integration) ?? mappingOfType(types.get(integration) ?? '');
    const result = mapping ? compileMapping(mapping) : null;
    const program = result?.ok ? result.program : null;
    compiled.set(integration, program);
    return program;
  };
}

interface Way {
  id: string;
  program: Program;
  keyOf(id: string): string;
}

const nowhere: Destination = { policies: [], teams: [], isSilent: true };

function destinationOf(stage: Stage, event: PastEvent, { id, program, keyOf }: Way): Destination {
  const { title, severity, attributes } = evaluateMapping(program, {
    payload: { jsonBody: event.body },
    integrationName: '',
  });
  const { at } = event;
  const alert = {
    ...{ integrationId: id, attributes, title: title ?? event.title },
    severity: severity ?? 'Critical',
  };
  const { incident } = openIncident(stage, alert, at);
  if (incident === null) return nowhere;
  const until = new Date(at.getTime() + dayMilliseconds);
  const { steps } = runIncident({ stage, incident, at, until });
  const [first] = steps;
  if (!first || first.why?.code === 'channelMuted') return nowhere;
  // Later steps may go on with other policies.
  const begun = steps.filter((step) => step.at.getTime() === first.at.getTime());
  return {
    policies: [...new Set(begun.flatMap(({ policyId }) => (policyId ? [keyOf(policyId)] : [])))],
    teams: [...new Set(begun.map(({ teamId }) => keyOf(teamId)))],
    isSilent: false,
  };
}
