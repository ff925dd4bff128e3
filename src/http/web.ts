import type { BlockList } from 'node:net';
import express, { type Express, type RequestHandler } from 'express';
import { AppError, isListed, type Log } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { answerErrors, answerHeaders, writeProblems } from './answer.ts';

export interface WebOptions {
  log: Log;
  /** Whose `X-Forwarded-For` is believed. */
  trustedProxies: BlockList | undefined;
}

/** One Express application of all that is mounted by routers of its own, or looks at every request; the rest is 404. */
export function createWeb(
  routers: readonly RequestHandler[],
  { log, trustedProxies }: WebOptions,
): Express {
  const web = express();
  web.disable('x-powered-by');
  web.disable('etag');
  if (trustedProxies)
    web.set('trust proxy', (address: string) => isListed(trustedProxies, address));
  // Before anything is routed, so that no answer can miss them; what others may keep says so itself.
  web.use((_req, res, next) => {
    res.set(answerHeaders);
    next();
  });
  for (const router of routers) web.use(router);
  web.use(() => {
    throw new AppError('not-found', say('nothingHere'));
  });
  web.use(answerErrors(writeProblems(log)));
  return web;
}
