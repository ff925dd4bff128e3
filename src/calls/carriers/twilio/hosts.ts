const usual = 'https://api.twilio.com';

/**
 * Where the API of an account is. Credentials go to hosts of Twilio only, and to the one that the operator named; null:
 * neither.
 */
export function apiBaseOf(apiHost: string | null, configured: string | undefined): string | null {
  const byDefault = (configured ?? usual).replace(/\/+$/, '');
  if (apiHost === null || apiHost === new URL(byDefault).host) return byDefault;
  return isTwilio(apiHost) ? `https://${apiHost}` : null;
}

/** Whether an address belongs to the region that the API base belongs to: each has credentials of its own. */
export function isSameRegion(url: URL, base: string): boolean {
  const { protocol, host } = new URL(base);
  if (url.protocol !== protocol) return false;
  return (
    url.host === host ||
    (isTwilio(url.host) && isTwilio(host) && regionOf(url.host) === regionOf(host))
  );
}

/** No port: only the usual one is Twilio's. */
function isTwilio(host: string): boolean {
  return /^api(\.[a-z\d-]+){0,2}\.twilio\.com$/.test(host);
}

/** `ie1` of `api.dublin.ie1.twilio.com`; without one it is the first region there was. */
function regionOf(host: string): string {
  const [region = ''] = host.split('.').slice(-3);
  return region === 'api' ? 'us1' : region;
}
