import express from 'express';
import { expect, it, vi } from 'vitest';
import { dialects } from '../../src/surfaces/webhook/dialects/index.ts';
import { startTestApp } from '../support/app.ts';
import { documentNames } from '../support/operations.ts';
import { beside } from './beside.ts';
import { differenceOfRoutes, routesOf } from './checks/inventory.ts';
import { servedDocuments, servedOperations } from './served.ts';

const operations = servedOperations;

it('every document is served', () => {
  expect(documentNames.filter((name) => !servedDocuments.includes(name))).toEqual([]);
});

it('every route is in a document, or named with a reason', async () => {
  const mounting = vi.spyOn(express.Router.prototype, 'use');
  const server = await startTestApp();
  try {
    const routers = mounting.mock.contexts as { stack?: unknown }[];
    const mounted = new Set<unknown>(mounting.mock.calls.flat(2));
    // Nobody mounts the root.
    const routes = routers
      .filter((router) => !mounted.has(router))
      .flatMap((root) => routesOf(root));
    // Some documents have their requests watched below their base path.
    const watched = new Set(operations.map(({ basePath }) => `USE ${basePath}`));
    // What the server splits off before Express: all addresses below.
    const split = dialects.map(({ base }) => base);
    const ofSplit = operations
      .filter(({ basePath, path }) => split.some((base) => `${basePath}${path}`.startsWith(base)))
      .map(routeOf);
    expect(routes.length).toBeGreaterThan(300);
    const served = [...routes.filter((route) => !watched.has(route)), ...ofSplit];
    const front = split.map((base) => `SPLIT ${base}`);
    expect(
      differenceOfRoutes([...new Set(served), ...front], operations.map(routeOf), beside),
    ).toEqual([]);
  } finally {
    await server.stop();
  }
});

function routeOf({ method, basePath, path }: (typeof operations)[number]): string {
  return `${method} ${basePath}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
}
