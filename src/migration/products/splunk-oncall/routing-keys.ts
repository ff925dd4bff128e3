import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { inOrderOfKeys } from '../../model/references.ts';
import { cut } from '../../model/texts.ts';
import type { Account } from './account.ts';

type RoutingRule = NonNullable<Bodies['tocsin_routing']['rules']>[number];

/**
 * All senders have one key of the organization, and say by their routing key whom an alert is for: one integration
 * takes them all, and the rules of its team choose the policy.
 */
export function bringRoutingKeys(account: Account): void {
  const { work } = account;
  const sources = inOrderOfKeys(work.ledger.all('routing-keys'));
  for (const rule of work.ledger.all('alert-rules'))
    rule.say(
      'behaviour',
      'Changes alerts before they come to people: add a rule that does so here.',
    );
  const routes = sources.map((source) => ({
    source,
    name: source.text('routingKey') ?? '',
    isDefault: source.flag('isDefault') === true,
    policy: policyOf(account, source),
  }));
  if (routes.length === 0) return;
  const usual = routes.find(({ isDefault }) => isDefault) ?? null;
  const policy = usual?.policy ?? null;
  const teamId = ownerOf(account, policy);
  const integration = work.add('tocsin_integration', 'splunk-oncall:integrations:rest', {
    ...{ displayName: 'Splunk On-Call senders', teamId, type: 'SplunkOnCallRest' },
    ...(policy !== null && { escalationPolicyId: policy }),
  });
  (usual ?? routes[0])?.source.say(
    'secret',
    'The key that senders have, of Integrations > REST, is not told: add it to the keys of other products ' +
      'that the integration accepts (`accepted_keys`), and senders change the host alone.',
    'routingKey',
  );
  work.add('tocsin_routing', 'splunk-oncall:routings:rest', {
    ...{ displayName: 'Routing keys', teamId },
    rules: routes.flatMap((route): RoutingRule[] =>
      route.policy === null || route.isDefault
        ? []
        : [
            {
              displayName: cut(route.name, 500),
              conditions: {
                integrations: [integration],
                attributes: [{ name: 'Routing Key', operator: '=', value: route.name }],
              },
              actions: { useEscalationPolicyId: route.policy, ruleFlowControl: 'Skip' },
            },
          ],
    ),
  });
}

/** The policy that alerts with this key follow; of several, one that begins them all. Null, with a line: none. */
function policyOf({ work, policies, teamOf }: Account, source: Source): string | null {
  const targets = source.list('targets').map((target) => target.text('policySlug'));
  const found = targets.flatMap((slug) => policies.find(slug) ?? []);
  const isHere = (key: string) => work.has(key) || policies.sourceOf(key) === null;
  const kept = [...new Set(found)].filter(isHere);
  if (kept.length < targets.length)
    source.say('behaviour', 'A policy of this key is not there, or tells nobody.', 'targets');
  const [first] = kept;
  const own = policies.sourceOf(first ?? null);
  if (first === undefined || kept.length === 1 || !own) return first ?? null;
  return work.add('tocsin_escalation_policy', source.key, {
    displayName: cut(`Routing key ${source.name}`, 500),
    teamId: teamOf(own),
    steps: [{ afterMinutes: 0, targets: kept.map((policyId) => ({ policyId })), ifNobody: 'wait' }],
  });
}

function ownerOf(account: Account, policy: string | null): string {
  const source = account.policies.sourceOf(policy);
  return source ? account.teamOf(source) : account.teams.owner(null);
}
