import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeCarrier, startCarrier } from '../fakes/carrier.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import {
  bodyFor,
  type Fixtures,
  idsFor,
  makeFixtures,
  makeMoreFixtures,
} from '../support/fixtures.ts';
import { type DocumentedOperation, documentedOperations } from '../support/operations.ts';
import { inParallel } from './ask.ts';
import { type Caller, type Change, call } from './caller.ts';
import {
  keyWithoutPlan,
  makeNeighbour,
  organization,
  people,
  scopedKeys,
  strangers,
  teamKey,
  weakSessions,
} from './callers.ts';
import {
  complaintAbout,
  complaintAboutReference,
  differenceBetween,
  documentsWithoutCallers,
} from './checks/authorization.ts';
import { placesIn, withValue } from './places.ts';
import { type ProofCallers, proofCallers, telnyxEnv } from './proofs.ts';
import { servedDocuments, servedOperations } from './served.ts';

const operations = servedOperations;
/** Called with credentials that a document names, or by everybody; the others have proofs of their own. */
const keyedDocuments = servedDocuments.filter((name) =>
  documentedOperations(name).some(({ schemes }) => schemes.length > 0),
);
const keyed = operations.filter(({ document }) => keyedDocuments.includes(document));
/** A session that was ended would be a stranger to what comes after. */
const inSessions = keyed.filter(
  ({ operationId }) => !['signOut', 'endSession', 'endOtherSessions'].includes(operationId),
);
const withIds = keyed.filter(({ path }) => path.includes('{'));

let server: TestApp;
let carrier: FakeCarrier;
let fixtures: Fixtures;
let proofs: ProofCallers;
beforeAll(async () => {
  carrier = await startCarrier();
  server = await startTestApp({ env: { ...carrier.env, ...telnyxEnv } });
  // These delete people, and with them what may name them.
  proofs = await proofCallers(server, carrier);
  fixtures = await makeFixtures(server);
});
afterAll(() => Promise.all([server?.stop(), carrier?.stop()]));

type Cell = [Caller, DocumentedOperation];

/** Every caller on every operation that is asked for. */
async function complaintsAbout(cells: readonly Cell[]): Promise<string[]> {
  const found = await inParallel(cells, async ([caller, operation]) =>
    complaintAbout(
      `${operation.operationId} by ${caller.name}`,
      caller.expects(operation),
      await call(server, caller, operation),
    ),
  );
  return found.filter((complaint) => complaint !== null).slice(0, complaintsMax);
}

/** One mistake can show in every cell. */
const complaintsMax = 10;

const cellsOf = (callers: readonly Caller[], operations: readonly DocumentedOperation[]): Cell[] =>
  callers.flatMap((caller) => operations.map((operation): Cell => [caller, operation]));

/**
 * Every role on every operation. Callers come in pairs, the key and the session of one person: where an operation takes
 * both, they take turns, so that each is tried on every operation, and by every role; where it takes one, both are
 * tried by all.
 */
const inTurn =
  (callers: readonly Caller[]) =>
  (operation: DocumentedOperation, place: number): Cell[] => {
    const takes = (caller: Caller | undefined) => caller?.expects(operation) !== 'not-taken';
    const isTaken = (turn: number) => takes(callers[turn]) && takes(callers[turn ^ 1]);
    const others = callers.filter(
      (_, turn) => !isTaken(turn) || (turn + (turn >> 1) + place) % 2 === 0,
    );
    return cellsOf(others, [operation]);
  };

it('every document has callers', () => {
  expect(documentsWithoutCallers(operations, Object.keys(proofs))).toEqual([]);
});

describe('function authorization: everybody gets what the document promises, and nothing else', () => {
  it('whoever holds the proof that a document without keys asks for, and nobody else', async () => {
    const cells = Object.entries(proofs).flatMap(([name, { holder, strangers }]) =>
      cellsOf([...strangers, holder], documentedOperations(name)),
    );
    expect(await complaintsAbout(cells)).toEqual([]);
  });

  it('the organization, all of its objects', async () => {
    const reading = keyed.filter(({ method }) => method === 'GET');
    expect(await complaintsAbout(cellsOf([organization(server, fixtures)], reading))).toEqual([]);
  });

  it('people by their roles in the organization and in the team', async () => {
    const callers = await people(server);
    const reading = inSessions.filter(({ method }) => method === 'GET');
    const writing = inSessions.filter(({ method }) => !['GET', 'DELETE'].includes(method));
    // Documents name parents first.
    const deleting = inSessions.filter(({ method }) => method === 'DELETE').toReversed();
    for (const some of [reading, writing, deleting])
      expect(await complaintsAbout(some.flatMap(inTurn(callers)))).toEqual([]);
  });

  it('a session only where it is used by a page of the server, and what is dangerous only soon after sign-in', async () => {
    const [old, ...elsewhere] = await weakSessions(server);
    if (!old) throw new Error('no sessions');
    const cells = inSessions.flatMap((operation, place) => [
      ...cellsOf([old], [operation]),
      ...cellsOf(
        elsewhere.filter((_, turn) => (turn + place) % 4 === 0),
        [operation],
      ),
    ]);
    expect(await complaintsAbout(cells)).toEqual([]);
  });

  it('keys by their scopes', async () => {
    const callers = await scopedKeys(server, keyed);
    const cells = callers.flatMap((caller) => cellsOf([caller], keyed.filter(caller.isFor)));
    expect(cells.length).toBeGreaterThan(250);
    expect(await complaintsAbout(cells)).toEqual([]);
  });

  it('keys for a team, and keys of organizations by their plan', async () => {
    const teamId = await server.api.make('/team', { displayName: 'Another' });
    const callers = [await teamKey(server, teamId, fixtures), await keyWithoutPlan(server)];
    expect(await complaintsAbout(cellsOf(callers, keyed))).toEqual([]);
  });
});

