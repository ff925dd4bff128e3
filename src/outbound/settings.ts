import { invalidField } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import type { OutboundIntegrationWire } from './integrations.ts';
import { toolOf, tools } from './tools/index.ts';

/** 400 for settings of another type, and for those that can never work. */
export function demandSettings(wire: OutboundIntegrationWire): void {
  const own = toolOf(wire.type);
  for (const { settings } of Object.values(tools))
    if (settings !== own.settings && !isEmpty(wire[settings]))
      throw invalidField(
        settings,
        say('outboundTakesSettings', { type: wire.type, settings: own.settings }),
      );
  const settings = wire[own.settings];
  if (settings) own.check?.(settings);
}

/** Providers send objects without content for settings that nobody wrote. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === false) return true;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}
