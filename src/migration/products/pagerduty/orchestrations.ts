import type { Source } from '../../model/ledger.ts';
import { inOrderOfKeys, uniqueNames } from '../../model/references.ts';
import type { Account } from './account.ts';
import { createEventAttributes, type EventAttributes } from './event-attributes.ts';
import type { Mappings } from './mappings.ts';
import type { ActionScope } from './orchestration-actions.ts';
import { pathText } from './pcl/expression.ts';
import type { Policies } from './policies.ts';
import { labelsOf } from './references.ts';
import { type Router, readRouter } from './router.ts';
import { type ReadPath, type ReadRule, readPath } from './rule-sets.ts';
import { isEffective, type Rule, rulesOfStages, type Stage } from './rule-writer.ts';
import { readRuleset } from './rulesets.ts';
import type { BroughtService } from './services.ts';

const rulesMax = 500;

interface Surroundings {
  account: Account;
  services: readonly BroughtService[];
  /** Rules of services, by the ids of these. */
  paths: ReadonlyMap<string | null, ReadPath>;
  events: EventAttributes;
  mappings: Mappings;
  names: { integration(name: string): string; routing(name: string): string };
}

/** Where events of orchestrations come in, and the rules of these and of services. */
export function bringOrchestrations(
  account: Account,
  services: readonly BroughtService[],
  policies: Policies,
  mappings: Mappings,
): void {
  const { ledger } = account.work;
  const events = createEventAttributes();
  const later: (() => void)[] = [];
  const sayLater = (say: () => void) => void later.push(say);
  const around = {
    events,
    ...{ priorityOf: prioritiesOf(account, sayLater), policyOf: policies.policyOf },
    later: sayLater,
  };
  const paths = pathsOfServices(account, services, around);
  const names = { integration: uniqueNames(), routing: uniqueNames() };
  const surroundings: Surroundings = { account, services, paths, events, mappings, names };
  for (const orchestration of inOrderOfKeys(ledger.all('orchestration-details')))
    bringOrchestration(surroundings, orchestration, around);
  for (const ruleset of inOrderOfKeys(ledger.all('rulesets')))
    bringRuleset(surroundings, ruleset, around);
  for (const service of services) bringServiceRules(surroundings, service);
  for (const say of later) say();
  mappings.write(account.work, events);
}

type Around = Pick<ActionScope, 'events' | 'priorityOf' | 'policyOf' | 'later'>;

/** Names of priorities, which rules set; the others are said to be lost. */
function prioritiesOf({ work }: Account, later: Around['later']): (id: string) => string | null {
  const priorities = work.ledger.all('priorities');
  const byId = new Map(priorities.map((priority) => [priority.text('id'), priority]));
  const used = new Set<Source>();
  later(() => {
    for (const priority of priorities)
      if (!used.has(priority))
        priority.say('lost', 'no rule sets it, and incidents have a severity instead', 'name');
  });
  return (id) => {
    const priority = byId.get(id);
    if (!priority) return null;
    used.add(priority);
    return priority.text('name') ?? priority.name;
  };
}

function pathsOfServices(
  { work: { ledger } }: Account,
  services: readonly BroughtService[],
  around: Around,
): Map<string | null, ReadPath> {
  const states = ledger.all('service-orchestrations-active');
  const paths = new Map<string | null, ReadPath>();
  for (const source of ledger.all('service-orchestrations')) {
    const [id = ''] = source.of;
    const state = states.find(({ of }) => of[0] === id);
    const service = services.find((one) => one.id === id);
    if (state?.flag('active') === false) source.say('lost', 'not in use');
    else if (!service) source.say('behaviour', 'not brought: its service is unknown');
    else paths.set(id, readPath(source, around));
  }
  return paths;
}

function hasEffects({ sets, otherwise }: Pick<ReadPath, 'sets' | 'otherwise'>): boolean {
  const rules = sets.flatMap((set) => set.rules);
  return isEffective(otherwise) || rules.some(({ effects }) => isEffective(effects));
}

