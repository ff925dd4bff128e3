/** Where the pages of a connection are, as identity providers have to know them. */

export function signInUrl(publicUrl: string, connectionId: string): string {
  return `${publicUrl}/sign-in/oidc/${connectionId}`;
}

/** The same on this server, with what the page takes. */
export function signInPath(connectionId: string, query: Readonly<Record<string, string>>): string {
  return `/sign-in/oidc/${connectionId}?${new URLSearchParams(query)}`;
}

/**
 * One for each organization: it can be registered before there is a connection, and an answer that another
 * organization's provider asked for does not get here (RFC 9700 4.4).
 */
export function callbackUrl(publicUrl: string, organizationId: string): string {
  return `${publicUrl}/sign-in/oidc/callback/${organizationId}`;
}

export function backChannelLogoutUrl(publicUrl: string, connectionId: string): string {
  return `${publicUrl}/sign-in/oidc/${connectionId}/back-channel-logout`;
}

/** Where the provider sends people after signing out there. */
export function signedOutUrl(publicUrl: string): string {
  return `${publicUrl}/sign-in`;
}

const lengthMax = 2000;

/**
 * `returnTo` when it stays on this server, else its front page. A path begins with one slash, also once `..` is
 * resolved, which proxies do: browsers take `//` and `/\` for another host, and drop tabs and line ends before they
 * look.
 */
export function localPath(returnTo: unknown): string {
  if (typeof returnTo !== 'string' || returnTo.length > lengthMax) return '/';
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(returnTo)) return '/';
  const resolved = URL.parse(returnTo, 'https://here.invalid');
  return resolved?.host === 'here.invalid' && !resolved.pathname.startsWith('//') ? returnTo : '/';
}
