import type { Arrival } from '../../http/index.ts';
import { AppError, addressList, isListed, type World } from '../../kernel/index.ts';
import { browserSpeech, isLanguage, type Speech, say } from '../../sentences/index.ts';
import { sessionOf, tokenFromCookies } from '../../sessions/index.ts';
import type { StatusPage } from '../../status-pages/index.ts';
import { cookieValues, isPass, passCookie } from './page-pass.ts';

export interface Visitor {
  address: string;
  requestId: string;
  headers: Headers;
  /** Path and query, as the browser asked for them. */
  url: string;
}

export function visitorOf({ address, requestId, headers, url }: Arrival): Visitor {
  return { address, requestId, headers, url };
}

/** The barrier between the visitor and the page; null when there is none. */
export type Barrier = 'address' | 'password' | 'session' | null;

/** Whether the visitor may see what the page says. */
export async function barrierOf(
  world: World,
  page: StatusPage,
  visitor: Visitor,
): Promise<Barrier> {
  const { privateIpFilter, privateUserAuthenticationRequired } = page.wire;
  if (privateIpFilter?.trim() && !isListed(addressList(privateIpFilter), visitor.address))
    return 'address';
  if (page.internal.passwordHash !== null) {
    const passes = cookieValues(visitor.headers, passCookie);
    if (!passes.some((value) => isPass(world, page, value))) return 'password';
  }
  if (privateUserAuthenticationRequired && !(await isSignedIn(world, page, visitor)))
    return 'session';
  return null;
}

/** Open to everybody, so that caches between may keep it. */
export function isPublic({ wire, internal }: StatusPage): boolean {
  const { privateIpFilter, privateUserAuthenticationRequired } = wire;
  return (
    !privateIpFilter?.trim() && !privateUserAuthenticationRequired && internal.passwordHash === null
  );
}

/** For the organization's own people; those of others are nobody here. */
export async function isSignedIn(
  world: World,
  { organizationId }: StatusPage,
  { headers }: Visitor,
): Promise<boolean> {
  const token = tokenFromCookies(headers);
  const active = token === undefined ? null : await sessionOf(world, token);
  return active?.session.organizationId === organizationId;
}

export function notThere(): AppError {
  return new AppError('not-found', say('noSuchPage'));
}

/** As the address says, else as the browser prefers. */
export function speechOf(asked: unknown, acceptLanguage: string | null | undefined): Speech {
  return browserSpeech(acceptLanguage, isLanguage(asked) ? asked : null);
}
