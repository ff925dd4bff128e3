import { expect, test } from 'vitest';
import { allquiet } from '../../../src/migration/products/allquiet/product.ts';
import { createClient } from '../../../src/migration/read/client.ts';
import { readAll } from '../../../src/migration/read/read-all.ts';
import { isList } from '../collected.ts';
import { account, ids } from './fixtures/account.ts';

const key = 'invented-key-of-all-quiet-0001';
const url = 'https://allquiet.example.com/api/public/v1';

type Fault = (path: string) => Response | undefined;

const answer = (status: number, body: object, headers = {}) =>
  Response.json(body, { status, headers });

/** Pages have two objects, whatever is asked for. */
function answerOf(address: URL): Response {
  const path = address.pathname.replace('/api/public/v1', '');
  for (const kind of allquiet.kinds) {
    const own = account[kind.name] ?? [];
    if (isList(own)) {
      if (kind.path.split('?')[0] !== path) continue;
      const from = Number(address.searchParams.get('Offset') ?? 0);
      const page = own.slice(from, from + 2);
      return answer(200, { [String(kind.list)]: page, hasMore: from + 2 < own.length });
    }
    for (const [id, [object]] of Object.entries(own))
      if (kind.path.replace('{1}', id) === path && object) return answer(200, object);
  }
  return answer(404, { title: 'Not Found' });
}

async function read(fault: Fault = () => undefined) {
  const asked: string[] = [];
  let elapsed = 0;
  const client = createClient(allquiet, {
    ...{ url, key },
    async fetch(address, { headers }) {
      const { pathname, search } = new URL(address);
      asked.push(pathname.replace('/api/public/v1', '') + search);
      if (new Headers(headers).get('x-authorization') !== key) return answer(401, {});
      return fault(pathname + search) ?? answerOf(new URL(address));
    },
    time: {
      now: () => new Date(Date.UTC(2026, 10, 1) + elapsed),
      elapsed: () => elapsed,
      jitter: () => 0,
      async sleep(milliseconds) {
        elapsed += milliseconds;
      },
    },
  });
  return { results: await readAll(allquiet, client), asked, elapsed: () => elapsed };
}

test('every page of every list is read, and each member of a team once', async () => {
  const { results, asked } = await read();
  for (const [kind, result] of results) {
    if (result.state !== 'whole') throw new Error(`${kind} is ${result.state}: ${result.why}`);
    const own = account[kind] ?? [];
    const all = isList(own) ? own : Object.values(own).flat();
    expect(
      result.answers.flatMap(({ objects }) => objects),
      kind,
    ).toEqual(all);
  }
  expect(asked).toContain('/team-membership/search/list?Limit=100&Offset=4');
  const people = asked.filter((path) => /^\/user\/[^/]+$/.test(path));
  expect(people).toHaveLength(new Set(people).size);
  expect(people).toContain(`/user/${ids.gone}`);
});

test('a kind that the server does not know or the key may not read is said; the others are whole', async () => {
  const { results } = await read((path) => {
    if (path.includes('/service-maintenance/')) return answer(404, { title: 'Not Found' });
    return path.includes('/routing/') ? answer(403, { title: 'Forbidden' }) : undefined;
  });
  const lacking = [...results].filter(([, { state }]) => state !== 'whole');
  expect(lacking).toEqual([
    ['routings', expect.objectContaining({ status: 403, right: 'the scope `routings:list`' })],
    ['service-maintenances', expect.objectContaining({ status: 404 })],
  ]);
});

test('it waits as long as a 429 says, and keeps no half of a list that breaks off', async () => {
  let refusals = 1;
  const slow = await read((path) =>
    path.includes('/status-page/') && refusals-- > 0
      ? answer(429, {}, { 'retry-after': '90' })
      : undefined,
  );
  expect(slow.results.get('status-pages')?.state).toBe('whole');
  expect(slow.elapsed()).toBeGreaterThanOrEqual(90_000);
  const broken = await read((path) =>
    path.includes('/inbound-integration/') && path.includes('Offset=2')
      ? answer(400, { detail: 'Bad offset' })
      : undefined,
  );
  expect(broken.results.get('integrations')).toEqual({
    state: 'failed',
    why: 'The list breaks off after 2: 400: Bad offset.',
  });
});

test('a server that says that there is more and gives nothing is not asked for ever', async () => {
  const { results } = await read((path) =>
    path.includes('/team/') ? answer(200, { teams: [], hasMore: true }) : undefined,
  );
  expect(results.get('teams')?.state).toBe('failed');
});
