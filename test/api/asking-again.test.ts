import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { tagOf } from '../../src/http/index.ts';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import type { TestApp } from '../support/app.ts';
import { type Fixtures, makeFixtures, makeMoreFixtures } from '../support/fixtures.ts';
import { formData } from '../support/multipart.ts';
import { documentedOperations } from '../support/operations.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { needsOtherSide, workingRequest } from '../support/working-requests.ts';

let t: TestApp;
let fixtures: Fixtures;

beforeAll(async () => {
  t = await sharedTestApp();
  fixtures = await makeFixtures(t);
  fixtures = { ...fixtures, ...(await makeMoreFixtures(t, fixtures)) };
});

const operations = documentedOperations();
const reading = operations.filter(({ method }) => method === 'GET');
const changing = [
  ...operations.filter(
    ({ method, operationId }) =>
      !['GET', 'DELETE'].includes(method) && !needsOtherSide.has(operationId),
  ),
  ...operations
    .filter(({ method, operationId }) => method === 'DELETE' && !needsOtherSide.has(operationId))
    .toReversed(),
];

/** What a client keeps of an answer: all validators that came with it. */
interface Kept {
  text: string;
  validators: Record<string, string>;
}

async function ask(api: ApiClient, address: string): Promise<Kept | null> {
  return keptOf(await api.get(address));
}

function keptOf({ status, text, headers }: ApiAnswer): Kept | null {
  if (status !== 200) return null;
  const etag = headers.get('etag');
  const modified = headers.get('last-modified');
  return {
    text,
    validators: {
      ...(etag === null ? {} : { 'if-none-match': etag }),
      ...(modified === null ? {} : { 'if-modified-since': modified }),
    },
  };
}

/**
 * What the server answers now; the same where it says that it is as it was, and fails when it says so and it is not.
 */
async function again(api: ApiClient, address: string, before: Kept): Promise<Kept | null> {
  // Work in the background may come between the two questions; what is wrong is so each time.
  let present = '';
  for (let tries = 0; tries < 3; tries += 1) {
    const answer = await api.get(address, before.validators);
    if (answer.status !== 304) return keptOf(answer);
    expect(answer.text).toBe('');
    present = (await api.get(address)).text;
    if (present === before.text) return before;
  }
  expect(present, `${address} is said to be as it was`).toBe(before.text);
  return before;
}

