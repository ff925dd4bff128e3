import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { signIn } from '../../support/sessions.ts';
import { sharedTestApp } from '../../support/shared-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await sharedTestApp();
});

async function somebody() {
  const userId = await server.api.make('/user', { email: `${randomUUID()}@example.com` });
  await server.api.make('/organization-membership', { userId, role: 'Member' });
  const { cookie } = await signIn(server, { userId });
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${server.app.url}/api/console/v1${path}`, {
      method,
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const names = async () => {
    const { body } = await ask('GET', '/incident-views');
    return (body.views as { name: string; search: string }[]).map((view) => [
      view.name,
      view.search,
    ]);
  };
  const save = (name: string, search = '{}') => ask('POST', '/incident-views', { name, search });
  return { userId, ask, names, save };
}

describe('views of the incident list', () => {
  it('are kept for the person, by name, and shown to nobody else', async () => {
    const [ada, bob] = await Promise.all([somebody(), somebody()]);
    await ada.save('Night', '{"severity":["Critical"]}');
    await ada.save(' Day ');
    const { status, body: again } = await ada.save('Night', '{"text":"db"}');
    expect(status).toBe(200);
    expect(await ada.names()).toEqual([
      ['Day', '{}'],
      ['Night', '{"text":"db"}'],
    ]);
    expect(await bob.names()).toEqual([]);
    expect((await bob.ask('DELETE', `/incident-views/${again.id}`)).status).toBe(404);
    expect((await ada.ask('DELETE', `/incident-views/${again.id}`)).status).toBe(200);
    expect((await ada.ask('DELETE', `/incident-views/${again.id}`)).status).toBe(404);
    expect(await ada.names()).toEqual([['Day', '{}']]);
  });

  it('are one when two windows save the same name at once, and a hundred at most', async () => {
    const { ask, names, save } = await somebody();
    const saved = await Promise.all(Array.from({ length: 8 }, () => save('Same')));
    expect(new Set(saved.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await names()).toHaveLength(1);
    for (let number = 1; number < 100; number += 1) await save(`View ${number}`);
    expect((await save('One too many')).status).toBe(409);
    expect((await save('View 7', '{"text":"x"}')).status).toBe(200);
    expect((await ask('POST', '/incident-views', { name: '  ', search: '' })).status).toBe(400);
  });

  it('leave with the person', async () => {
    const { userId, save } = await somebody();
    await save('Mine');
    const views = server.app.world.store.connection.collection('saved_views');
    expect(await views.countDocuments({ userId })).toBe(1);
    await server.api.delete(`/user/${userId}`);
    await server.app.jobs.runAll((task) => task === 'removals');
    expect(await views.countDocuments({ userId })).toBe(0);
  });
});
