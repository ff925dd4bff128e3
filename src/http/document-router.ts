import express, { type RequestHandler, type Router } from 'express';
import { AppError } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { answerErrors } from './answer.ts';
import { bodyReader, jsonBodies } from './body-formats.ts';
import type { ApiDocument } from './document.ts';
import { createRoute } from './operation-route.ts';
import type { DocumentRouterOptions } from './surface-options.ts';
import { validatorOf } from './validator.ts';

const megabyte = 1024 * 1024;

/**
 * One native Express route per path of the document (its validator's own router costs 175 us at a hundred paths), with
 * each operation: caller, limit, body, validation, handler, answer. Throws when an operation has no
 * handler or a handler has no operation. Mount at the document's base path.
 */
export function createDocumentRouter<Caller, Traits = object>(
  options: DocumentRouterOptions<Caller, Traits>,
): Router {
  const { document, handlers } = options;
  demandMatch(document, handlers);
  const shared = {
    validator: validatorOf(document),
    query: options.query ?? { names: 'exact', unknown: 'refuse' },
    answerType: options.answerType ?? 'application/json',
  } as const;
  const { bodyBytesMax = 4 * megabyte, bodies = [jsonBodies] } = options;
  const bodiesOf = typeof bodies === 'function' ? bodies : () => bodies;
  const bytesMaxOf = typeof bodyBytesMax === 'number' ? () => bodyBytesMax : bodyBytesMax;
  const router = express.Router({ caseSensitive: true });
  const routerFor = byFirstPart(router);
  // One route per path: a request is matched against each of them until one fits.
  const paths = Map.groupBy(sortBySpecificity(document.operations), ({ path }) => path);
  for (const [path, operations] of paths) {
    const route = routerFor(path).route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    for (const operation of operations) {
      const handler = handlers[operation.operationId];
      if (!handler) continue;
      const readBody = bodyReader(bytesMaxOf(operation.operationId));
      route[operation.method](
        createRoute(operation, handler, {
          ...options,
          ...shared,
          bodies: bodiesOf(operation.operationId),
          readBody,
        }),
      );
    }
    const allow = operations.map(({ method }) => method.toUpperCase()).join(', ');
    route.all(() => {
      throw new AppError('method-not-allowed', say('useOneOf', { methods: allow }), {
        headers: { Allow: allow },
      });
    });
  }
  if (!options.isOnlyPart)
    router.use(() => {
      throw new AppError('not-found', say('noSuchOperation'));
    });
  router.use(answerErrors(options.writeError));
  return router;
}

/**
 * A router for each first part of a path, so that a request is matched against its few neighbours: with two hundred
 * paths in one list, that took a twentieth of a request. Paths that begin with a parameter are left to `router` itself.
 */
function byFirstPart(router: Router): (path: string) => Router {
  const routers = new Map<string, Router>();
  const choose: RequestHandler = (req, res, next) => {
    const one = routers.get(firstPartOf(req.path));
    if (one) one(req, res, next);
    else next();
  };
  // Code that lists all routes reads `stack`, as it does for any router.
  const stack = { get: () => [...routers.values()].flatMap((one) => one.stack) };
  router.use(Object.defineProperty(choose, 'stack', stack));
  return (path) => {
    const part = firstPartOf(path);
    if (part.startsWith('{')) return router;
    const known = routers.get(part);
    if (known) return known;
    const made = express.Router({ caseSensitive: true });
    routers.set(part, made);
    return made;
  };
}

function firstPartOf(path: string): string {
  return path.split('/', 2)[1] ?? '';
}

function demandMatch(
  document: Pick<ApiDocument, 'operations'>,
  handlers: Readonly<Record<string, unknown>>,
): void {
  const declared = new Set(document.operations.map((operation) => operation.operationId));
  const missing = [...declared].filter((id) => !handlers[id]);
  const surplus = Object.keys(handlers).filter((id) => !declared.has(id));
  if (missing.length > 0 || surplus.length > 0)
    throw new Error(
      `Handlers and document differ. Without a handler: ${missing.join(', ') || 'none'}. ` +
        `Without an operation: ${surplus.join(', ') || 'none'}.`,
    );
}

/** `/search/list` before `/search` before `/{id}`: literal segments win over parameters. */
function sortBySpecificity<One extends { path: string }>(operations: readonly One[]): One[] {
  const rank = (path: string) =>
    path
      .split('/')
      .map((part) => (part.startsWith('{') ? '1' : '0'))
      .join('');
  return [...operations].sort((a, b) => rank(a.path).localeCompare(rank(b.path)));
}