function bringOrchestration(
  { account, services, paths, events, mappings, names }: Surroundings,
  orchestration: Source,
  around: Around,
): void {
  const { work, teamOf } = account;
  const id = orchestration.text('id');
  const name = orchestration.text('name') ?? orchestration.name;
  const teamId = teamOf(orchestration.at('team')) ?? account.ownerless();
  const sourceOf = (kind: string) => work.ledger.all(kind).find(({ of }) => of[0] === id);
  const routerSource = sourceOf('orchestration-routers');
  const router = routerSource ? readRouter(routerSource, services, events) : null;
  const policyId = router?.serviceOf(null)?.policyId ?? null;
  const keys = orchestration.list('integrations').map((integration) => {
    const [own, label] = [integration.text('id'), integration.text('label')];
    const key = work.add('tocsin_integration', `pagerduty:orchestration-integrations:${own}`, {
      displayName: names.integration(label ? `${name}: ${label}` : name),
      ...{ teamId, type: 'PagerDutyEvents', labels: labelsOf(own) },
      acceptedKeys: acceptedKeysOf(integration),
      ...(policyId && { escalationPolicyId: policyId }),
    });
    mappings.expect(key, `${key}:mapping`, integration);
    return key;
  });
  const [globalSource, unroutedSource] = [
    sourceOf('orchestration-global'),
    sourceOf('orchestration-unrouted'),
  ];
  const global = globalSource ? readPath(globalSource, around) : null;
  const unrouted = unroutedSource ? readPath(unroutedSource, around) : null;
  if (keys.length === 0) return;
  const stages: Stage[] = [];
  const add = (stage: Omit<Stage, 'conditions'> & { conditions?: Stage['conditions'] }) =>
    void (hasEffects(stage.path) && stages.push({ conditions: {}, ...stage }));
  if (global) add({ name: 'All', path: global, after: () => 'Router' });
  if (router)
    add({
      name: 'Router',
      path: router,
      after: (rule) => stageOf(router.serviceOf(rule)) ?? (rule === null ? 'Unrouted' : null),
    });
  if (unrouted) add({ name: 'Unrouted', path: muted(unrouted), after: () => null });
  if (router)
    for (const { path, ...stage } of stagesOfServices(router, paths)) {
      add({ ...stage, path });
      around.later(() => sayUnchanged(path, events, name));
    }
  if (global) for (const key of keys) mappings.change(key, global.changes);
  write(
    { account, mappings },
    {
      ...{ key: orchestration.key, name: names.routing(name), teamId, source: orchestration },
      ...{ integrations: keys, stages, named: global?.named ?? new Set() },
    },
  );
}

function bringRuleset(
  { account, services, paths, events, mappings, names }: Surroundings,
  ruleset: Source,
  around: Around,
): void {
  const { work } = account;
  const id = ruleset.text('id');
  const name = ruleset.text('name') ?? ruleset.name;
  const teamId = account.teamOf(ruleset.at('team')) ?? account.ownerless();
  const sources = work.ledger.all('ruleset-rules').filter(({ of }) => of[0] === id);
  const rules = readRuleset(sources, services, around);
  const acceptedKeys = ruleset.texts('routing_keys').filter(isKey).slice(0, 20);
  if (acceptedKeys.length === 0)
    ruleset.say('secret', 'senders have to be given the key of Tocsin', 'routing_keys');
  const policyId = rules.serviceOf(null)?.policyId ?? null;
  const key = work.add('tocsin_integration', `pagerduty:ruleset-integrations:${id}`, {
    displayName: names.integration(name),
    ...{ teamId, type: 'PagerDutyEvents', labels: labelsOf(id) },
    acceptedKeys: acceptedKeys.map((one) => ({ key: one })),
    ...(policyId && { escalationPolicyId: policyId }),
  });
  mappings.expect(key, `${key}:mapping`, ruleset);
  mappings.change(key, rules.changes);
  const later = stagesOfServices(rules, paths);
  for (const { path } of later) around.later(() => sayUnchanged(path, events, name));
  write(
    { account, mappings },
    {
      ...{ key: ruleset.key, name: names.routing(name), teamId, source: ruleset },
      ...{ integrations: [key], named: rules.named },
      stages: [
        {
          ...{ name: 'Rules', path: rules, conditions: {} },
          after: (rule) => stageOf(rules.serviceOf(rule)),
        },
        ...later.filter(({ path }) => hasEffects(path)),
      ],
    },
  );
}

