import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { addressOf, documentedOperations } from '../support/operations.ts';
import { sharedTestApp } from '../support/shared-app.ts';

const operations = documentedOperations();
const listings = operations.filter(({ operationId }) => /^(list|search|export)/.test(operationId));

let server: TestApp;
beforeAll(async () => {
  server = await sharedTestApp();
});

const withQuery = (address: string, query: string) =>
  `${address}${address.includes('?') ? '&' : '?'}${query}`;

describe.each(listings.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (_id, operation) => {
    const address = addressOf(operation);

    it('refuses a parameter that it does not have', async () => {
      const { status, body } = await server.api.get(withQuery(address, 'Nonsense=1'));
      expect([status, body.code, body.errors]).toEqual([
        400,
        'validation-failed',
        { Nonsense: ['is not a parameter of this operation'] },
      ]);
    });

    it('names the parameter that was meant', async () => {
      for (const { name, value } of operation.filters) {
        const query = `${name}x=${encodeURIComponent(value)}`;
        const { status, body } = await server.api.get(withQuery(address, query));
        expect([status, body.detail]).toEqual([
          400,
          `There is no query parameter ${name}x; did you mean ${name}?`,
        ]);
      }
    });

    it('lets through what clients send with every request', async () => {
      const query = `provision=true&organizationId=${server.organizationId}`;
      expect((await server.api.get(withQuery(address, query))).text).not.toContain(
        'no query parameter',
      );
    });
  },
);

it('other operations take no notice of parameters that they do not have', async () => {
  const id = await server.api.make('/team', { displayName: 'T' });
  expect((await server.api.get(`/team/${id}?Nonsense=1`)).status).toBe(200);
});
