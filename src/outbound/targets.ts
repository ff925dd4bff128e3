import { systemContext, type World } from '../kernel/index.ts';
import { listResources } from '../resources/index.ts';
import { type OutboundIntegrationWire, outboundIntegrationKind } from './integrations.ts';
import { toolOf } from './tools/index.ts';

/** Whom integrations of an organization ask, by their ids; those that are gone are left out. */
export async function targetsOfTools(
  world: World,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const ctx = systemContext(world, organizationId);
  const { items } = await listResources(ctx, outboundIntegrationKind, { _id: { $in: [...ids] } });
  return new Map(items.map(({ id, wire }) => [id, targetOf(wire)]));
}

/**
 * The host of the first address in its settings; of a service that has only one, the type. Not for people: a host may
 * hold a secret.
 */
function targetOf(wire: OutboundIntegrationWire): string {
  const settings = wire[toolOf(wire.type).settings];
  const texts = Object.values(settings ?? {}).filter((value) => typeof value === 'string');
  const hosts = texts.map((text) => (/^https?:/i.test(text) ? URL.parse(text)?.host : null));
  return hosts.find((host) => host) ?? wire.type;
}
