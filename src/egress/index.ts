/**
 * Requests that leave this server: one client for every URL that a user or a sender gave. It resolves, checks and pins
 * addresses, follows few redirects, and bounds time and size (SECURITY.md). Nothing else in the server opens a
 * connection to such a URL. `createNames` asks the name servers, for all of them. `createPinger` asks hosts whether
 * they are there, by the same checks of their addresses.
 */
export { createNames } from './names.ts';
export {
  createOutboundClient,
  type OutboundClient,
  OutboundError,
  type OutboundRequest,
  type OutboundResponse,
} from './outbound-client.ts';
export { createPinger, type PingAnswer, type Pinger, parsePingHost } from './ping.ts';
export {
  failedAs,
  isWorthRetrying,
  membersOf,
  retryAfterSecondsOf,
  type SendResult,
  sendFailureOf,
  sendResultOf,
} from './send-result.ts';
