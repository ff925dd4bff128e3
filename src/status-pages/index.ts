/**
 * Status pages: what the public is told. Owns pages and their subscribers, stored and validated; renders
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
