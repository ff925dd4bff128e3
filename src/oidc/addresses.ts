/** Where the pages of a connection are, as identity providers have to know them. */

export function signInUrl(publicUrl: string, connectionId: string): string {
  return `${publicUrl}/sign-in/oidc/${connectionId}`;
}

/** The same on this server, with what the page takes. */
export function signInPath(connectionId: string, query: Readonly<Record<string, string>>): string {
  return `/sign-in/oidc/${connectionId}?${new URLSearchParams(query)}`;
}

/**
 * One for each organization: it can be registered before there is a connection, and an answer that another organization's provider asked
 * for does not get here (RFC 9700 4.4).
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

/** `returnTo` when it stays on this server, else its front page. Browsers read `\` as `/`, and drop tabs and line ends. */
export function localPath(returnTo: string | undefined): string {
  const isLocal = returnTo !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(returnTo);
  return isLocal && returnTo.length <= 2000 && !returnTo.includes('\\') ? returnTo : '/';
}