/** Rules of services that events are routed to. */
function stagesOfServices(router: Router, paths: Surroundings['paths']) {
  const rules = [null, ...router.sets.flatMap((set) => set.rules)];
  return [...new Set(rules.map(router.serviceOf))].flatMap((service) => {
    const path = service && paths.get(service.id);
    if (!service || !path) return [];
    const conditions = { services: [service.key] };
    return [{ name: stageOf(service) ?? '', path, conditions, after: () => null }];
  });
}

/**
 * Reports that events by `by` stay as they were sent: only mappings of a service's own integrations change its events.
 */
function sayUnchanged({ source, changes }: ReadPath, events: EventAttributes, by: string): void {
  for (const { target } of changes)
    source.say(
      events.isLookedAt(target) ? 'behaviour' : 'lost',
      `${pathText(target)} stays as it was sent in what comes by ${by}`,
      'type',
    );
}

function stageOf(service: BroughtService | null): string | null {
  return service && `Service ${service.name} (${service.id})`;
}

/** PagerDuty opens no incident for what is not routed, whatever its rules do with the alert. */
function muted({ sets, otherwise }: ReadPath): Pick<ReadPath, 'sets' | 'otherwise'> {
  const mutedRule = (rule: ReadRule): ReadRule => ({
    ...rule,
    effects: { ...rule.effects, isMuted: true },
  });
  return {
    sets: sets.map((set) => ({ ...set, rules: set.rules.map(mutedRule) })),
    otherwise: { ...otherwise, isMuted: true },
  };
}

/** Rules of a service for what comes to it directly. */
function bringServiceRules(
  { account, paths, mappings, names }: Surroundings,
  service: BroughtService,
): void {
  const path = paths.get(service.id);
  if (!path) return;
  const { eventIntegrations, integrations } = service;
  if (eventIntegrations.length < integrations.length)
    path.source.say(
      'behaviour',
      'only for its integrations of events: others send what PagerDuty made events of itself',
      'type',
    );
  for (const key of eventIntegrations) mappings.change(key, path.changes);
  write(
    { account, mappings },
    {
      ...{ key: path.source.key, name: names.routing(service.name), teamId: service.teamId },
      ...{ source: path.source, integrations: eventIntegrations, named: path.named },
      stages: [{ name: stageOf(service) ?? '', path, conditions: {}, after: () => null }],
    },
  );
}

interface Routing {
  key: string;
  name: string;
  teamId: string;
  source: Source;
  integrations: readonly string[];
  stages: readonly Stage[];
  named: ReadonlySet<string>;
}

function write(
  { account, mappings }: Pick<Surroundings, 'account' | 'mappings'>,
  { key, name, teamId, source, integrations, stages, named }: Routing,
): void {
  const { work } = account;
  const zone = account.zoneOfTeam(teamId) ?? 'UTC';
  const said = new Set<ReadRule>();
  const rules =
    integrations.length === 0 || !stages.some(({ path }) => hasEffects(path))
      ? []
      : rulesOfStages(stages, {
          ...{ integrations, zone, since: work.since },
          sayZone(rule, other) {
            if (said.has(rule)) return;
            said.add(rule);
            rule.source.say(
              'behaviour',
              `its hours are meant in ${zone} here, in ${other} there`,
              'id',
            );
          },
        });
  for (const integration of integrations) mappings.need(integration, [...namesIn(rules), ...named]);
  if (rules.length > rulesMax) source.say('behaviour', `only the first ${rulesMax} rules`, 'type');
  if (rules.length > 0)
    work.add('tocsin_routing', key, { displayName: name, teamId, rules: rules.slice(0, rulesMax) });
}

function namesIn(rules: readonly Rule[]): string[] {
  return rules.flatMap(({ conditions }) => conditions.attributes?.map((one) => one.name) ?? []);
}

function acceptedKeysOf(integration: Source): { key: string }[] {
  const parameters = integration.at('parameters');
  const key = parameters?.text('routing_key') ?? '';
  if (isKey(key)) return [{ key }];
  integration.say('secret', 'senders have to be given the key of Tocsin', 'parameters');
  return [];
}

function isKey(text: string): boolean {
  return /^[\w.~/+=-]{20,200}$/.test(text);
}
