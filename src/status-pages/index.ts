/**
 * Status pages: what the public sees. Owns pages and their subscribers, which it validates and stores. Renders
 * nothing and sends nothing. Called by the API.
 */

export { statusPages } from './module.ts';
export { hashPassword, isPassword } from './password.ts';
export {
  type StatusPage,
  type StatusPageWire,
  servicesShownOn,
  statusPageKind,
} from './status-pages.ts';
export { emailSubscriberKind, type SubscriberInternal, smsSubscriberKind } from './subscribers.ts';
