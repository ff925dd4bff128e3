import { invalidField } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';

/** Paths of Microsoft's endpoints where anybody with a Microsoft account can sign in; the last is that of consumers. */
const everybodysTenants = new Set([
  ...['common', 'organizations', 'consumers'],
  '9188040d-6c67-4c5b-b112-36a304b66dad',
]);

/** 400 for what is no issuer identifier, or one under which everybody could sign in. */
export function demandIssuer(text: string): void {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && !isLoopback(url)))
    throw invalidField('issuer', say('issuerNeedsHttps'));
  if (url.username !== '' || url.password !== '')
    throw invalidField('issuer', say('issuerHasCredentials'));
  if (url.search !== '' || url.hash !== '') throw invalidField('issuer', say('issuerHasQuery'));
  if (url.pathname.includes('/.well-known/'))
    throw invalidField('issuer', say('issuerHasDiscovery'));
  const [tenant = ''] = url.pathname.split('/').filter(Boolean);
  const isEverybodys = everybodysTenants.has(tenant.toLowerCase());
  if (/(^|\.)microsoftonline\.(com|us|cn)$/.test(url.hostname) && isEverybodys)
    throw invalidField('issuer', say('issuerOfEveryTenant', { tenant }));
}

/**
 * Without TLS only where nobody can listen; whether the server may go there at all, TOCSIN_ALLOW_PRIVATE_TARGETS says.
 */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return (
    protocol === 'http:' && (hostname === 'localhost' || /^(127(\.\d+){3}|\[::1\])$/.test(hostname))
  );
}
