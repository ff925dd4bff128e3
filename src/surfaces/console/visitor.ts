import type { Language } from '../../accounts/index.ts';
import type { Arrival, RequestLimits } from '../../http/index.ts';
import { AppError, type Ctx, type World } from '../../kernel/index.ts';
import { languageOf, say } from '../../sentences/index.ts';
import {
  type ActiveSession,
  contextOf,
  demandSameOrigin,
  isRecentSignIn,
  type SessionOrigin,
  sessionCookie,
  sessionOf,
  tokenFromCookies,
} from '../../sessions/index.ts';
import type { ConsoleOperation, Traits } from './traits.ts';

/** Somebody with a browser, signed in or not. */
export interface Visitor {
  active: ActiveSession | null;
  from: SessionOrigin;
  language: Language;
  /** Path and query, as the browser asked for them. */
  url: string;
}

/** Somebody who is signed in, with a context in which to work. */
export interface SignedIn extends Visitor {
  active: ActiveSession;
  ctx: Ctx;
}

/** Finds the session of a request, if it has one. Throws 403 for a form of another site, with and without a session. */
export async function visitorOf(
  world: World,
  publicUrl: string,
  { method }: Pick<ConsoleOperation, 'method'>,
  { headers, address, requestId, url }: Arrival,
): Promise<Visitor> {
  demandSameOrigin(method.toUpperCase(), headers, publicUrl);
  const token = tokenFromCookies(headers);
  return {
    active: token === undefined ? null : await sessionOf(world, token),
    from: {
      address,
      requestId,
      userAgent: headers.get('user-agent') ?? '',
      isBehindUnknownProxy: isBehindUnknownProxy(headers, address),
    },
    language: languageOf(headers.get('accept-language')),
    url,
  };
}

/** A trusted proxy's `X-Forwarded-For` names the address that we go by. */
function isBehindUnknownProxy(headers: Headers, address: string): boolean {
  const forwardedFor = headers.get('x-forwarded-for');
  if (forwardedFor === null) return false;
  return !forwardedFor.split(',').some((one) => one.trim() === address);
}

/** Throws 401 for somebody without a session. */
export function signedIn(world: World, visitor: Visitor): SignedIn {
  const { active } = visitor;
  if (!active) throw new AppError('unauthenticated', say('nobodySignedIn'));
  return { ...visitor, active, ctx: contextOf(world, active, visitor.from.requestId) };
}

export function hasRecentSignIn({ clock }: World, { active }: Visitor): boolean {
  return active !== null && isRecentSignIn(active.session, clock.now());
}

/** The cookie of a session whose token had to be replaced, and whose answers are for pages of this server only. */
export function headersForVisitor({ active }: Visitor): Record<string, string> {
  const token = active?.newToken ?? null;
  return {
    'cross-origin-resource-policy': 'same-origin',
    ...(active && token !== null ? { 'set-cookie': sessionCookie(token, active.session) } : {}),
  };
}

export function describeVisitor({ active }: Visitor): Record<string, string> {
  return active ? { sessionId: active.session.id } : {};
}

/** Section 8 of the specification: by person, else by address. */
export const consoleLimits = {
  ofCaller: ({ active, from }, { method, path }) => ({
    scope: 'console',
    key: `${active?.session.userId ?? from.address} ${method} ${path}`,
    what: say('requestsToAddress'),
  }),
} satisfies Pick<RequestLimits<Visitor, Traits>, 'ofCaller'>;
