/** Faults of the API of Jira Service Management, which everything else is read through. */
import { describe, expect, it } from 'vitest';
import { jsm } from '../../../src/migration/products/jsm/product.ts';
import { createClient, type Time } from '../../../src/migration/read/client.ts';
import { readAll } from '../../../src/migration/read/read-all.ts';

type Answer = (path: string, query: URLSearchParams) => Response | undefined;

const values = (objects: readonly object[], next?: string) =>
  Response.json({ values: objects, ...(next !== undefined && { links: { next } }) });

/** Two teams on two pages, and nothing else, but for what has another answer. */
function clientWith(other: Answer) {
  const waits: number[] = [];
  let elapsed = 0;
  const time: Time = {
    ...{ now: () => new Date('2026-11-01T00:00:00Z'), elapsed: () => elapsed, jitter: () => 0 },
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
      elapsed += milliseconds;
    },
  };
  const client = createClient(jsm, {
    ...{
      url: 'https://api.atlassian.com/jsm/ops/api/cloud/v1',
      key: 'ada@example.com:token',
      time,
    },
    fetch: async (url) => {
      const { pathname, searchParams } = new URL(url);
      const path = pathname.replace('/jsm/ops/api/cloud/v1', '');
      const answer = other(path, searchParams);
      if (answer) return answer;
      if (path !== '/teams') return values([]);
      return searchParams.get('offset') === '1'
        ? values([{ teamId: 't2', teamName: 'Second' }])
        : values([{ teamId: 't1', teamName: 'First' }], `${url}?offset=1&size=1`);
    },
  });
  return { client, waits };
}

describe('Jira Service Management', () => {
  it('is read whole, page by page, with what hangs on each team', async () => {
    const asked: string[] = [];
    const { client } = clientWith((path) => void asked.push(path));
    const results = await readAll(jsm, client);
    expect([...results].filter(([, { state }]) => state !== 'whole')).toEqual([]);
    expect(results.get('teams')).toMatchObject({
      answers: [{ objects: [{ teamId: 't1' }, { teamId: 't2' }] }],
    });
    expect(asked).toContain('/teams/t2/escalations');
  });

  it('goes on without a kind that the token may not read, and without what hangs on it', async () => {
    const { client } = clientWith((path) =>
      path === '/integrations' ? Response.json({ message: 'No' }, { status: 403 }) : undefined,
    );
    const results = await readAll(jsm, client);
    expect(results.get('integrations')).toMatchObject({ state: 'notReadable', status: 403 });
    expect(results.get('integration-actions')).toMatchObject({ state: 'notReadable' });
    expect(results.get('heartbeats')?.state).toBe('whole');
  });

  it('keeps no half of a list that breaks off', async () => {
    const { client } = clientWith((path, query) =>
      path === '/teams' && query.get('offset') === '1'
        ? Response.json({ message: 'Gone' }, { status: 400 })
        : undefined,
    );
    expect((await readAll(jsm, client)).get('teams')).toMatchObject({
      state: 'failed',
      why: expect.stringContaining('The list breaks off after 1'),
    });
  });

  it('waits as long as a 429 says, and goes on', async () => {
    let refused = 0;
    const { client, waits } = clientWith((path) => {
      if (path !== '/maintenances' || refused++ > 0) return undefined;
      return new Response('', { status: 429, headers: { 'retry-after': '70' } });
    });
    expect((await readAll(jsm, client)).get('maintenances')?.state).toBe('whole');
    expect(waits).toContain(70_000);
  });
});
