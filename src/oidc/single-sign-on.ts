import type { components } from '../contract/index.ts';
import type { OutboundClient } from '../egress/index.ts';
import type { Ctx, Task, World } from '../kernel/index.ts';
import { backChannelLogout, type LogoutOutcome } from './back-channel-logout.ts';
import { type BeginSignIn, type BegunSignIn, beginSignIn } from './begin-sign-in.ts';
import { checkDomains, verifyDomains } from './check-domains.ts';
import type { OidcConnection } from './connection-kind.ts';
import { recordNameOf, recordValueOf } from './domain-proofs.ts';
import { type FinishedSignIn, finishSignIn, type ProviderAnswer } from './finish-sign-in.ts';
import { ProviderCache } from './provider-cache.ts';
import { providerSignOutUrl } from './sign-out.ts';
import { testConnection } from './test-connection.ts';
import { createTxtResolver, type ResolveTxt } from './txt-records.ts';

interface SingleSignOnOptions {
  world: World;
  /** The way out to identity providers. */
  egress: OutboundClient;
  publicUrl(): string;
  /** Tests replace the name service here. */
  resolveTxt?: ResolveTxt | undefined;
  /** Whether the operator says that the domain is the organization's. */
  isVouched?(organizationId: string, domain: string): boolean;
  /** How long a provider may take to answer; 5. */
  timeoutSeconds?: number | undefined;
}

/** Signing in by the identity providers of organizations, with what the running server has for it. */
export interface SingleSignOn {
  begin(request: BeginSignIn): Promise<BegunSignIn>;
  finish(answer: ProviderAnswer): Promise<FinishedSignIn>;
  /** Where the browser of a session that has ended goes to sign out there, too; null when it cannot. */
  signOutUrl(session: { connectionId: string; idToken: string | null }): Promise<string | null>;
  backChannelLogout(connectionId: string, token: string): Promise<LogoutOutcome>;
  verifyDomains(ctx: Ctx, connection: OidcConnection): Promise<OidcConnection>;
  /**
   * Whether the domain has the record of this organization now, which only who controls it can make. False where it
   * cannot be looked up.
   */
  isDomainProven(organizationId: string, domain: string): Promise<boolean>;
  test(connection: OidcConnection): Promise<components['schemas']['OidcConnectionTest']>;
  readonly tasks: readonly Task[];
}

const domainCheckSeconds = 900;

export function createSingleSignOn({
  world,
  egress,
  publicUrl,
  resolveTxt = createTxtResolver(),
  isVouched = () => false,
  timeoutSeconds = 5,
}: SingleSignOnOptions): SingleSignOn {
  const proofs = { resolveTxt, isVouched };
  const parts = {
    world,
    providers: new ProviderCache(egress, world.clock, timeoutSeconds),
    publicUrl,
  };
  return {
    begin: (request) => beginSignIn(parts, request),
    finish: (answer) => finishSignIn(parts, answer),
    signOutUrl: (session) => providerSignOutUrl(parts, session),
    backChannelLogout: (connectionId, token) => backChannelLogout(parts, connectionId, token),
    verifyDomains: (ctx, connection) => verifyDomains(ctx, proofs, connection),
    isDomainProven: async (organizationId, domain) => {
      const expected = recordValueOf(organizationId, domain);
      const found = await resolveTxt(recordNameOf(domain)).catch(() => []);
      return found.some((text) => text.trim() === expected);
    },
    test: (connection) => testConnection(egress, publicUrl(), connection, timeoutSeconds),
    tasks: [
      {
        name: 'oidc-domains',
        everySeconds: domainCheckSeconds,
        run: (stopping) => checkDomains(world, proofs, stopping),
      },
    ],
  };
}
