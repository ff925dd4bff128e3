import { invalidField } from '../kernel/index.ts';

/** Paths of Microsoft's endpoints where anybody with a Microsoft account can sign in. */
const everybodysTenants = new Set(['common', 'organizations', 'consumers']);

/** 400 for what is no issuer identifier, or one under which everybody could sign in. */
export function demandIssuer(text: string): void {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && !isLoopback(url)))
    throw invalidField('issuer', 'Give a URL that starts with https://.');
  if (url.username !== '' || url.password !== '')
    throw invalidField('issuer', 'Leave the user name and password out of the URL.');
  if (url.search !== '' || url.hash !== '')
    throw invalidField('issuer', 'An issuer has neither a query nor a fragment.');
  if (url.pathname.includes('/.well-known/'))
    throw invalidField('issuer', 'Leave out /.well-known/openid-configuration.');
  const [tenant = ''] = url.pathname.split('/').filter(Boolean);
  if (/(^|\.)microsoftonline\.(com|us|cn)$/.test(url.hostname) && everybodysTenants.has(tenant))
    throw invalidField(
      'issuer',
      `Name your tenant in place of ${tenant}: everybody with a Microsoft account could sign in otherwise.`,
    );
}

/**
 * Without TLS only where nobody can listen; whether the server may go there at all, TOCSIN_ALLOW_PRIVATE_TARGETS says.
 */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'http:' && (hostname === 'localhost' || /^(127(\.\d+){3}|\[::1\])$/.test(hostname))
  );
}