it('every GET of JSON has the tag of just the bytes that it answers', async () => {
  const without: string[] = [];
  let tagged = 0;
  for (const operation of reading) {
    const { address } = workingRequest(operation, fixtures);
    const { status, text, headers } = await t.api.get(address);
    expect(status, operation.operationId).toBe(200);
    const isJson = headers.get('content-type')?.startsWith('application/json') === true;
    if (!isJson) continue;
    // Of an object, its version comes first; what is packed has a weak one.
    const given = headers.get('etag') ?? '';
    expect(given.startsWith('W/'), operation.operationId).toBe(headers.has('content-encoding'));
    const tag = given.replace(/^W\//, '').replace(/^"\d+\./, '"');
    if (tag === tagOf(text)) tagged += 1;
    else without.push(operation.operationId);
    expect(headers.get('last-modified'), operation.operationId).toBeNull();
  }
  expect(without).toEqual([]);
  expect(tagged).toBeGreaterThan(80);
});

it('after every change each GET near it says 304 only for the bytes that it would answer', async () => {
  const kept = new Map<string, Kept>();
  const everywhere = ['getIncident', 'listIncidents', 'getTeam', 'listOnCall'];
  let stayed = 0;
  let changed = 0;
  for (const [turn, operation] of changing.entries()) {
    // What shows objects of many kinds takes turns.
    const [wide] = everywhere.slice(turn % everywhere.length);
    const near = reading
      .filter(({ tag, operationId }) => tag === operation.tag || operationId === wide)
      .map((one) => workingRequest(one, fixtures).address);
    // The answers after one change are those before the next.
    for (const address of near.filter((one) => !kept.has(one))) {
      const before = await ask(t.api, address);
      if (before) kept.set(address, before);
    }
    const { method, address, body } = workingRequest(operation, fixtures);
    const isForm = operation.bodies.some(({ mediaType }) => mediaType === 'multipart/form-data');
    const sent = isForm ? formData((body ?? {}) as Record<string, string>) : body;
    const answer = await t.api.call(method, address, sent);
    expect(answer.status, `${operation.operationId}: ${answer.text}`).toBe(200);
    for (const one of near) {
      const before = kept.get(one);
      if (!before) continue;
      const now = await again(t.api, one, before);
      if (now === before) stayed += 1;
      else changed += 1;
      if (now) kept.set(one, now);
      else kept.delete(one);
    }
    for (const address of kept.keys()) if (!near.includes(address)) kept.delete(address);
  }
  expect(stayed).toBeGreaterThan(100);
  expect(changed).toBeGreaterThan(100);
});

describe('what an answer shows of others', () => {
  const shown = async (id: string, teamId: string) => {
    const one = `/incident/search/${id}`;
    const list = `/incident/search/list?TeamIds=${teamId}`;
    return [
      [one, await ask(t.api, one)],
      [list, await ask(t.api, list)],
    ] as const;
  };

  const expectAllNew = async (before: Awaited<ReturnType<typeof shown>>) => {
    for (const [address, kept] of before) {
      if (!kept) throw new Error(`${address} did not answer`);
      const { status } = await t.api.get(address, kept.validators);
      expect(status, address).toBe(200);
    }
  };

  it('is new when somebody else is on call, the team has another name, or the second is the same', async () => {
    const person = (displayName: string) =>
      t.api.make('/user', { displayName, email: `${randomUUID()}@example.com` });
    const ann = await person('Ann');
    const zoe = await person('Zoe');
    const teamId = await t.api.make('/team', { displayName: 'Before' });
    const join = (userId: string) =>
      t.api.make('/team-membership', { userId, teamId, role: 'Member' });
    const members = [{ teamMembershipId: await join(ann) }];
    await join(zoe);
    await t.api.make('/team-escalations', {
      teamId,
      escalationTiers: [{ schedules: [{ rotations: [{ members }] }] }],
    });
    const id = await t.api.make('/incident', {
      title: 'Checkout is down',
      status: 'Open',
      severity: 'Critical',
      teamIds: [teamId],
    });
    let before = await shown(id, teamId);
    const now = t.clock.now().getTime();
    await t.api.make('/on-call-override', {
      userId: ann,
      teamId,
      type: 'offline',
      start: new Date(now - 3600_000).toISOString(),
      end: new Date(now + 3600_000).toISOString(),
      replacementUserIds: [zoe],
    });
    await expectAllNew(before);
    before = await shown(id, teamId);
    const team = await t.api.get(`/team/${teamId}`);
    await t.api.put(`/team/${teamId}`, { ...team.body, displayName: 'After' });
    await expectAllNew(before);
    before = await shown(id, teamId);
    await t.api.patch(`/incident/${id}`, { operations: { appendIntent: { intent: 'Resolved' } } });
    await expectAllNew(before);
  });

  it('is not told to be the same to somebody with other rights, or to the same person with another role', async () => {
    const { id, teamId } = await reader();
    const key = async (role: string) => {
      const userId = await t.api.make('/user', { email: `${randomUUID()}@example.com` });
      await t.api.make('/organization-membership', { userId, role: 'Member' });
      const membership = await t.api.make('/team-membership', { userId, teamId, role });
      const made = await t.api.post('/api-key', { displayName: role, kind: 'personal', userId });
      expect(made.status, made.text).toBe(200);
      return { membership, userId, key: String(made.body.key) };
    };
    const member = await key('Member');
    const lead = await key('Administrator');
    const as =
      (value: string) =>
      (address: string, headers = {}) =>
        t.api.get(address, { 'x-api-key': value, 'x-authorization': value, ...headers });
    const address = `/incident/search/${id}`;
    const seen = await as(lead.key)(address);
    const tag = { 'if-none-match': String(seen.headers.get('etag')) };
    const other = await as(member.key)(address, tag);
    expect(other.status === 304).toBe((await as(member.key)(address)).text === seen.text);
    await t.api.put(`/team-membership/${lead.membership}`, {
      userId: lead.userId,
      teamId,
      role: 'Member',
    });
    const later = await as(lead.key)(address, tag);
    expect(later.status === 304).toBe((await as(lead.key)(address)).text === seen.text);
  });

  async function reader() {
    const teamId = await t.api.make('/team', { displayName: 'Readers' });
    const id = await t.api.make('/incident', {
      title: 'Read by two',
      status: 'Resolved',
      severity: 'Minor',
      teamIds: [teamId],
    });
    return { id, teamId };
  }
});
