import type { OutboundClient } from '../../egress/index.ts';
import type { World } from '../../kernel/index.ts';
import type { Proof } from './authenticate.ts';
import { SigningKeys } from './signing-keys.ts';

const issuer = 'chat@system.gserviceaccount.com';
const keysUrl = `https://www.googleapis.com/service_accounts/v1/jwk/${issuer}`;

/** Google's token is for the number of the project of the app. */
export function googleChatProof({ clock }: World, egress: OutboundClient): Proof {
  const keys = new SigningKeys(egress, clock, { keysUrl });
  return async (_world, { wire }, { headers }) => {
    const { projectNumber: audience } = wire.googleChatSettings ?? {};
    const [, token] = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
    if (!audience || !token) return false;
    return (await keys.verified(token, { issuer, audience })) !== null;
  };
}
