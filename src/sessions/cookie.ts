import type { Session } from './model.ts';

/** The prefix makes browsers refuse it from subdomains and without TLS (RFC 6265bis 4.1.3.2). */
export const sessionCookieName = '__Host-sid';

const attributes = 'Path=/; HttpOnly; Secure; SameSite=Lax';

/** The value of `Set-Cookie` that keeps a session in the browser until its absolute end. */
export function sessionCookie(token: string, { expiresAt }: Pick<Session, 'expiresAt'>): string {
  return `${sessionCookieName}=${token}; ${attributes}; Expires=${expiresAt.toUTCString()}`;
}

/** The value of `Set-Cookie` that takes it out of the browser. */
export function noSessionCookie(): string {
  return `${sessionCookieName}=; ${attributes}; Expires=Thu, 01 Jan 1970 00:00:00 GMT`;
}

/** The token that a request carries. Two cookies of that name are somebody's trick: none counts. */
export function tokenFromCookies(headers: Headers): string | undefined {
  return cookieOf(headers, sessionCookieName);
}

/** The value of a cookie that the request has exactly once. */
export function cookieOf(headers: Headers, name: string): string | undefined {
  const found = (headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  const [only] = found;
  return found.length === 1 ? only?.slice(name.length + 1) : undefined;
}
