import type { IncomingMessage } from 'node:http';

const times = new WeakMap<IncomingMessage, number>();

/**
 * Notes when the request arrived, in milliseconds of `performance.now()`: before it is routed, and whatever waits in
 * front of it.
 */
export function noteArrival(req: IncomingMessage): void {
  times.set(req, performance.now());
}

/** Now for a request that nobody noted. */
export function arrivedAtOf(req: IncomingMessage): number {
  return times.get(req) ?? performance.now();
}
