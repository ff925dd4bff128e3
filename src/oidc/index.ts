/**
 * OIDC: the identity providers of organizations, and signing in by them. Owns connections, which domains are proven for
 * them, and who of a provider is which person here. The sign-in pages call it; it never makes a session, but ends those
 * that a provider ends.
 *
 * Design notes: the protocol is `openid-client` and `jose`, egress the one client that checks addresses. Everything of
 * a sign-in that is under way is in the store, bound to a cookie of the browser, and is used up by the first answer, so
 * any process can finish it, once. A person is `(connection, issuer, subject)`; an address links only when the provider
 * verified it and its domain is proven for the connection. Each domain is proven for one connection of the installation
 * (unique index).
 */
export {
  backChannelLogoutUrl,
  callbackUrl,
  localPath,
  signInPath,
  signInUrl,
} from './addresses.ts';
export { attemptMinutes } from './attempts.ts';
export type { BeginSignIn } from './begin-sign-in.ts';
export { type OidcConnectionWire, oidcConnectionKind } from './connection-kind.ts';
export { recordNameOf, recordValueOf, stateOf } from './domain-proofs.ts';
export { type FailureReason, SignInFailure } from './failures.ts';
export {
  connectionById,
  connectionFor,
  describeOidcSession,
  hasConnections,
} from './find-connection.ts';
export type { FinishedSignIn } from './finish-sign-in.ts';
export { lastSignIns } from './identity-model.ts';
export { localSignInAllowed } from './local-sign-in.ts';
export { oidc } from './module.ts';
export { unlinkPerson } from './person.ts';
export { createSingleSignOn, type SingleSignOn } from './single-sign-on.ts';
export { createTxtResolver, type ResolveTxt } from './txt-records.ts';
