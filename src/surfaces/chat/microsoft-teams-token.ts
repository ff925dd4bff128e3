import type { OutboundClient } from '../../egress/index.ts';
import { isObject, type World } from '../../kernel/index.ts';
import type { Proof } from './authenticate.ts';
import { jsonOf } from './json-of.ts';
import { SigningKeys } from './signing-keys.ts';

const issuer = 'https://api.botframework.com';
const metadataUrl = 'https://login.botframework.com/v1/.well-known/openidconfiguration';
const channel = 'msteams';

/**
 * A token of the Bot Framework for the app, by a key that may sign for Microsoft Teams, which names the address where
 * the answer goes. Nothing signs the rest of the activity: the tenant in it is that of the integration.
 */
export function microsoftTeamsProof({ clock }: World, egress: OutboundClient): Proof {
  const keys = new SigningKeys(egress, clock, { metadataUrl });
  return async (_world, { wire }, { headers, rawBody }) => {
    const { appId, tenantId } = wire.microsoftTeamsSettings ?? {};
    const [, token] = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
    if (!appId || !tenantId || !token) return false;
    const verified = await keys.verified(token, { issuer, audience: appId.toLowerCase() });
    if (!verified) return false;
    const { endorsements } = verified.key;
    const mayBeOfTeams = Array.isArray(endorsements) && endorsements.includes(channel);
    const activity = jsonOf(await rawBody());
    const { serviceurl: named = verified.claims.serviceUrl } = verified.claims;
    return (
      mayBeOfTeams &&
      activity.channelId === channel &&
      typeof named === 'string' &&
      named === activity.serviceUrl &&
      named.startsWith('https://') &&
      isOfTenant(activity, tenantId.toLowerCase())
    );
  };
}

/** It is named in one of two places, or in both. */
function isOfTenant(
  { conversation, channelData }: Readonly<Record<string, unknown>>,
  tenantId: string,
): boolean {
  const { tenantId: ofConversation } = isObject(conversation) ? conversation : {};
  const { tenant } = isObject(channelData) ? channelData : {};
  const { id } = isObject(tenant) ? tenant : {};
  const named = [ofConversation, id].filter((one) => one !== undefined && one !== null);
  return named.length > 0 && named.every((one) => String(one).toLowerCase() === tenantId);
}
