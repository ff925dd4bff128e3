import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization } from '../support/keys.ts';

const now = '2026-03-02T10:00:00.000Z';

let server: TestApp;
let pageId: string;
let otherPageId: string;

beforeAll(async () => {
  server = await startTestApp({ clock: now });
  const page = (slug: string) =>
    server.api.make('/status-page', {
      displayName: slug,
      publicTitle: slug,
      slug,
      historyInDays: 90,
      disablePublicSubscription: false,
    });
  pageId = await page('one');
  otherPageId = await page('two');
});
afterAll(() => server.stop());

describe.each([
  {
    path: '/status-page-subscriber',
    items: 'statusPageSubscribers',
    member: 'email',
    parameter: 'Email',
    address: 'Some.One+status@Example.com',
    same: 'some.one+status@example.com',
    another: 'other@example.com',
    wrong: 'not an address',
  },
  {
    path: '/status-page-subscriber-sms',
    items: 'statusPageSubscribersSms',
    member: 'telephoneNumber',
    parameter: 'TelephoneNumber',
    address: '+4915112345678',
    same: '+4915112345678',
    another: '+15550100',
    wrong: '0151 12345678',
  },
])('$path', ({ path, items, member, parameter, address, same, another, wrong }) => {
  it('is confirmed when an administrator enters it, and read as it was written', async () => {
    const { api } = server;
    const created = await api.post(path, { statusPageId: pageId, [member]: address });
    expect(created.status, created.text).toBe(200);
    const location = `${path}/${String(created.body.id)}`;
    expect(created.body).toEqual({
      id: created.body.id,
      statusPageId: pageId,
      [member]: address,
      confirmedAt: now,
    });
    expect((await api.get(location)).text).toBe(created.text);
    expect((await api.put(location, created.body)).status).toBe(405);
    expect((await api.delete(location)).status).toBe(200);
    expect((await api.get(location)).status).toBe(404);
  });

  it('subscribes to a page once', async () => {
    const { api } = server;
    const id = await api.make(path, { statusPageId: pageId, [member]: address });
    const again = { statusPageId: pageId.toUpperCase(), [member]: same };
    const refused = await api.post(path, again);
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toHaveProperty(member);
    const elsewhere = await api.make(path, { statusPageId: otherPageId, [member]: address });
    for (const made of [id, elsewhere]) await api.delete(`${path}/${made}`);
    const back = await api.make(path, again);
    await api.delete(`${path}/${back}`);
  });

  it('is found by page and address', async () => {
    const { api } = server;
    const first = await api.make(path, { statusPageId: pageId, [member]: address });
    const second = await api.make(path, { statusPageId: pageId, [member]: another });
    await api.make(path, { statusPageId: otherPageId, [member]: another });
    const query = (value: string) => `${parameter}=${encodeURIComponent(value)}`;
    const found = await api.get(`${path}/search?StatusPageId=${pageId}&${query(another)}`);
    expect(found.body.id).toBe(second);
    const unknown = `${path}/search?StatusPageId=${randomUUID()}`;
    expect((await api.get(unknown)).status).toBe(404);
    expect((await api.get(`${path}/search?${query(another)}`)).status).toBe(400);
    const idsIn = async (filter: string) => {
      const { body } = await api.get(`${path}/search/list?${filter}`);
      return (body[items] as { id: string }[]).map(({ id }) => id);
    };
    expect(await idsIn(`StatusPageId=${pageId}`)).toEqual([first, second]);
    expect(await idsIn(`StatusPageId=${pageId}&${query(same)}`)).toEqual([first]);
    expect(await idsIn(query(another))).toHaveLength(2);
  });

  it('goes with its page', async () => {
    const { api } = server;
    const page = await api.make('/status-page', {
      displayName: 'p',
      publicTitle: 'p',
      slug: `short-lived${path.length}`,
      historyInDays: 90,
      disablePublicSubscription: false,
    });
    const id = await api.make(path, { statusPageId: page, [member]: address });
    expect((await api.delete(`/status-page/${page}`)).status).toBe(200);
    expect((await api.get(`${path}/${id}`)).status).toBe(404);
  });

  it('refuses what is no address, and a page that is not there or of somebody else', async () => {
    const { api } = server;
    expect((await api.post(path, { statusPageId: pageId, [member]: wrong })).status).toBe(400);
    const nowhere = { statusPageId: randomUUID(), [member]: address };
    expect((await api.post(path, nowhere)).status).toBe(400);
    const other = await makeOrganization(server);
    const foreign = { statusPageId: pageId, [member]: address };
    expect((await other.api.post(path, foreign)).status).toBe(400);
  });
});
