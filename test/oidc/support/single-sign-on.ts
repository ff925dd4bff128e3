import { randomUUID } from 'node:crypto';
import { createOutboundClient } from '../../../src/egress/index.ts';
import { addressList } from '../../../src/kernel/index.ts';
import {
  createSingleSignOn,
  type FinishedSignIn,
  recordNameOf,
  recordValueOf,
  SignInFailure,
  type SingleSignOn,
} from '../../../src/oidc/index.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeOrganization, type TestOrganization } from '../../support/keys.ts';
import { createBrowser } from './browser.ts';
import {
  type Account,
  clientId,
  clientSecret,
  publicUrl,
  startProvider,
  type TestProvider,
} from './provider.ts';

export interface Connected {
  organization: TestOrganization;
  connectionId: string;
  /** Proven for the connection. */
  domain: string;
}

export interface Begun {
  connected: Connected;
  /** Value of the cookie. */
  browser: string;
  /** Where the provider sent the browser. */
  callback: URL;
}

export interface Setup {
  server: TestApp;
  provider: TestProvider;
  sso: SingleSignOn;
  /** Records of the name service, by name. */
  records: Map<string, string[]>;
  /** Another process on the same store. */
  anotherProcess(options?: { timeoutSeconds?: number; isOpen?: boolean }): SingleSignOn;
  /** An organization of its own with a connection to the provider and a proven domain. */
  connect(more?: Record<string, unknown>): Promise<Connected>;
  prove(organizationId: string, domain: string): void;
  /** Goes to the provider, signs in there as `account`, and comes back. */
  begin(connected: Connected, account: Account, more?: object): Promise<Begun>;
  finish(begun: Begun, by?: SingleSignOn): Promise<FinishedSignIn>;
  signIn(connected: Connected, account: Account): Promise<FinishedSignIn>;
  stop(): Promise<void>;
}

/** A server, a provider, and between them a network in which loopback may be reached. */
export async function startSetup(): Promise<Setup> {
  const records = new Map<string, string[]>();
  const resolveTxt = async (name: string) => records.get(name) ?? [];
  const server = await startTestApp({
    // Later than now: the database removes what has expired by its own clock.
    clock: '2040-03-02T10:00:00.000Z',
    env: { TOCSIN_PUBLIC_URL: publicUrl, TOCSIN_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' },
    resolveTxt,
  });
  const provider = await startProvider();
  const { world } = server.app;
  const setup: Setup = {
    server,
    provider,
    records,
    sso: undefined as never,
    anotherProcess: ({ timeoutSeconds = 5, isOpen = true } = {}) =>
      createSingleSignOn({
        world,
        egress: createOutboundClient(
          isOpen ? { allowedPrivateTargets: addressList('127.0.0.0/8') } : {},
        ),
        publicUrl: () => publicUrl,
        resolveTxt,
        timeoutSeconds,
      }),
    prove(organizationId, domain) {
      records.set(recordNameOf(domain), [recordValueOf(organizationId, domain)]);
    },
    async connect(more = {}) {
      const organization = await makeOrganization(server);
      provider.allow(`${publicUrl}/sign-in/oidc/callback/${organization.id}`);
      const domain = `${randomUUID()}.example`;
      setup.prove(organization.id, domain);
      const connectionId = await organization.api.make('/oidc-connection', {
        displayName: 'SSO',
        issuer: provider.issuer,
        clientId,
        clientSecret,
        domains: [domain],
        groupsClaim: 'groups',
        justInTimeProvisioning: true,
        ...more,
      });
      await organization.api.post(`/oidc-connection/${connectionId}/domains/verify`);
      return { organization, connectionId, domain };
    },
    async begin(connected, account, more = {}) {
      provider.account = account;
      const { url, browser } = await setup.sso.begin({
        connectionId: connected.connectionId,
        ...more,
      });
      return { connected, browser, callback: await createBrowser().follow(url, publicUrl) };
    },
    finish: ({ connected, browser, callback }, by = setup.sso) =>
      by.finish({
        organizationId: connected.organization.id,
        query: callback.searchParams,
        browser,
        requestId: 'test',
      }),
    signIn: async (connected, account) => setup.finish(await setup.begin(connected, account)),
    async stop() {
      await server.stop();
      await provider.stop();
    },
  };
  setup.sso = setup.anotherProcess();
  return setup;
}

/** Why a sign-in ended without a person; throws when it did not. */
export async function failureOf(signIn: Promise<unknown>): Promise<SignInFailure> {
  const failure = await signIn.then(
    (done) => new Error(`It succeeded: ${JSON.stringify(done)}`),
    (error: unknown) => error,
  );
  if (failure instanceof SignInFailure) return failure;
  throw failure;
}
