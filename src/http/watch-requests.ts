import type { RequestHandler, Response } from 'express';
import type { Log } from '../kernel/index.ts';
import type { Metrics } from './metrics.ts';
import { requestIdOf } from './request-id.ts';

const notes = new WeakMap<Response, Readonly<Record<string, string>>>();

/** Adds what identifies the caller to the line of this request. */
export function noteForLine(
  res: Response,
  caller: Readonly<Record<string, string>> | undefined,
): void {
  if (caller) notes.set(res, caller);
}

const beginnings = new WeakMap<Response, number>();

/** An answer without an end of its own has begun. It took until now; when and by whom it ends says nothing about it. */
export function noteBeginning(res: Response): void {
  beginnings.set(res, performance.now());
}

/**
 * One log line and one sample for each request, when its answer is sent or its caller has gone (status 499, as proxies
 * name it). The line names the route and not the path: ids of integrations let anybody post, and people are searched
 * for by address.
 */
export function watchRequests(log: Log, metrics: Metrics, surface: string): RequestHandler {
  return (req, res, next) => {
    const start = performance.now();
    const { method } = req;
    res.once('close', () => {
      const begun = beginnings.get(res);
      const isWhole = res.writableFinished || begun !== undefined;
      const status = isWhole ? res.statusCode : 499;
      const end = performance.now();
      const seconds = ((begun ?? end) - start) / 1000;
      metrics.requestAnswered(surface, method, status, seconds);
      const requestId = requestIdOf(req);
      const route: string | null = req.route?.path ?? null;
      const milliseconds = Math.round(seconds * 1000);
      const caller = notes.get(res);
      const open = begun === undefined ? {} : { openSeconds: Math.round((end - begun) / 1000) };
      const line = { requestId, ...caller, method, route, status, milliseconds, ...open };
      log.info(line, 'request');
    });
    next();
  };
}
