import type { Response } from 'express';
import { noteBeginning } from './watch-requests.ts';

/** A connection on which nothing moves for so long is closed; whoever sends events says something more often. */
const silenceSecondsMax = 60;

/** Begins an answer of server-sent events: it has no end of its own, and proxies neither collect nor keep it. */
export function beginEvents(res: Response): void {
  res.set({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  res.flushHeaders();
  noteBeginning(res);
  // A reader that takes nothing more is cut off, too: data that waits for it does not count as movement.
  res.setTimeout(silenceSecondsMax * 1000);
}
