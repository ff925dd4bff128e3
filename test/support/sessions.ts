import {
  type Session,
  type SignIn,
  sessionCookieName,
  startSession,
} from '../../src/sessions/index.ts';
import type { ApiClient } from './api-client.ts';
import type { TestApp } from './app.ts';

export interface SignedIn {
  token: string;
  session: Session;
  /** The value of the `Cookie` header. */
  cookie: string;
  /** The Public API as a page of the server calls it. */
  api: ApiClient;
}

/** Signs a person in without the pages. */
export async function signIn(
  server: TestApp,
  {
    organizationId = server.organizationId,
    userId,
    accountId = null,
  }: { organizationId?: string; userId: string; accountId?: string | null },
  how: SignIn = { method: 'password' },
): Promise<SignedIn> {
  const from = { address: '192.0.2.7', userAgent: 'Test/1.0', requestId: 'test' };
  const person = { organizationId, userId, accountId };
  const { token, session } = await startSession(server.app.world, person, how, from);
  const cookie = `${sessionCookieName}=${token}`;
  return { token, session, cookie, api: apiWith(server, cookie) };
}

/** The Public API with this cookie and no key, from a page of the server. */
export function apiWith(server: TestApp, cookie: string): ApiClient {
  // An empty key counts as none.
  return server.as('', { cookie, 'sec-fetch-site': 'same-origin' });
}
