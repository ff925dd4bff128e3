import { query } from '../../src/migration/products/goalert/query.ts';
import type { ReceivedRequest } from '../fakes/scripted-http.ts';
import { type Fake, json, startFaulty } from './fake-product.ts';

export const goalertKey = 'eyJ.invented-key-of-goalert.0001';

const people = ['ada', 'ben', 'cleo'].map((id) => ({ id, name: id, email: `${id}@example.com` }));

/** By hand from GoAlert's GraphQL schema; nobody of these people exists. */
const account: Readonly<Record<string, readonly object[]>> = {
  users: people,
  rotations: [{ id: 'R1', name: 'Weeks', type: 'weekly', userIDs: ['ada'] }],
  schedules: [{ id: 'S1', name: 'Shop', timeZone: 'Europe/Berlin', targets: [] }],
  userOverrides: [],
  escalationPolicies: [{ id: 'P1', name: 'Critical', steps: [], repeat: 0 }],
  services: [{ id: 'V1', name: 'Shop', aFutureMember: [1.5, null] }],
};

/** Pages have two objects. Faults are looked up by the operation and where its page begins, such as `Users 2`. */
export function startFakeGoalert(): Promise<Fake> {
  return startFaulty((request) => {
    const { query: asked, operationName, from } = askedBy(request);
    if (request.method !== 'POST' || request.path !== '/api/graphql')
      return json(404, { error: { message: 'not found' } });
    if (request.headers.authorization !== `Bearer ${goalertKey}`)
      return json(401, { message: 'unauthorized' });
    if (asked !== query) return says('wrong query for API key');
    const name = `${operationName.charAt(0).toLowerCase()}${operationName.slice(1)}`;
    const all = account[name];
    if (all === undefined) return says(`operation ${operationName} not found`);
    const hasNextPage = from + 2 < all.length;
    const pageInfo = { hasNextPage, endCursor: String(from + 2) };
    return json(200, { data: { [name]: { nodes: all.slice(from, from + 2), pageInfo } } });
  }, placeOf);
}

function askedBy({ body }: ReceivedRequest) {
  const { query, operationName, variables } = JSON.parse(body.toString() || '{}') as {
    query?: string;
    operationName?: string;
    variables?: { after?: string };
  };
  return { query, operationName: operationName ?? '', from: Number(variables?.after ?? 0) };
}

function placeOf(request: ReceivedRequest): string {
  const { operationName, from } = askedBy(request);
  return `${operationName} ${from}`;
}

/** GraphQL says with a 200 what went wrong. */
export function says(message: string, data: unknown = null) {
  return json(200, { errors: [{ message }], data });
}
