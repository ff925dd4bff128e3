import { describe, expect, it } from 'vitest';
import { splunkOncall } from '../../../src/migration/products/splunk-oncall/product.ts';
import { createClient, masked, type Time } from '../../../src/migration/read/client.ts';
import { readAll } from '../../../src/migration/read/read-all.ts';
import { account } from './fixtures/account.ts';

const key = '1a2b3c4d:0123456789abcdef0123456789abcdef';

/** Members in which the API has the lists, by the end of the path. */
const lists: readonly (readonly [RegExp, string, string | null])[] = [
  [/v2\/user$/, 'users', 'users'],
  [/user\/([^/]+)\/contact-methods$/, 'contact-methods', null],
  [/v1\/profile\/([^/]+)\/policies$/, 'paging-policies', null],
  [/v2\/profile\/([^/]+)\/policies$/, 'custom-paging-policies', 'policies'],
  [/v1\/team$/, 'teams', ''],
  [/team\/([^/]+)\/members$/, 'team-members', 'members'],
  [/team\/([^/]+)\/admins$/, 'team-admins', 'teamAdmins'],
  [/v1\/teams\/([^/]+)\/rotations$/, 'rotation-groups', 'rotationGroups'],
  [/v2\/team\/([^/]+)\/rotations$/, 'rotations', 'rotations'],
  [/v1\/policies$/, 'policies', 'policies'],
  [/v1\/policies\/([^/]+)$/, 'policy-details', null],
  [/routing-keys$/, 'routing-keys', 'routingKeys'],
  [/overrides$/, 'overrides', 'overrides'],
  [/alertRules$/, 'alert-rules', ''],
  [/maintenancemode$/, 'maintenance', null],
];

function answerTo(path: string): Response {
  const found = lists.find(([pattern]) => pattern.test(path));
  if (!found) return new Response('{"error":"no such path"}', { status: 500 });
  const [pattern, kind, member] = found;
  const objects = account[kind]?.[pattern.exec(path)?.[1] ?? ''] ?? [];
  if (member === null)
    return objects[0] ? Response.json(objects[0]) : new Response('{}', { status: 404 });
  return Response.json(member === '' ? objects : { [member]: objects });
}

/** Answers from the account, but for the requests by number that have an answer here. */
function clientWith(others: Readonly<Record<number, Response>> = {}) {
  const asked: { path: string; headers: Record<string, string> }[] = [];
  const waits: number[] = [];
  let elapsed = 0;
  const time: Time = {
    now: () => new Date('2026-11-01T00:00:00Z'),
    elapsed: () => elapsed,
    jitter: () => 0,
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
      elapsed += milliseconds;
    },
  };
  const client = createClient(splunkOncall, {
    ...{ url: 'https://api.example.com', key, time },
    fetch: async (url, { headers }) => {
      const path = new URL(url).pathname;
      asked.push({ path, headers: Object.fromEntries(new Headers(headers)) });
      return others[asked.length] ?? answerTo(path);
    },
  });
  return { client, asked, waits };
}

const tooOften = () => Response.json({ message: 'Forbidden' }, { status: 403 });

describe('Splunk On-Call', () => {
  it('is read whole, two requests a second, with both parts of the key', async () => {
    const { client, asked, waits } = clientWith();
    const results = await readAll(splunkOncall, client);
    expect([...results].filter(([, { state }]) => state !== 'whole')).toEqual([]);
    expect(asked.map(({ path }) => path)).toContain('/api-public/v1/policies/pol-shop');
    expect(asked[0]?.headers).toMatchObject({
      'x-vo-api-id': '1a2b3c4d',
      'x-vo-api-key': '0123456789abcdef0123456789abcdef',
    });
    expect(new Set(waits)).toEqual(new Set([500]));
  });

  it('waits a minute where it is asked too often, and takes a second refusal for one', async () => {
    const once = clientWith({ 2: tooOften() });
    const results = await readAll(splunkOncall, once.client);
    expect(results.get('contact-methods')?.state).toBe('whole');
    expect(once.waits).toContain(60_000);
    const twice = clientWith({ 2: tooOften(), 3: tooOften() });
    const others = await readAll(splunkOncall, twice.client);
    expect(others.get('contact-methods')).toMatchObject({ state: 'notReadable', status: 403 });
    expect(others.get('routing-keys')?.state).toBe('whole');
  });

  it('waits as long as a 429 says, and has nothing of a kind whose answer is something else', async () => {
    const wait = new Response('', { status: 429, headers: { 'retry-after': '90' } });
    const { client, waits } = clientWith({
      1: wait,
      3: Response.json({ phones: 1 }, { status: 400 }),
    });
    const results = await readAll(splunkOncall, client);
    expect(waits).toContain(90_000);
    expect(results.get('users')?.state).toBe('whole');
    expect(results.get('contact-methods')?.state).toBe('failed');
  });

  it('does not know a key whose first request is refused', async () => {
    const { client } = clientWith({ 1: tooOften() });
    await expect(readAll(splunkOncall, client)).rejects.toThrow('does not know the key (403');
  });

  it('has keys of two parts, neither of which is said', () => {
    expect(splunkOncall.problemOfKey?.('0123456789abcdef0123456789abcdef')).toContain('two parts');
    expect(splunkOncall.problemOfKey?.(key)).toBeNull();
    expect(masked(`${key} 0123456789abcdef0123456789abcdef`, key)).not.toContain('abcdef');
  });
});
