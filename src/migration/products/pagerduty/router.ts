import type { Source } from '../../model/ledger.ts';
import { type Alternative, alternativesIn } from './conditions.ts';
import type { EventAttributes } from './event-attributes.ts';
import { type Effects, noEffects } from './orchestration-actions.ts';
import { parseCondition, parsePath } from './pcl/parse.ts';
import { type ReadPath, type ReadRule, start } from './rule-sets.ts';
import type { BroughtService } from './services.ts';

/** Where a router sends events. */
export interface Router extends Pick<ReadPath, 'sets' | 'otherwise'> {
  serviceOf(rule: ReadRule | null): BroughtService | null;
}

/** Each service becomes a rule; more of them are no rules that people could read. */
const dynamicMax = 200;

export const always: Alternative = { attributes: [], times: null, dates: null, threshold: null };

export function effectsOfRoute({ policyId, key }: BroughtService): Effects {
  return {
    isMuted: false,
    actions: {
      ...(policyId !== null && { useEscalationPolicyId: policyId }),
      ...{ addInteraction: 'Affects', affectsServices: [key] },
    },
  };
}

export function readRouter(
  router: Source,
  services: readonly BroughtService[],
  events: EventAttributes,
): Router {
  const byId = new Map(services.map((service) => [service.id, service]));
  const targets = new Map<ReadRule | null, BroughtService>();
  const rules: ReadRule[] = [];
  const add = (rule: Omit<ReadRule, 'effects' | 'next'>, service: BroughtService) => {
    const read = { ...rule, effects: effectsOfRoute(service), next: null };
    targets.set(read, service);
    rules.push(read);
  };
  for (const rule of router.list('sets').flatMap((set) => set.list('rules'))) {
    if (rule.flag('disabled') === true) {
      rule.say('lost', 'disabled');
      continue;
    }
    const actions = rule.at('actions');
    const dynamic = actions?.at('dynamic_route_to');
    if (dynamic) {
      for (const { service, alternative } of dynamicRoutes(dynamic, services, events))
        add({ source: rule, label: `To ${service.name}`, alternatives: [alternative] }, service);
      continue;
    }
    const service = byId.get(actions?.text('route_to') ?? '');
    if (!service) {
      rule.say('behaviour', 'not brought: its service is unknown');
      continue;
    }
    const label = rule.text('label') || `To ${service.name}`;
    const conditions = rule.list('conditions');
    const alternatives =
      conditions.length === 0 ? [always] : conditions.flatMap((one) => alternativesOf(one, events));
    add({ source: rule, label, alternatives: withoutThresholds(rule, alternatives) }, service);
  }
  const last = router.at('catch_all')?.at('actions') ?? null;
  const target = last?.text('route_to') ?? null;
  const service = byId.get(target) ?? null;
  if (service) targets.set(null, service);
  else if (target !== null && target !== 'unrouted')
    last?.say(
      'behaviour',
      'nobody is told of what no rule names: its service is unknown',
      'route_to',
    );
  return {
    sets: [{ id: start, rules }],
    // PagerDuty opens no incident for what is not routed.
    otherwise: service ? effectsOfRoute(service) : { ...noEffects, isMuted: target !== null },
    serviceOf: (rule) => targets.get(rule) ?? null,
  };
}

function alternativesOf(condition: Source, events: EventAttributes): Alternative[] {
  const text = condition.text('expression');
  const expression = text === null ? null : parseCondition(text);
  return alternativesIn(condition, 'expression', expression, { events, variables: new Map() });
}

function withoutThresholds(rule: Source, alternatives: Alternative[]): Alternative[] {
  const kept = alternatives.filter(({ threshold }) => threshold === null);
  if (kept.length < alternatives.length)
    rule.say(
      'behaviour',
      'not brought: rules count events only to wait with telling people',
      'conditions',
    );
  return kept;
}

/** The event names the service: one rule for each that it may name. */
function dynamicRoutes(
  dynamic: Source,
  services: readonly BroughtService[],
  events: EventAttributes,
): { service: BroughtService; alternative: Alternative }[] {
  const path = parsePath(dynamic.text('source') ?? '');
  const pattern = dynamic.text('regex');
  const by = dynamic.text('lookup_by');
  const known = by === 'service_id' || by === 'service_name';
  const variable =
    path && known && services.length <= dynamicMax
      ? events.variable('service', path, pattern ?? '(.*)')
      : null;
  const name = variable && events.nameOf(variable);
  if (!name) {
    dynamic.say('behaviour', 'not brought: name the services in rules');
    return [];
  }
  return services.flatMap((service) => {
    const value = by === 'service_id' ? service.id : service.name;
    if (value === null) return [];
    return { service, alternative: { ...always, attributes: [{ name, operator: '=', value }] } };
  });
}
