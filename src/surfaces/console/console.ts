import { Router } from 'express';
import type { Channels } from '../../channels/index.ts';
import {
  type ApiDocument,
  createDocumentRouter,
  type DocumentRouterOptions,
  formBodies,
  type Metrics,
  type RateLimiter,
  watchRequests,
  writeProblems,
} from '../../http/index.ts';
import { AppError, type World } from '../../kernel/index.ts';
import type { Live } from '../../live/index.ts';
import type { SingleSignOn } from '../../oidc/index.ts';
import { say } from '../../sentences/index.ts';
import { countOperations } from './operations/counts.ts';
import { eventOperations } from './operations/events.ts';
import { incidentViewOperations } from './operations/incident-views.ts';
import { meOperations } from './operations/me.ts';
import { sessionOperations } from './operations/sessions.ts';
import { waysInOperations } from './operations/ways-in.ts';
import { pageHandlers } from './pages/index.ts';
import type { Parts } from './parts.ts';
import { singleSignOnPages } from './single-sign-on.ts';
import type { Traits } from './traits.ts';
import {
  consoleLimits,
  describeVisitor,
  hasRecentSignIn,
  headersForVisitor,
  signedIn,
  type Visitor,
  visitorOf,
} from './visitor.ts';
import { writeErrorPages } from './write-error-page.ts';

interface ConsoleOptions {
  world: World;
  /** The document of the operations that programs call, and the one of the pages that people see. */
  documents: { console: ApiDocument<Traits>; pages: ApiDocument<Traits> };
  channels: Pick<Channels, 'missing' | 'send'>;
  publicUrl(): string;
  singleSignOn: Pick<SingleSignOn, 'signOutUrl'>;
  live: Pick<Live, 'open'>;
  limiter: RateLimiter;
  metrics: Metrics;
  /** Fails requests whose answer is not as documented (tests). */
  checkAnswers?: boolean | undefined;
}

const bodyBytesMax = 64 * 1024;

/** The sign-in pages, and the operations of the console beside those of the Public API. */
export function createConsole(options: ConsoleOptions): Router {
  const { world, limiter, metrics, checkAnswers = false } = options;
  const { console: document, pages } = options.documents;
  const { channels, publicUrl } = options;
  const parts: Parts = {
    world,
    publicUrl,
    mail: { channels, publicUrl },
    singleSignOn: singleSignOnPages(world, options.singleSignOn),
  };
  const shared = {
    describeCaller: describeVisitor,
    headersFor: headersForVisitor,
    limits: { limiter, clock: world.clock, ...consoleLimits },
    bodyBytesMax,
    checkAnswers,
  } satisfies Partial<DocumentRouterOptions<Visitor, Traits>>;
  const router = Router({ caseSensitive: true });
  router.use(
    document.basePath,
    watchRequests(world.log, metrics, 'console'),
    createDocumentRouter<Visitor, Traits>({
      ...shared,
      document,
      handlers: {
        ...meOperations(parts),
        ...incidentViewOperations(parts),
        ...eventOperations(world, options.live),
        ...countOperations(options),
        ...sessionOperations(parts),
        ...waysInOperations(parts),
      },
      async authenticate(operation, arrival) {
        const visitor = await visitorOf(world, publicUrl(), operation, arrival);
        if (operation.session === 'none') return visitor;
        signedIn(world, visitor);
        if (operation.recentSignIn && !hasRecentSignIn(world, visitor))
          throw new AppError('sign-in-again', say('confirmFirst'));
        return visitor;
      },
      writeError: writeProblems(world.log),
    }),
  );
  router.use(
    createDocumentRouter<Visitor, Traits>({
      ...shared,
      document: pages,
      handlers: pageHandlers(parts, pages),
      authenticate: (operation, arrival) => visitorOf(world, publicUrl(), operation, arrival),
      // Their paths begin in many ways; what is none of them is somebody else's.
      isOnlyPart: true,
      bodies: [formBodies],
      // Links in mails gain parameters on their way.
      query: { names: 'exact', unknown: 'ignore' },
      answerType: 'text/html',
      writeError: writeErrorPages(world.log, publicUrl),
    }),
  );
  return router;
}
