import type { Source } from '../../model/ledger.ts';
import { textUpTo } from '../../model/texts.ts';
import type { Account } from './account.ts';
import { anyTool, integrationTypeOf, mail } from './integration-types.ts';

/** Integrations with the keys that are in their addresses, so that senders change the host at most. */
export function bringIntegrations(account: Account): void {
  for (const source of account.work.ledger.all('integrations')) bringIntegration(account, source);
}

function bringIntegration({ work, teams, chains }: Account, source: Source): void {
  const given = source.text('type') ?? '';
  if (given === 'direct_paging') {
    source.say('lost', 'Nothing sends to it: people page each other by an incident of their own.');
    return;
  }
  const known = integrationTypeOf(given);
  if (known === null)
    source.say(
      'behaviour',
      'Not a type that is known: what it sends is read as any webhook.',
      'type',
    );
  const type = known ?? anyTool;
  const chain = source.at('default_route')?.text('escalation_chain_id') ?? null;
  const policy = chains.find(chain);
  if (chain !== null && policy === null)
    source.say('behaviour', 'Its chain is not there any more: its team is told.');
  if (chain === null)
    source.say('behaviour', 'Nobody is told by its default route; here its team is told.');
  const isHere = policy !== null && (work.has(policy) || chains.sourceOf(policy) === null);
  work.add('tocsin_integration', source.key, {
    displayName: textUpTo(500, source, 'name') ?? source.name,
    teamId: teams.ownerOf(source),
    type,
    ...(isHere && { escalationPolicyId: policy }),
    ...(type !== mail && acceptedKeys(source)),
  });
  if (type === mail && source.text('inbound_email'))
    source.say('behaviour', 'Mail has another address here: forward what comes there.');
  if (source.text('maintenance_mode'))
    source.say('behaviour', 'In maintenance there; here it is not.', 'maintenance_mode');
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
