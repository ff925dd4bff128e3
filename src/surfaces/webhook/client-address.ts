import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import { isListed } from '../../kernel/index.ts';

/**
 * The address a request comes from. `X-Forwarded-For` is believed only from trusted proxies, and read
 * from the right: the left-most entries are whatever the caller wrote.
 */
export function clientAddress(req: IncomingMessage, trustedProxies: BlockList | undefined): string {
  let address = plainAddress(req.socket.remoteAddress ?? '');
  if (!trustedProxies) return address;
  const header = req.headers['x-forwarded-for'];
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((hop) => plainAddress(hop.trim()))
    .filter(Boolean);
  while (hops.length > 0 && isListed(trustedProxies, address)) address = hops.pop() ?? address;
  return address;
}

/** Without the IPv6 spelling of IPv4 addresses, brackets, ports and zones. */
function plainAddress(text: string): string {
  return text
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');
}
