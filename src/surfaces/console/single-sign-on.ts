import type { OidcSession } from '../../sessions/index.ts';

/** What these pages need of signing in by identity providers. Its own pages are elsewhere. */
export interface SingleSignOnPages {
  /** The path on this server at which people with this address sign in by their provider; null where they sign in here. */
  signInPath(email: string, returnTo: string): Promise<string | null>;
  /** Where the person of such a session proves again who they are. */
  confirmPath(session: OidcSession, returnTo: string): string;
  /** False where the organization wants its provider to be used, except by those whom it lets pass. */
  isLocalSignInAllowed(organizationId: string, userId: string): Promise<boolean>;
  /** Where the browser signs out of the provider; null when it cannot. */
  signOutUrl(session: { connectionId: string; idToken: string | null }): Promise<string | null>;
  /** What the connection is called; null once it is gone. */
  nameOf(session: OidcSession): Promise<string | null>;
}
