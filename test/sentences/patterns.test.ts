import { beforeAll, describe, expect, it } from 'vitest';
import { dereference, type Schema } from '../../generate/document.ts';
import { english } from '../../openapi/texts/english/index.ts';
import { isObject, type SentenceCode } from '../../src/kernel/index.ts';
import type { Place } from '../security/places.ts';
import { schemaMembers } from '../security/schema-members.ts';
import type { TestApp } from '../support/app.ts';
import {
  addressOf,
  type DocumentedOperation,
  documentedOperations,
  readDocument,
} from '../support/operations.ts';
import { signIn } from '../support/sessions.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { needsOtherSide } from '../support/working-requests.ts';

/** People read what they must write, not the pattern that a program goes by. */

let server: TestApp;
let cookie: string;
beforeAll(async () => {
  server = await sharedTestApp();
  const owner = { displayName: 'Olga', email: `${crypto.randomUUID()}@example.com` };
  const userId = await server.api.make('/user', owner);
  await server.api.make('/organization-membership', { userId, role: 'Owner' });
  ({ cookie } = await signIn(server, { userId }));
});

/** Matches no pattern of the documents. */
const wrong = '\t';

interface Refused {
  errors?: Record<string, string[]>;
  errorSentences?: Record<string, { code: string }[]>;
}

/** With a key, which may do more than a person who did not sign in just now; the console's own operations take none. */
const callerOf = ({ document }: DocumentedOperation): Record<string, string> =>
  document === 'console'
    ? { cookie, 'sec-fetch-site': 'same-origin' }
    : { 'x-api-key': server.key };

/** A request with something wrong in it. */
async function refusedBy(operation: DocumentedOperation, change: Change): Promise<Refused> {
  const { query = operation.query, body = operation.body } = change;
  const address = `${server.app.url}${operation.basePath}${addressOf({ ...operation, query })}`;
  const answer = await fetch(address, {
    method: operation.method,
    headers: { ...callerOf(operation), 'content-type': 'application/json' },
    ...(operation.bodies.length > 0 && { body: JSON.stringify(body) }),
  });
  expect(answer.status, `${operation.operationId}: ${await answer.clone().text()}`).toBe(400);
  return (await answer.json()) as Refused;
}

interface Change {
  query?: string;
  body?: unknown;
}

interface Case {
  /** As a problem names it: `steps[0].userId`. */
  member: string;
  code: SentenceCode;
  change: Change;
}

function casesOf(operation: DocumentedOperation): Case[] {
  const root = readDocument(operation.document);
  const codeOf = (schema: Schema) => schema['x-says'] as SentenceCode;
  const inQuery = operation.parameters.flatMap(({ in: where, name, schema: given }) => {
    const schema = dereference(root, given);
    const one = schema.items ? dereference(root, schema.items) : schema;
    if (where !== 'query' || one.pattern === undefined) return [];
    const query = `?${new URLSearchParams([[name, wrong]])}`;
    return [{ member: schema.items ? `${name}[0]` : name, code: codeOf(one), change: { query } }];
  });
  const inBody = operation.bodies
    .filter(({ mediaType }) => mediaType === 'application/json')
    .flatMap((body) => schemaMembers(operation.document, body.schema))
    .filter(({ schema, isReadOnly }) => schema.pattern !== undefined && !isReadOnly)
    .map(({ place, schema }) => ({
      member: pathOf(place),
      code: codeOf(schema),
      change: { body: written(operation.body, place) },
    }));
  return [...inQuery, ...inBody];
}

function pathOf(place: Place): string {
  return place
    .map((one) => (typeof one === 'number' ? `[${one}]` : `.${one}`))
    .join('')
    .slice(1);
}

/** The value with the wrong text at the place, and what leads there. */
function written(value: unknown, [key, ...rest]: Place): unknown {
  if (key === undefined) return wrong;
  if (key === 0) return [written(Array.isArray(value) ? value[0] : undefined, rest)];
  const members = isObject(value) ? value : {};
  return { ...members, [key]: written(members[key], rest) };
}

describe.each(['public-v1', 'console'])(
  'a text of %s that does not match a pattern',
  (document) => {
    const operations = documentedOperations(document).filter(
      (one) => casesOf(one).length > 0 && !needsOtherSide.has(one.operationId),
    );

    it('concerns operations', () => expect(operations.length).toBeGreaterThan(0));

    it.each(operations)('is refused with what it must be: $operationId', async (operation) => {
      for (const { member, code, change } of casesOf(operation)) {
        const { errors, errorSentences } = await refusedBy(operation, change);
        const said = { member, is: errors?.[member], code: errorSentences?.[member]?.[0]?.code };
        expect(said).toEqual({ member, is: [english[code]], code });
      }
    });
  },
);
