import { isObject } from '../../../kernel/index.ts';
import type { Kind, Product } from '../product.ts';
import { query } from './query.ts';
import { goalertState } from './state.ts';

const right =
  'the role Admin, which a key gets when it is made: it reads what the query names, and nothing else';

const kind = (name: string): Kind => ({
  name,
  path: '/api/graphql',
  operation: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  list: `data.${name}.nodes`,
  right,
});

const kinds = [
  'users',
  'rotations',
  'schedules',
  'userOverrides',
  'escalationPolicies',
  'services',
].map(kind);

/** https://github.com/target/goalert/tree/master/graphql2. Everybody runs it themselves: it has no address. */
export const goalert: Product = {
  name: 'goalert',
  displayName: 'GoAlert',
  url: null,
  otherUrl: null,
  headersOf: (key) => ({ authorization: `Bearer ${key}`, accept: 'application/json' }),
  pace: { requestsPerSecond: 5 },
  state: goalertState,
  paging: {
    next(body) {
      const data = isObject(body) && isObject(body.data) ? body.data : {};
      const [list] = Object.values(data);
      const pageInfo = isObject(list) ? list.pageInfo : null;
      if (!isObject(pageInfo) || pageInfo.hasNextPage !== true) return null;
      return new URLSearchParams({ after: String(pageInfo.endCursor) });
    },
    totalOf: () => null,
  },
  graphql: {
    document: query,
    wrongKey: {
      says: /wrong query for api key/i,
      hint:
        'The key was made for another query: make one with the query of docs/migration/goalert.md, without an ' +
        'empty line before or behind it.',
    },
  },
  kinds,
};
