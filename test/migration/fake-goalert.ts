import { query } from '../../src/migration/products/goalert/query.ts';
import { startScriptedHttp } from '../fakes/scripted-http.ts';
import { type Fake, json } from './fake-product.ts';

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
export async function startFakeGoalert(): Promise<Fake> {
  const faults: Fake['faults'] = [];
  const server = await startScriptedHttp((request) => {
    const asked = JSON.parse(request.body.toString() || '{}') as {
      query?: string;
      operationName?: string;
      variables?: { after?: string };
    };
    const { operationName = '', variables } = asked;
    const from = Number(variables?.after ?? 0);
    for (const [pattern, fault] of faults.toReversed()) {
      if (!pattern.test(`${operationName} ${from}`)) continue;
      const answer = typeof fault === 'function' ? fault(request) : fault;
      if (answer !== null) return answer;
    }
    if (request.method !== 'POST' || request.path !== '/api/graphql')
      return json(404, { error: { message: 'not found' } });
    if (request.headers.authorization !== `Bearer ${goalertKey}`)
      return json(401, { message: 'unauthorized' });
    if (asked.query !== query) return says('wrong query for API key');
    const name = `${operationName.charAt(0).toLowerCase()}${operationName.slice(1)}`;
    const all = account[name];
    if (all === undefined) return says(`operation ${operationName} not found`);
    const hasNextPage = from + 2 < all.length;
    const pageInfo = { hasNextPage, endCursor: String(from + 2) };
    return json(200, { data: { [name]: { nodes: all.slice(from, from + 2), pageInfo } } });
  });
  return { url: server.url, received: server.received, faults, stop: () => server.stop() };
}

/** GraphQL says with a 200 what went wrong. */
export function says(message: string, data: unknown = null) {
  return json(200, { errors: [{ message }], data });
}
