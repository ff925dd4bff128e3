import { Router } from 'express';
import {
  type BodyFormat,
  canonicaliseKeys,
  createDocumentRouter,
  fileBodies,
  jsonBodies,
  jsonBodiesBy,
  type Metrics,
  type QueryRules,
  runIdempotently,
  watchRequests,
  writeProblems,
} from '../../http/index.ts';
import { parseDryRunCall } from '../../ingest/index.ts';
import { audioBytesMax } from '../../media/index.ts';
import { sessionCookie } from '../../sessions/index.ts';
import type { ApiCaller } from './caller.ts';
import { changeSetBytesMax, parseChangeSet } from './change-set.ts';
import { createDefaultTemplates } from './default-templates.ts';
import { createDocumentationPages } from './documentation-pages.ts';
import { publicApiLimits } from './limits.ts';
import { operations } from './operations/index.ts';
import { type AuthenticatorOptions, createAuthenticator } from './security.ts';
import type { Traits } from './traits.ts';

export interface PublicApiOptions extends AuthenticatorOptions {
  /** The folder of the monitoring tools, for their `.tf` files. */
  templates: string;
  metrics: Metrics;
  /** Fails requests whose answer is not as documented (tests). */
  checkAnswers?: boolean | undefined;
}

/** All operations under the base path of the document, its pages, and the templates that Terraform users download. */
export function createPublicApi(options: PublicApiOptions): Router {
  const { world, templates, metrics, checkAnswers = false } = options;
  const { catalogue, limiter } = options;
  const document = options.documents.publicApi;
  const router = Router({ caseSensitive: true });
  router.use(createDocumentationPages(document));
  router.use(
    createDefaultTemplates({ catalogue, directory: templates, limiter, clock: world.clock }),
  );
  router.use(
    document.basePath,
    watchRequests(world.log, metrics, 'public-api'),
    createDocumentRouter<ApiCaller, Traits>({
      document,
      handlers: operations,
      authenticate: createAuthenticator(options),
      describeCaller,
      headersFor,
      limits: { limiter, clock: world.clock, ...publicApiLimits },
      writeError: writeProblems(world.log),
      bodies: (id) => bodies[id] ?? otherBodies,
      bodyBytesMax: (id) => bodyBytesMax[id] ?? megabyte,
      spellBody: canonicaliseKeys,
      query: queryRules,
      runIdempotently,
      checkAnswers,
    }),
  );
  return router;
}

const megabyte = 1024 * 1024;
/** It has what a tool would send, which the thread for large payloads reads. */
const dryRun = 'evaluateMapping';
const prove = 'proveConfiguration';
const replay = 'createReplay';
const bodies: Readonly<Record<string, readonly BodyFormat[]>> = {
  [dryRun]: [jsonBodiesBy(parseDryRunCall)],
  [prove]: [jsonBodiesBy(parseChangeSet)],
  [replay]: [jsonBodiesBy(parseChangeSet)],
};
const otherBodies = [jsonBodies, fileBodies('file')];
/** An upload has a form around its file. */
const bodyBytesMax: Readonly<Record<string, number>> = {
  [dryRun]: 4 * megabyte,
  [prove]: changeSetBytesMax,
  [replay]: changeSetBytesMax,
  uploadCallRoutingMedia: audioBytesMax + 64 * 1024,
};

function describeCaller({ key, session }: ApiCaller): Record<string, string> {
  if (key) return { keyId: key.id };
  return session ? { sessionId: session.session.id } : {};
}

/** A person's answers are for pages of this server only, and a session whose token was replaced gets the new one. */
function headersFor({ session }: ApiCaller): Record<string, string> {
  if (!session) return {};
  const { newToken } = session;
  return {
    'cross-origin-resource-policy': 'same-origin',
    ...(newToken === null ? {} : { 'set-cookie': sessionCookie(newToken, session.session) }),
  };
}

/** A filter that is misspelt must not answer everything; elsewhere clients of the commercial original may send more. */
const queryRules: QueryRules = {
  names: 'any-case',
  unknown: ({ operationId }) => (/^(?:list|search|export)/.test(operationId) ? 'refuse' : 'ignore'),
  alwaysAllowed: ['provision', 'organizationId'],
};
