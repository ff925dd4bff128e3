import type { OutboundIntegrationWire } from './integrations.ts';
import { toolOf } from './tools/index.ts';

/** Whether people act there by their connected accounts, so that they may connect one. */
export function isRoomOfPeople(wire: OutboundIntegrationWire): boolean {
  const tool = toolOf(wire.type);
  const settings = wire[tool.settings];
  return settings ? (tool.isRoomOfPeople?.(settings) ?? false) : false;
}
