import {
  findIntegrationByAlias,
  type IntakeView,
  type IntakeViews,
} from '../../integrations/index.ts';
import { isListed, isUuid, type World } from '../../kernel/index.ts';

/** The e-mail integration that an address belongs to: its id at our domain, or one of its aliases. Null when there is none. */
export async function integrationOf(
  world: World,
  views: IntakeViews,
  mailDomain: string,
  address: string,
): Promise<IntakeView | null> {
  const plain = address.toLowerCase();
  const at = plain.lastIndexOf('@');
  const local = plain.slice(0, at);
  const isOurs = plain.slice(at + 1) === mailDomain && isUuid(local);
  const id = isOurs ? local : await findIntegrationByAlias(world, plain);
  const view = id === null ? null : await views.load(id);
  return view?.type.source === 'mail' ? view : null;
}

/** Whether this client may send to the integration. */
export function mayBeSentFrom({ allowedAddresses }: IntakeView, ip: string): boolean {
  return allowedAddresses === null || isListed(allowedAddresses, ip);
}
