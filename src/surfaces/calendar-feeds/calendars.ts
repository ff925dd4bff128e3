import { Router } from 'express';
import {
  type ApiDocument,
  createDocumentRouter,
  type OperationHandler,
  type RateLimiter,
  toProblem,
  type WriteError,
} from '../../http/index.ts';
import { AppError, type Log, type World } from '../../kernel/index.ts';
import { findCalendar } from '../../on-call/index.ts';
import { say } from '../../sentences/index.ts';
import { CalendarCache } from './calendar-cache.ts';

interface CalendarsOptions {
  world: World;
  documents: { calendar: ApiDocument };
  limiter: RateLimiter;
  /** As people reach this server; its host makes the ids of events unique in the world. */
  publicUrl(): string;
  checkAnswers?: boolean | undefined;
}

interface Visitor {
  address: string;
}

/** The addresses under `/calendar/`. */
export function createCalendars({
  world,
  documents: { calendar: document },
  limiter,
  publicUrl,
  checkAnswers = false,
}: CalendarsOptions): Router {
  const cache = new CalendarCache(world, () => new URL(publicUrl()).hostname);
  const handlers: Record<string, OperationHandler<Visitor>> = {
    readOnCallCalendar: async (_visitor, { params }) => {
      const calendar = await findCalendar(world, params.token ?? '');
      if (!calendar) throw new AppError('not-found', say('calendarUnpublished'));
      const { text, etag } = await cache.textOf(calendar);
      return {
        status: 200,
        text,
        headers: {
          etag,
          'content-type': 'text/calendar; charset=utf-8',
          'cache-control': 'private, max-age=900',
        },
      };
    },
  };
  const router = Router({ caseSensitive: true });
  router.use(
    document.basePath,
    createDocumentRouter<Visitor>({
      document,
      handlers,
      authenticate: async (_operation, { address }) => ({ address }),
      limits: {
        limiter,
        clock: world.clock,
        // Nobody can guess a token, but asking must not cost the database much either.
        ofCaller: ({ address }) => ({
          scope: 'calendar',
          key: address,
          what: say('requestsToCalendars'),
        }),
      },
      query: { names: 'exact', unknown: 'ignore' },
      answerType: 'text/calendar',
      writeError: writeText(world.log),
      checkAnswers,
    }),
  );
  return router;
}

function writeText(log: Log): WriteError {
  return (error, { requestId, path }) => {
    const { status, headers, body } = toProblem(error, requestId, path, log);
    const text = { 'content-type': 'text/plain; charset=utf-8' };
    return { status, headers: { ...headers, ...text }, body: body.detail ?? body.title };
  };
}
