import type { IncomingMessage } from 'node:http';
import { orderedId } from '../kernel/index.ts';

const ids = new WeakMap<IncomingMessage, string>();

/** The caller's `X-Request-Id` when it is harmless to log, else one of ours; the same for the whole request. */
export function requestIdOf(req: IncomingMessage): string {
  const known = ids.get(req);
  if (known) return known;
  const given = req.headers['x-request-id'];
  const id = typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : orderedId();
  ids.set(req, id);
  return id;
}
