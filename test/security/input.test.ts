import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dereference } from '../../generate/document.ts';
import { type FakeCarrier, startCarrier } from '../fakes/carrier.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Fixtures, makeFixtures, makeMoreFixtures } from '../support/fixtures.ts';
import { type DocumentedOperation, readDocument } from '../support/operations.ts';
import { needsOtherSide } from '../support/working-requests.ts';
import { admitted } from './admitted.ts';
import { type Answer, inParallel } from './ask.ts';
import { type Change, call } from './caller.ts';
import { makeNeighbour } from './callers.ts';
import {
  changeBy,
  complaintAboutFilter,
  complaintAboutOperator,
  foreignMembers,
  tracesOf,
  unboundedIn,
} from './checks/input.ts';
import { type Place, placesIn, withValue } from './places.ts';
import { type ProofCallers, proofCallers, signedByVendor, telnyxEnv } from './proofs.ts';
import { schemaMembers } from './schema-members.ts';
import { servedOperations } from './served.ts';

const operations = servedOperations;
const withBody = operations.filter(({ bodies }) => bodies.length > 0);
const membersOfBody = ({ document, bodies }: DocumentedOperation) =>
  bodies.slice(0, 1).flatMap(({ schema }) => schemaMembers(document, schema));

let server: TestApp;
let carrier: FakeCarrier;
let proofs: ProofCallers;
let fixtures: Fixtures;
beforeAll(async () => {
  carrier = await startCarrier();
  server = await startTestApp({ env: { ...carrier.env, ...telnyxEnv } });
  // These delete people, and with them what may name them.
  proofs = await proofCallers(server, carrier);
  const made = await makeFixtures(server);
  fixtures = { ...made, ...(await makeMoreFixtures(server, made)) };
});
afterAll(async () => {
  await Promise.all([server?.stop(), carrier?.stop()]);
});

const usualOf = (operation: DocumentedOperation) =>
  admitted(operation, proofs, { key: server.key, objects: fixtures });

function send(operation: DocumentedOperation, change: Change = {}): Promise<Answer> {
  const { caller, change: usual } = usualOf(operation);
  return call(server, caller, operation, { ...usual, ...change });
}

const complaintsIn = (found: readonly (string | null)[]) =>
  found.filter((complaint) => complaint !== null);

