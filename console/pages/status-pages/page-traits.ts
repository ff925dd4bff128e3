import type { components } from '../../../openapi/types/public-v1.generated.ts';

export type StatusPage = components['schemas']['StatusPage'];

/** Where the page is, as this browser reaches this server. */
export function addressOf({ slug, customHostSettings }: StatusPage): string {
  const host = customHostSettings?.host;
  return host ? `${location.protocol}//${host}` : `${location.origin}/status/${slug}`;
}

/** The first thing that keeps somebody out. */
export function accessOf(
  page: StatusPage,
): 'off' | 'password' | 'people' | 'addresses' | 'everybody' {
  if (page.disablePublicPage) return 'off';
  if (page.isPasswordProtectionPasswordConfigured) return 'password';
  if (page.privateUserAuthenticationRequired) return 'people';
  return page.privateIpFilter?.trim() ? 'addresses' : 'everybody';
}
