import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { inOrderOfKeys, uniqueNames } from '../../model/references.ts';
import type { Account } from './account.ts';
import { type Comparison, comparisonsOf } from './conditions.ts';
import { eventAttributes, jsonPathOf } from './event-mapping.ts';
import { labelsOf } from './references.ts';
import type { BroughtService } from './services.ts';

type Rule = NonNullable<Bodies['tocsin_routing']['rules']>[number];

const rulesMax = 500;

/** Where events of an orchestration come in, and the rules by which its router sends them to services. */
export function bringOrchestrations(account: Account, services: readonly BroughtService[]): void {
  const { work, teamOf } = account;
  const byId = new Map(services.map((service) => [service.id, service]));
  const routers = work.ledger.all('orchestration-routers');
  const names = { integration: uniqueNames(), routing: uniqueNames() };
  for (const orchestration of inOrderOfKeys(work.ledger.all('orchestration-details'))) {
    const id = orchestration.text('id');
    const name = orchestration.text('name') ?? orchestration.name;
    const teamId = teamOf(orchestration.at('team')) ?? account.ownerless();
    const router = routers.find(({ of }) => of[0] === id);
    const otherwise = router ? serviceOtherwise(router, byId) : null;
    const keys = orchestration.list('integrations').map((integration) => {
      const [own, label] = [integration.text('id'), integration.text('label')];
      const acceptedKeys = acceptedKeysOf(integration);
      return work.add('tocsin_integration', `pagerduty:orchestration-integrations:${own}`, {
        displayName: names.integration(label ? `${name}: ${label}` : name),
        ...{ teamId, type: 'PagerDutyEvents', labels: labelsOf(own), acceptedKeys },
        ...(otherwise?.policyId && { escalationPolicyId: otherwise.policyId }),
      });
    });
    const rules = router ? rulesOf(router, byId, keys) : [];
    const paths = rules.flatMap((rule) => rule.conditions.attributes ?? []).map((one) => one.name);
    if (rules.length === 0 || keys.length === 0) continue;
    for (const integrationId of keys)
      work.add('tocsin_integration_mapping', `${integrationId}:mapping`, {
        integrationId,
        attributesMapping: { attributes: [...eventAttributes, ...attributesOf(new Set(paths))] },
      });
    work.add('tocsin_routing', orchestration.key, {
      ...{ displayName: names.routing(name), teamId, rules },
    });
  }
  for (const path of work.ledger.all('service-orchestrations')) {
    const states = work.ledger.all('service-orchestrations-active');
    const state = states.find(({ of }) => of[0] === path.of[0]);
    if (state?.flag('active') === false) path.say('lost', 'not in use');
  }
}

/** What rules compare, as it was sent. */
function attributesOf(paths: ReadonlySet<string>) {
  return [...paths].flatMap((name) => {
    const jsonPath = jsonPathOf(name);
    return jsonPath === null ? [] : [{ name, hideInPreviews: true, mappings: [{ jsonPath }] }];
  });
}

function acceptedKeysOf(integration: Source): { key: string }[] {
  const parameters = integration.at('parameters');
  const key = parameters?.text('routing_key') ?? '';
  if (/^[\w.~/+=-]{20,200}$/.test(key)) return [{ key }];
  integration.say('secret', 'senders have to be given the key of Tocsin', 'parameters');
  return [];
}

function serviceOtherwise(
  router: Source,
  services: ReadonlyMap<string | null, BroughtService>,
): BroughtService | null {
  const actions = router.at('catch_all')?.at('actions') ?? null;
  const route = actions?.text('route_to') ?? null;
  const service = services.get(route) ?? null;
  if (actions !== null && service === null)
    actions.say(
      'behaviour',
      'what no rule names follows what the team follows; PagerDuty opens no incident for it',
      'route_to',
    );
  return service;
}

/** The first rule that matches decides; each condition of one is enough. */
function rulesOf(
  router: Source,
  services: ReadonlyMap<string | null, BroughtService>,
  integrations: readonly string[],
): Rule[] {
  const rules: Rule[] = [];
  for (const rule of router.list('sets').flatMap((set) => set.list('rules'))) {
    const label = rule.text('label');
    const service = services.get(rule.at('actions')?.text('route_to') ?? '');
    const isDisabled = rule.flag('disabled') === true;
    const conditions = rule.list('conditions').map((one) => one.text('expression') ?? '');
    const alternatives = conditions.length === 0 ? [[]] : conditions.map(comparisonsOf);
    if (isDisabled) rule.say('lost', 'disabled');
    else if (!service?.policyId)
      rule.say('behaviour', 'not brought: its service is unknown, or follows no policy');
    else if (alternatives.includes(null))
      rule.say(
        'behaviour',
        `not brought: no condition that rules can say: ${conditions.join(' or ')}`,
      );
    else
      for (const attributes of alternatives)
        if (attributes) rules.push(ruleOf(label, service, attributes, integrations));
  }
  if (rules.length > rulesMax) router.say('behaviour', `only the first ${rulesMax} rules`, 'sets');
  return rules.slice(0, rulesMax);
}

function ruleOf(
  label: string | null,
  { name, policyId, key }: BroughtService,
  attributes: readonly Comparison[],
  integrations: readonly string[],
): Rule {
  return {
    displayName: label || `To ${name}`,
    conditions: {
      integrations: [...integrations],
      intents: ['Created'],
      ...(attributes.length > 0 && { attributes: [...attributes], attributesMatchType: 'all' }),
    },
    actions: {
      useEscalationPolicyId: policyId,
      addInteraction: 'Affects',
      affectsServices: [key],
      ruleFlowControl: 'Skip',
    },
  };
}
