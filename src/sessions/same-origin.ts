import { AppError } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';

/**
 * Cookies come with requests that other sites start. So what changes something must say that it comes from a page of
 * this server: `Sec-Fetch-Site: same-origin`, which no page can forge, or, in browsers that do not send it, an `Origin`
 * that is ours. Throws 403.
 */
export function demandSameOrigin(method: string, headers: Headers, publicUrl: string): void {
  if (method === 'GET' || method === 'HEAD') return;
  const site = headers.get('sec-fetch-site');
  const isOurs =
    site === null
      ? headers.get('origin') === new URL(publicUrl).origin
      : site.trim() === 'same-origin';
  if (!isOurs) throw new AppError('forbidden', say('crossOrigin'));
}
