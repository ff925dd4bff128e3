import {
  findIntegrationByAlias,
  hashOfIngestToken,
  type IntakeView,
  type IntakeViews,
  tokenStateOf,
} from '../../integrations/index.ts';
import { isListed, isUuid, type World } from '../../kernel/index.ts';

export interface Recipient {
  view: IntakeView;
  /** How far the ingest token in the address is still one; an alias has none. */
  token: 'current' | 'former' | 'ended';
}

/**
 * The e-mail integration that an address belongs to: its ingest token at our domain, or one of its aliases. Null when
 * there is none.
 */
export async function integrationOf(
  world: World,
  views: IntakeViews,
  mailDomain: string,
  address: string,
): Promise<Recipient | null> {
  const plain = address.toLowerCase();
  const at = plain.lastIndexOf('@');
  const local = plain.slice(0, at);
  if (plain.slice(at + 1) === mailDomain && isUuid(local)) {
    const hash = hashOfIngestToken(local);
    const view = await views.loadByToken(hash);
    const token = view && tokenStateOf(view, hash, world.clock.now());
    return token && view.type.source === 'mail' ? { view, token } : null;
  }
  const id = await findIntegrationByAlias(world, plain);
  const view = id === null ? null : await views.load(id);
  return view?.type.source === 'mail' ? { view, token: 'current' } : null;
}

/** Whether this client may send to the integration. */
export function mayBeSentFrom({ allowedAddresses }: IntakeView, ip: string): boolean {
  return allowedAddresses === null || isListed(allowedAddresses, ip);
}
