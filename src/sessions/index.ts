/**
 * Sessions: people who are signed in to an organization in a browser. A session is for one person in one organization;
 * the token in the cookie is stored as a hash only. It says who makes a request, as a key does; how somebody proves who
 * they are is not its business.
 *
 * Design notes: a session ends 12 hours after its last use and 14 days after the person last proved who they are. At
 * each use the person is looked up, so whoever is removed or suspended is out with the next request, and so is who came
 * with a password or passkey once the organization requires its identity provider. Signing in, proving it again and
 * every change of roles make a new token, so that none which somebody saw before is worth more afterwards. Starting,
 * confirming and ending are audited in the same write; a session that ends by itself is not.
 */
export { confirmSignIn } from './confirm-sign-in.ts';
export {
  cookieOf,
  noSessionCookie,
  sessionCookie,
  sessionCookieName,
  tokenFromCookies,
} from './cookie.ts';
export { endSession, endSessionsOf } from './end-session.ts';
export { isRecentSignIn } from './lifetime.ts';
export { sessionsOf } from './list-sessions.ts';
export { type OidcSession, type Session, type SignInMethod, signInMethods } from './model.ts';
export { sessions } from './module.ts';
export { demandSameOrigin } from './same-origin.ts';
export { type ActiveSession, contextOf, sessionOf } from './session-of.ts';
export { standingsOfSessions } from './standings-of-sessions.ts';
export {
  idTokenOf,
  type NewSession,
  type SessionOrigin,
  type SessionPerson,
  type SignIn,
  startSession,
} from './start-session.ts';