describe('mass assignment', () => {
  it('of what no client may set, nothing is stored or answered', async () => {
    const ofPrototype = Object.getOwnPropertyNames(Object.prototype).toSorted();
    const writing = withBody.filter(
      ({ document, operationId, bodies }) =>
        // What people do about their own account needs one; these bodies make and change objects.
        ['public-v1', 'scim-v2'].includes(document) &&
        bodies[0]?.mediaType.endsWith('json') &&
        !needsOtherSide.has(operationId),
    );
    // Two organizations that are alike: one gets plain requests, the other the same with more in them.
    const [first, second] = [await makeTwin(), await makeTwin()];
    const complaints: string[] = [];
    for (const operation of writing) {
      const usual = admitted(operation, proofs, first);
      const plain = await call(server, usual.caller, operation, unique(usual.change));
      const { caller, change } = admitted(operation, proofs, second);
      const marker = `mass-${operation.operationId}`;
      const body = withForeignMembers(operation, unique(change).body, marker);
      const treated = await call(server, caller, operation, { ...change, body });
      if (plain.status >= 300 && operation.document === 'public-v1')
        complaints.push(`${operation.operationId}: ${plain.text}`);
      if (refusesUnknown(operation)) {
        if (treated.status !== 400) complaints.push(`${operation.operationId} takes them`);
        // So that the two stay alike.
        await call(server, caller, operation, unique(change));
        continue;
      }
      complaints.push(...complaintsIn([changeBy(operation.operationId, plain, treated)]));
      complaints.push(...tracesOf(marker, treated.text));
    }
    expect(complaints).toEqual([]);
    expect(tracesOf('mass', await dump())).toEqual([]);
    expect(Object.getOwnPropertyNames(Object.prototype).toSorted()).toEqual(ofPrototype);
    expect({}).not.toHaveProperty('polluted');
  });

  async function makeTwin() {
    const { key, fixtures: made } = await makeNeighbour(server);
    const asTwin = { ...server, api: server.as(key) };
    return { key, objects: { ...made, ...(await makeMoreFixtures(asTwin, made)) } };
  }

  /** What is not ignored cannot be assigned either. */
  function refusesUnknown({ document, bodies: [body] }: DocumentedOperation): boolean {
    return dereference(readDocument(document), body?.schema ?? {})['x-refuses-unknown'] === true;
  }

  /** Slugs are of the whole server. */
  function unique(change: Change): Change {
    const body = change.body as Record<string, unknown>;
    return { ...change, body: 'slug' in body ? { ...body, slug: randomUUID() } : body };
  }

  /** Into every object of the body that has members of its own. */
  function withForeignMembers(operation: DocumentedOperation, body: unknown, marker: string) {
    const members = membersOfBody(operation);
    const open = members
      .filter(({ schema }) => schema.additionalProperties)
      .map(({ place }) => place.join());
    const own = new Set(
      members
        .filter(({ isReadOnly }) => !isReadOnly)
        .map(({ place }) => place.join().toLowerCase()),
    );
    const foreignAt = (place: Place) =>
      Object.fromEntries(
        Object.entries(foreignMembers(marker)).filter(
          ([name]) => !own.has(`${generic([...place, name])}`.toLowerCase()),
        ),
      );
    return placesIn(body)
      .filter(({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value))
      .filter(({ place }) => !open.some((path) => generic(place).startsWith(path)))
      .toReversed()
      .reduce<unknown>(
        (whole, { place }) =>
          withValue(whole, place, {
            ...foreignAt(place),
            ...(valueAt(whole, place) as object),
          }),
        body,
      );
  }

  /** Everything that is stored. */
  async function dump(): Promise<string> {
    const { connection } = server.app.world.store;
    const texts: string[] = [];
    for (const { name } of await connection.listCollections())
      texts.push(JSON.stringify(await connection.collection(name).find().toArray()));
    return texts.join('\n');
  }
});

describe('resource use', () => {
  /** Documents whose bodies may have any members, and what bounds those. */
  const boundElsewhere: Record<string, string> = {
    telephony: 'a form of 64 KB and 10,000 fields',
    'pages-oidc': 'a form of 64 KB and 10,000 fields',
    webhook: '3 MB, and the caps of the mapping on depth and members',
  };

  it('every text, list and open object of every body and parameter has a bound', () => {
    const found = operations.flatMap(({ document, operationId, bodies, parameters }) =>
      [...bodies, ...parameters].flatMap(({ schema }) =>
        unboundedIn(`${document} ${operationId}`, schemaMembers(document, schema)),
      ),
    );
    const excused = Object.keys(boundElsewhere);
    const isExcused = (where: string) =>
      excused.some((document) => where.startsWith(document) && where.endsWith('members'));
    expect(found.filter((where) => !isExcused(where))).toEqual([]);
    expect(new Set(found.map((where) => where.split(' ')[0]))).toEqual(new Set(excused));
  });

  it('a body that unpacks to more than the limit is 413', async () => {
    const bomb = gzipSync(Buffer.alloc(40_000_000, ' '));
    const headers = { 'content-encoding': 'gzip' };
    // Not read before the keys, which cannot be asked for here.
    const reading = withBody.filter(({ operationId }) => !signedByVendor.has(operationId));
    const found = await inParallel(reading, async (operation) => {
      const { status, text } = await send(operation, { rawBody: bomb, headers });
      return status === 413 ? null : `${operation.operationId}: ${status} ${text.slice(0, 200)}`;
    });
    expect(complaintsIn(found)).toEqual([]);
  });

  it('JSON of any depth is refused or ignored', async () => {
    const depth = 20_000;
    const deep = `{"displayName":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const found = await inParallel(withBody, async (operation) =>
      complaintAboutOperator(operation.operationId, await send(operation, { body: deep }), true),
    );
    expect(complaintsIn(found)).toEqual([]);
  });
});

describe('operator injection', () => {
  const operators: unknown[] = [
    { $gt: '' },
    { $ne: null },
    { $where: 'sleep(1000)' },
    { $regex: '.*' },
    [{ $gt: '' }],
  ];

  it('in the body: an object in place of any text is refused', async () => {
    const cells = withBody.flatMap((operation) =>
      membersOfBody(operation)
        .filter(({ place, schema }) => schema.type === 'string' && place.length > 0)
        .map(({ place, isReadOnly }, turn) => ({
          operation,
          place,
          isReadOnly,
          operator: operators[turn % operators.length],
        })),
    );
    expect(cells.length).toBeGreaterThan(1000);
    const found = await inParallel(cells, async ({ operation, place, operator, isReadOnly }) => {
      const { change } = usualOf(operation);
      const body = withPlace(change.body ?? {}, place, operator);
      const isForm = operation.bodies[0]?.mediaType.includes('form') ?? false;
      const answer = await send(operation, { body });
      const what = `${operation.operationId} ${place.join('.')}`;
      return complaintAboutOperator(what, answer, isReadOnly || isForm);
    });
    expect(complaintsIn(found)).toEqual([]);
  });

  it('in the path', async () => {
    const values = [
      '{"$gt":""}',
      '[$ne]=',
      '$where',
      "';return true;//",
      '\0',
      '../../',
      'a'.repeat(5000),
    ];
    // Most operations have one or two, read in one place: they take turns.
    const cells = operations.flatMap((operation, place) =>
      operation.parameters
        .filter((parameter) => parameter.in === 'path')
        .flatMap(({ name }, turn) =>
          values
            .filter((_, index) => (index + place + turn) % values.length < 3)
            .map((value) => ({ operation, name, value })),
        ),
    );
    expect(new Set(cells.map(({ value }) => value))).toEqual(new Set(values));
    expect(cells.length).toBeGreaterThan(300);
    const found = await inParallel(cells, async ({ operation, name, value }) => {
      const { caller, change } = usualOf(operation);
      const ids = { ...caller.ids?.(operation), [name]: encodeURIComponent(value) };
      const answer = await call(server, caller, operation, { ...change, address: undefined, ids });
      return complaintAboutOperator(
        `${operation.operationId} ${name}=${value.slice(0, 20)}`,
        answer,
      );
    });
    expect(complaintsIn(found)).toEqual([]);
  });

  it('in the query: no parameter opens a filter', async () => {
    const forms: ((name: string, value: string) => string)[] = [
      (name) => `${name}[$gt]=`,
      (name, value) => `${name}[$ne]=${value}x`,
      (name) => `${name}[]=`,
      (name) => `${name}={"$gt":""}`,
      (name, value) => `${name}=${value}&${name}=${value}x`,
      () => '$where=1',
      () => '__proto__[$gt]=&constructor[prototype][polluted]=1',
    ];
    const reading = operations.filter(
      ({ method, parameters }) =>
        method === 'GET' && parameters.some((parameter) => parameter.in === 'query'),
    );
    const plain = new Map<DocumentedOperation, Answer>();
    await inParallel(reading, async (one) => plain.set(one, await send(one)));
    const cells = reading.flatMap((operation) =>
      operation.parameters
        .filter((parameter) => parameter.in === 'query')
        .flatMap(({ name }, turn) => [
          { operation, name, form: forms[turn % forms.length] },
          { operation, name, form: forms[(turn + 3) % forms.length] },
        ]),
    );
    expect(cells.length).toBeGreaterThan(400);
    const found = await inParallel(cells, async ({ operation, name, form }) => {
      const query = form?.(name, 'nobody') ?? '';
      const { address = '' } = usualOf(operation).change;
      const before = plain.get(operation);
      const encoded = query.replaceAll(/["{}$[\]]/g, encodeURIComponent);
      const treated = await send(operation, {
        address: `${address}${address.includes('?') ? '&' : '?'}${encoded}`,
      });
      const what = `${operation.operationId}?${query}`;
      return before ? complaintAboutFilter(what, { plain: before, treated }) : what;
    });
    expect(complaintsIn(found)).toEqual([]);
  });

  it('whatever stands at any place of a body, nothing is upset', async () => {
    const places = withBody
      .filter(({ bodies }) => bodies[0]?.mediaType.endsWith('json'))
      .flatMap((operation) =>
        placesIn(usualOf(operation).change.body).map(({ place }) => ({ operation, place })),
      );
    await fc.assert(
      fc.asyncProperty(fc.nat(places.length - 1), fc.jsonValue(), async (turn, value) => {
        const { operation, place } = places[turn] ??
          places[0] ?? { operation: undefined, place: [] };
        if (!operation) return;
        const body = withValue(usualOf(operation).change.body, place, value);
        const answer = await send(operation, { body: JSON.stringify(body) });
        expect(complaintAboutOperator(operation.operationId, answer, true)).toBe(null);
      }),
      { seed: 20_260_302, numRuns: 200 },
    );
  });
});

const generic = (place: Place) => place.map((part) => (typeof part === 'number' ? 0 : part)).join();

function valueAt(value: unknown, place: Place): unknown {
  return place.reduce<unknown>(
    (inside, key) => (inside as Record<string | number, unknown>)[key],
    value,
  );
}

/** As `withValue`, making the objects and lists on the way. */
function withPlace(value: unknown, [key, ...rest]: Place, replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (typeof key === 'number') {
    const [first, ...others] = Array.isArray(value) ? value : [];
    return [withPlace(first, rest, replacement), ...others];
  }
  const members =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  return { ...members, [key]: withPlace(members[key], rest, replacement) };
}
