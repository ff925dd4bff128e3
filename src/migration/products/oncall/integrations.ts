import type { Source } from '../../model/ledger.ts';
import type { Rule } from '../../model/matched-attributes.ts';
import { uniqueNames } from '../../model/references.ts';
import { textUpTo } from '../../model/texts.ts';
import type { Account } from './account.ts';
import { bringMapping } from './integration-mappings.ts';
import { anyTool, integrationTypeOf, mail } from './integration-types.ts';
import { sayOtherRoutes, sayRoutesOfMail, whereTo } from './routes.ts';

const rulesMax = 500;

/** Integrations and their routes, with the keys that are in their addresses: senders change the host at most. */
export function bringIntegrations(account: Account): void {
  const { work, teams } = account;
  const sources = work.ledger
    .all('integrations')
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const rules = new Map<string, Rule[]>();
  for (const source of sources) {
    const teamId = teams.ownerOf(source);
    const own = bringIntegration(account, source, teamId);
    rules.set(teamId, [...(rules.get(teamId) ?? []), ...own]);
    if ((rules.get(teamId)?.length ?? 0) > rulesMax)
      source.say('behaviour', `A team has ${rulesMax} rules at most: later ones are left out.`);
  }
  const sending = sources.filter((source) => work.has(source.key));
  sayOtherRoutes(account, new Set(sending.map((source) => source.text('id'))));
  const nameOf = uniqueNames();
  for (const [teamId, own] of rules)
    if (own.length > 0)
      work.add('tocsin_routing', `oncall:team_routes:${teamId.split(':').at(-1)}`, {
        displayName: nameOf(`Routes of ${teams.index.sourceOf(teamId)?.name ?? 'integrations'}`),
        ...{ teamId, rules: own.slice(0, rulesMax) },
      });
}

function bringIntegration(account: Account, source: Source, teamId: string): Rule[] {
  const { work } = account;
  const given = source.text('type') ?? '';
  if (given === 'direct_paging') {
    source.say('lost', 'Nothing sends to it: people page each other by an incident of their own.');
    return [];
  }
  const known = integrationTypeOf(given);
  if (known === null)
    source.say(
      'behaviour',
      'Not a type that is known: what it sends is read as any webhook.',
      'type',
    );
  const type = known ?? anyTool;
  const policy = policyOf(account, source.at('default_route'));
  work.add('tocsin_integration', source.key, {
    displayName: textUpTo(500, source, 'name') ?? source.name,
    ...{ teamId, type },
    ...(policy !== null && { escalationPolicyId: policy }),
    ...(type !== mail && acceptedKeys(source)),
  });
  if (type === mail && source.text('inbound_email'))
    source.say('behaviour', 'Mail has another address here: forward what comes there.');
  if (source.text('maintenance_mode'))
    source.say('behaviour', 'In maintenance there; here it is not.', 'maintenance_mode');
  if (type === mail) sayRoutesOfMail(account, source);
  const rules =
    type === mail ? [] : bringMapping(account, source, type, (route) => policyOf(account, route));
  return policy === null ? [...rules, nobodyOtherwise(source)] : rules;
}

/** The policy that the chain of a route became; null: the route tells nobody. */
function policyOf({ work, chains }: Account, route: Source | null): string | null {
  const policy = chains.find(route?.text('escalation_chain_id') ?? null);
  const isHere = policy !== null && (work.has(policy) || chains.sourceOf(policy) === null);
  return isHere ? policy : null;
}

/** Alerts that no other route takes tell nobody, as the default route has no chain. */
function nobodyOtherwise(integration: Source): Rule {
  return {
    displayName: `Default route of ${integration.name}`.slice(0, 500),
    conditions: { integrations: [integration.key], intents: ['Created'] },
    ...whereTo(null),
  };
}

/** The key stands behind the type, as in `…/integrations/v1/alertmanager/KEY/`. */
function acceptedKeys(source: Source) {
  const link = source.text('link') ?? '';
  const key = /\/integrations\/v1\/[^/]+\/([A-Za-z0-9_.~+=-]{20,200})\/?$/.exec(link)?.[1];
  if (key) return { acceptedKeys: [{ displayName: 'Grafana OnCall', key }] };
  source.say(
    'behaviour',
    'Its address has no key that can be kept: its sender needs the new address.',
  );
  return {};
}
