import type { Arrival } from '../../http/index.ts';
import type { World } from '../../kernel/index.ts';
import { attemptMinutes } from '../../oidc/index.ts';
import { languageOf } from '../../sentences/index.ts';
import { cookieOf } from '../../sessions/index.ts';
import type { ConsoleOperation } from './traits.ts';
import { type Visitor, visitorOf } from './visitor.ts';

/** Marks the browser for the time between two pages; several tabs share it. */
const cookieName = '__Host-oidc';

export interface OidcVisitor extends Visitor {
  /** Value of the cookie that the answer of the provider has to come with. */
  browser: string | undefined;
}

/** Who comes with a browser; providers that report a sign-out come without one, and prove themselves otherwise. */
export async function oidcVisitorOf(
  world: World,
  publicUrl: string,
  operation: ConsoleOperation,
  arrival: Arrival,
): Promise<OidcVisitor> {
  const { headers, address, requestId, url } = arrival;
  if (operation.operationId !== 'receiveLogoutToken')
    return {
      ...(await visitorOf(world, publicUrl, operation, arrival)),
      browser: cookieOf(headers, cookieName),
    };
  return {
    active: null,
    from: { address, requestId, userAgent: headers.get('user-agent') ?? '' },
    language: languageOf(null),
    url,
    browser: undefined,
  };
}

export function browserCookie(browser: string): string {
  return `${cookieName}=${browser}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${attemptMinutes * 60}`;
}
