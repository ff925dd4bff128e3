import { Router } from 'express';
import {
  type ApiDocument,
  createDocumentRouter,
  formBodies,
  type RateLimiter,
} from '../../http/index.ts';
import type { World } from '../../kernel/index.ts';
import type { SingleSignOn } from '../../oidc/index.ts';
import { oidcHandlers } from './oidc-handlers.ts';
import { type OidcVisitor, oidcVisitorOf } from './oidc-visitor.ts';
import type { Traits } from './traits.ts';
import { consoleLimits, describeVisitor, headersForVisitor } from './visitor.ts';
import { writeErrorPages } from './write-error-page.ts';

interface OidcPagesOptions {
  world: World;
  documents: { oidcPages: ApiDocument<Traits> };
  publicUrl(): string;
  singleSignOn: SingleSignOn;
  limiter: RateLimiter;
  checkAnswers?: boolean | undefined;
}

/** The pages under `/sign-in/oidc/`: to the identity provider of an organization, and back. */
export function createOidcPages({
  world,
  documents: { oidcPages: document },
  publicUrl,
  singleSignOn,
  limiter,
  checkAnswers = false,
}: OidcPagesOptions): Router {
  const router = Router({ caseSensitive: true });
  router.use(
    createDocumentRouter<OidcVisitor, Traits>({
      document,
      handlers: oidcHandlers({ world, publicUrl, singleSignOn }),
      authenticate: (operation, arrival) => oidcVisitorOf(world, publicUrl(), operation, arrival),
      describeCaller: describeVisitor,
      headersFor: headersForVisitor,
      limits: { limiter, clock: world.clock, ...consoleLimits },
      isOnlyPart: true,
      bodies: [formBodies],
      bodyBytesMax: 64 * 1024,
      query: { names: 'exact', unknown: 'ignore' },
      answerType: 'application/json',
      writeError: writeErrorPages(world.log, publicUrl),
      checkAnswers,
    }),
  );
  return router;
}
