import type { OutboundIntegrationWire } from './integrations.ts';
import { toolOf } from './tools/index.ts';

/** Its bot writes to single people or keeps their group, and incidents go nowhere by it: nothing is missing there. */
export function isOnlyForPeople(wire: OutboundIntegrationWire): boolean {
  const tool = toolOf(wire.type);
  const settings = wire[tool.settings];
  return settings ? (tool.isOnlyForPeople?.(settings) ?? false) : false;
}
