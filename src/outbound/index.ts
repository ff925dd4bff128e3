/**
 * Outbound integrations: the tools that incidents are sent to. Owns their settings, the list of types and the
 * delivery log; notifications makes the deliveries. Called by the API.
 */
export {
  type OutboundIntegration,
  type OutboundIntegrationWire,
  outboundIntegrationKind,
} from './integrations.ts';
export { type OutboundLogEntry, outboundLog } from './log.ts';
export { outbound } from './module.ts';
export { findOutboundType, outboundTypes } from './types.ts';
