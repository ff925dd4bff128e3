/** A page that comes back to where the visitor is now. */
export function withReturnTo(page: string, returnTo: string): string {
  if (returnTo === '/') return page;
  return `${page}${page.includes('?') ? '&' : '?'}returnTo=${encodeURIComponent(returnTo)}`;
}
