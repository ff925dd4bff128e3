import { Router } from 'express';
import { type BulkHooks, createCursors, type Directory, type Seal } from '../../../scim/index.ts';
import {
  type ApiDocument,
  type Arrival,
  createDocumentRouter,
  type Metrics,
  type Operation,
  type RateLimiter,
  watchRequests,
  withoutCookies,
} from '../../http/index.ts';
import type { Ctx, SecretBox, World } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';
import { scimBodies, scimBytesMax } from './body-format.ts';
import { scimErrorOf, scimMediaType, writeScimErrors } from './errors.ts';
import { handlers, type ScimCaller } from './handlers.ts';

interface ScimApiOptions<Traits extends object> {
  world: Pick<World, 'log' | 'clock' | 'secrets'>;
  document: ApiDocument<Traits>;
  /** Finds out who calls, or throws. */
  authenticate(operation: Operation & Traits, arrival: Arrival): Promise<Ctx>;
  /** Users and groups of the caller's organization. */
  directoryFor(ctx: Ctx): Directory;
  limiter: RateLimiter;
  publicUrl(): string;
  metrics?: Metrics | undefined;
  /** Fails requests whose answer is not as documented (tests). */
  checkAnswers?: boolean | undefined;
}

interface Caller extends ScimCaller {
  readonly ctx: Ctx;
}

/** SCIM 2.0 under the base path of its document. */
export function createScimApi<Traits extends object>({
  world,
  document,
  authenticate,
  directoryFor,
  limiter,
  publicUrl,
  metrics,
  checkAnswers = false,
}: ScimApiOptions<Traits>): Router {
  const { log, clock, secrets } = world;
  const cursors = createCursors(sealOf(secrets), () => clock.now());
  const router = Router({ caseSensitive: true });
  if (metrics) router.use(document.basePath, watchRequests(log, metrics, 'scim'));
  router.use(
    document.basePath,
    createDocumentRouter<Caller, Traits>({
      document,
      handlers,
      async authenticate(operation, arrival) {
        // SCIM is for machines: what a browser sends along is nobody's permission.
        const caller = await authenticate(operation, withoutCookies(arrival));
        const ctx: Ctx = { ...caller, source: 'Scim' };
        return {
          ctx,
          call: {
            directory: directoryFor(ctx),
            tenant: ctx.organizationId,
            baseUrl: publicUrl().replace(/\/$/, '') + document.basePath,
            cursors,
          },
          bulk: {
            demand: permissions(document, (single) =>
              authenticate(single, withoutCookies(arrival)),
            ),
            toError: (error) => scimErrorOf(error, log, arrival.requestId),
          },
        };
      },
      describeCaller: ({ ctx }): Record<string, string> =>
        'id' in ctx.actor ? { keyId: ctx.actor.id } : {},
      limits: {
        limiter,
        clock,
        ofCaller: ({ ctx }) => ({
          scope: 'scim',
          key: ctx.organizationId,
          what: say('scimRequests'),
        }),
      },
      bodies: [scimBodies],
      bodyBytesMax: scimBytesMax,
      answerType: scimMediaType,
      // Entra adds a parameter of its own to every address.
      query: { names: 'any-case', unknown: 'ignore' },
      writeError: writeScimErrors(log),
      checkAnswers,
    }),
  );
  return router;
}

const verbs: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'replace',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** Asks for each kind of bulk operation once whether the caller may call the operation that does the same alone. */
function permissions<Traits extends object>(
  { operations }: ApiDocument<Traits>,
  ask: (operation: Operation & Traits) => Promise<unknown>,
): BulkHooks['demand'] {
  const answers = new Map<string, Promise<unknown>>();
  return async (method, { name }) => {
    const id = `${verbs[method]}${name}`;
    const operation = operations.find(({ operationId }) => operationId === id);
    if (!operation) throw new Error(`There is no operation ${id}.`);
    const answer = answers.get(id) ?? ask(operation);
    answers.set(id, answer);
    await answer;
  };
}

/** Sealed texts contain colons, which RFC 9865 does not allow in a cursor. */
function sealOf(secrets: SecretBox): Seal {
  return {
    seal: (text) => secrets.seal(text).replaceAll(':', '.'),
    open: (sealed) => secrets.open(sealed.replaceAll('.', ':')),
  };
}
