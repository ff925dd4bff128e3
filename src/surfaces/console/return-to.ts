const lengthMax = 2000;

/**
 * `returnTo` when it stays on this server, else its front page. A path begins with one slash: browsers take `//` and `/\` for another
 * host, and drop tabs and line ends before they look.
 */
export function pathToReturnTo(given: unknown): string {
  if (typeof given !== 'string' || given.length > lengthMax) return '/';
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(given) ? given : '/';
}

/** A page that comes back to where the visitor is now. */
export function withReturnTo(page: string, returnTo: string): string {
  return returnTo === '/' ? page : `${page}?returnTo=${encodeURIComponent(returnTo)}`;
}