describe('authentication', () => {
  it('no operation answers a stranger, whatever they call themselves', async () => {
    const [nobody, unknown, ...others] = await strangers(server);
    if (!nobody || !unknown) throw new Error('no strangers');
    // Each operation with some of the others, in turn, so that together they are tried on all.
    const cells = keyed.flatMap((operation, place) => [
      ...cellsOf([nobody, unknown], [operation]),
      ...cellsOf(
        others.filter((_, turn) => (turn + place) % 6 === 0),
        [operation],
      ),
    ]);
    expect(await complaintsAbout(cells)).toEqual([]);
  });

  it('comes before anything of the request is read', async () => {
    const [nobody] = await strangers(server);
    if (!nobody) throw new Error('no strangers');
    const found = await inParallel(
      keyed.filter(({ bodies, schemes }) => bodies.length > 0 && schemes.length > 0),
      async (operation) => {
        const change = { body: '{"broken', query: '?Limit=nonsense' };
        const answer = await call(server, nobody, operation, change);
        return complaintAbout(operation.operationId, nobody.expects(operation), answer);
      },
    );
    expect(found.filter((complaint) => complaint !== null)).toEqual([]);
  });
});

describe('object authorization: what is another organization’s is like what does not exist', () => {
  let neighbours: Caller[];
  let own: Fixtures;
  let objects: Fixtures;
  beforeAll(async () => {
    objects = { ...fixtures, ...(await makeMoreFixtures(server, fixtures)) };
    ({ callers: neighbours, fixtures: own } = await makeNeighbour(server));
  });

  /** The operation with a foreign id and with one of nothing: any difference between the two. */
  async function difference(
    operation: DocumentedOperation,
    what: string,
    [foreign, random]: [Change, Change],
    ids: [string[], string[]],
    compare = differenceBetween,
  ): Promise<string | null> {
    for (const neighbour of neighbours) {
      const seen = await call(server, neighbour, operation, foreign);
      const expected = await call(server, neighbour, operation, random);
      const found = compare(
        `${operation.operationId} ${what} by ${neighbour.name}`,
        { answer: seen, ids: ids[0] },
        { answer: expected, ids: ids[1] },
      );
      if (found !== null) return found;
    }
    return null;
  }

  const randomFor = (ids: Record<string, string>) =>
    Object.fromEntries(Object.keys(ids).map((name) => [name, randomUUID()]));

  it('in the path, for every operation', async () => {
    const found = await inParallel(withIds, (operation) => {
      const foreign = idsFor(operation, objects);
      const random = randomFor(foreign);
      return difference(
        operation,
        'in the path',
        [{ ids: foreign }, { ids: random }],
        [Object.values(foreign), Object.values(random)],
      );
    });
    expect(found.filter((complaint) => complaint !== null)).toEqual([]);
  });

  it('in the body, for every member that refers to an object', async () => {
    const kinds = new Map(Object.entries(own).map(([kind, id]) => [id, kind]));
    const cells = keyed.flatMap((operation) => {
      const body = bodyFor(operation, own);
      return placesIn(body)
        .filter(({ value }) => kinds.has(String(value)))
        .map(({ place, value }) => ({
          operation,
          body,
          place,
          kind: kinds.get(String(value)) ?? '',
        }));
    });
    expect(cells.length).toBeGreaterThan(30);
    const found = await inParallel(cells, ({ operation, body, place, kind }) => {
      const [foreign, random] = [fixtures[kind] ?? '', randomUUID()];
      return difference(
        operation,
        `${kind} at ${place.join('.')}`,
        [{ body: withValue(body, place, foreign) }, { body: withValue(body, place, random) }],
        [[foreign], [random]],
        complaintAboutReference,
      );
    });
    expect(found.filter((complaint) => complaint !== null)).toEqual([]);
  });

  it('in the query, for every parameter that takes an id', async () => {
    const cells = keyed.flatMap((operation) =>
      operation.parameters
        .filter(({ in: where, name }) => where === 'query' && /Ids?$/i.test(name))
        .map(({ name }) => ({ operation, name })),
    );
    expect(cells.length).toBeGreaterThan(60);
    const found = await inParallel(cells, async ({ operation, name }) => {
      const kind = kindOf(name);
      const [foreign, random] = [objects[kind] ?? objects.team ?? '', randomUUID()];
      const query = (id: string) => `${operation.query || '?'}&${name}=${id}`.replace('?&', '?');
      return difference(
        operation,
        `${name}=`,
        [{ query: query(foreign) }, { query: query(random) }],
        [[foreign], [random]],
      );
    });
    expect(found.filter((complaint) => complaint !== null)).toEqual([]);
  });

  it('in lists', async () => {
    const found = await inParallel(
      keyed.filter(({ method, path }) => method === 'GET' && !path.includes('{')),
      async (operation) => {
        const answers = neighbours.map((neighbour) => call(server, neighbour, operation));
        const text = (await Promise.all(answers)).map((answer) => answer.text).join();
        const shown = Object.entries(objects).find(([, id]) => id && text.includes(id));
        return shown ? `${operation.operationId} shows the ${shown[0]} of somebody else` : null;
      },
    );
    expect(found.filter((complaint) => complaint !== null)).toEqual([]);
  });
});

/** `TeamIds` and `teamId` are of a team. */
function kindOf(parameter: string): string {
  const noun = parameter.replace(/Ids?$/i, '').replaceAll(/(?<=.)[A-Z]/g, (letter) => `-${letter}`);
  return noun.toLowerCase() || 'team';
}
