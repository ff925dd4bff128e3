import type { World } from '../../kernel/index.ts';
import {
  connectionFor,
  describeOidcSession,
  hasConnections,
  localSignInAllowed,
  type SingleSignOn,
  signInPath,
} from '../../oidc/index.ts';
import type { OidcSession } from '../../sessions/index.ts';

/** Single sign-on as these pages need it; identity providers have pages of their own under `/sign-in/oidc/`. */
export interface SingleSignOnPages {
  /**
   * The path on this server at which people with this address sign in by their provider; null where they sign in here.
   */
  signInPath(email: string, returnTo: string): Promise<string | null>;
  /** Whether anybody on this server signs in by an identity provider. */
  isUsed(): Promise<boolean>;
  /** Where the person of such a session proves again who they are. */
  confirmPath(session: Pick<OidcSession, 'connectionId'>, returnTo: string): string;
  /** False where the organization wants its provider to be used, except by those whom it lets pass. */
  isLocalSignInAllowed(organizationId: string, userId: string): Promise<boolean>;
  /** Where the browser signs out of the provider; null when it cannot. */
  signOutUrl(session: { connectionId: string; idToken: string | null }): Promise<string | null>;
  /** The name of the connection; null once it is gone. */
  nameOf(session: Pick<OidcSession, 'connectionId'>): Promise<string | null>;
}

export function singleSignOnPages(
  world: World,
  singleSignOn: Pick<SingleSignOn, 'signOutUrl'>,
): SingleSignOnPages {
  return {
    async signInPath(email, returnTo) {
      const connection = await connectionFor(world, email);
      return connection && signInPath(connection.connectionId, { email, returnTo });
    },
    isUsed: () => hasConnections(world),
    confirmPath: ({ connectionId }, returnTo) =>
      signInPath(connectionId, { confirm: 'yes', returnTo }),
    isLocalSignInAllowed: (organizationId, userId) =>
      localSignInAllowed(world, organizationId, userId),
    signOutUrl: (session) => singleSignOn.signOutUrl(session),
    nameOf: async (session) => (await describeOidcSession(world, session))?.displayName ?? null,
  };
}
