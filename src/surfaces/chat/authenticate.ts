import type { Arrival, Operation } from '../../http/index.ts';
import { isUuid, type World } from '../../kernel/index.ts';
import { type OutboundIntegration, outboundIntegrationOf } from '../../outbound/index.ts';
import { refusal, say } from '../../sentences/index.ts';
import type { ChatCaller } from './caller.ts';

/** Whether a request comes from the chat of the integration; `ended`: it once may have, and is only told so. */
export type Proof = (
  world: World,
  integration: OutboundIntegration,
  arrival: Arrival,
) => boolean | 'ended' | Promise<boolean | 'ended'>;

/**
 * Finds the integration in the address; 401 unless the request proves that it comes from its chat, the same for unknown
 * ids. `proofs`: by operation.
 */
export function createAuthenticator(world: World, proofs: Readonly<Record<string, Proof>>) {
  return async ({ operationId }: Operation, arrival: Arrival): Promise<ChatCaller> => {
    const { pathname } = new URL(arrival.url, 'http://chat');
    const [, , , id = ''] = pathname.split('/');
    const integration = isUuid(id) ? await outboundIntegrationOf(world, id) : null;
    const isProved = await (integration && proofs[operationId]?.(world, integration, arrival));
    if (!integration || !isProved) throw refusal('unauthenticated', say('chatUnproven'));
    return { integration, ...(isProved === 'ended' && { isEnded: true }) };
  };
}
