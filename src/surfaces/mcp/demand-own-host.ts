import type { IncomingHttpHeaders } from 'node:http';
import type { AppError } from '../../kernel/index.ts';
import { refusal, say } from '../../sentences/index.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * A page in somebody's browser must not reach the server by a name that its owner points at it, nor from another
 * origin. Throws 403.
 */
export function demandOwnHost(headers: IncomingHttpHeaders, publicUrl: string): void {
  const own = new URL(publicUrl);
  const { host = '', origin } = headers;
  const given = URL.parse(`${own.protocol}//${host}`);
  const isOwn = given !== null && (given.host === own.host || loopback.has(given.hostname));
  if (!isOwn || !isOwnOrigin(origin, own)) throw foreign(own.origin);
}

/** A server that is reached on this machine only is asked by pages of this machine, whatever their port. */
function isOwnOrigin(origin: string | undefined, own: URL): boolean {
  if (origin === undefined || origin === own.origin) return true;
  return loopback.has(own.hostname) && loopback.has(URL.parse(origin)?.hostname ?? '');
}

function foreign(url: string): AppError {
  return refusal('forbidden', say('foreignHost', { url }));
}
