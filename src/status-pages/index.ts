/**
 * Status pages: what customers are told. Owns pages, public updates and subscribers, and computes what a page says
 * from the incidents that affect its services and from planned maintenance. Renders nothing and sends nothing. Called
 * by the API, by the surface of pages, and by what writes to subscribers.
 *
 * Design notes: a page is a pure function of its settings, its services, their maintenance and the incidents of the
 * days it shows (`page-content.ts`); `incident-days` keeps these incidents, for longer than they are there. Any time in
 * which an incident affected a service counts against its uptime, whatever the severity: which severities affect a
 * service is chosen there, and what must not count is excluded at the incident. Planned maintenance is a state of its
 * own and no outage; an incident during one counts.
 */

export { findStatusPageById, type PageName, statusPageHosts, statusPageUrl } from './find-page.ts';
export { loadPageContent } from './load-source.ts';
export { logoOf } from './logo.ts';
export { statusPages } from './module.ts';
export type { News } from './news.ts';
export { PageCache } from './page-cache.ts';
export type { PageContent, PublicMaintenance, ServiceContent } from './page-content.ts';
export type { Planned } from './planned.ts';
export type { NamedService, PublicIncident, PublicMessage } from './public-incidents.ts';
export {
  findPublicUpdate,
  ofPublication,
  type PublicUpdate,
  type PublicUpdateInternal,
  type PublicUpdateState,
  publicUpdateKind,
  publicUpdateTemplateKind,
  textIn,
} from './public-updates.ts';
export {
  confirmCode,
  confirmSignUp,
  findSignUp,
  isSignUpToken,
  type NewSignUp,
  signUp,
  signUpCode,
  signUpOfToken,
  signUpToken,
} from './sign-ups.ts';
export { type PageLanguage, stateWord } from './state-words.ts';
export type { PublicState } from './states.ts';
export {
  type StatusPage,
  type StatusPageInternal,
  type StatusPageWire,
  servicesShownOn,
  statusPageKind,
} from './status-pages.ts';
export { toStatusView } from './status-view.ts';
export { emailSubscriberKind, type SubscriberInternal, smsSubscriberKind } from './subscribers.ts';
export type { NewsDocument, SignUpDocument } from './subscription-models.ts';
export {
  findSubscriber,
  isUnsubscribeToken,
  type Subscriber,
  subscriberPages,
  unsubscribe,
  unsubscribeNumber,
  unsubscribeToken,
} from './subscriptions.ts';
export { findNews, newsIsStored, pagesWithSubscribers, storeNews } from './tell-news.ts';
export type { DayHistory } from './uptime.ts';
