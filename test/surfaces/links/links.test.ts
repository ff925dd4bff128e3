import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeReply } from '../../support/reply.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());

async function page(token: string, method = 'GET') {
  const answer = await fetch(`${server.app.url}/a/${token}`, { method });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const hasButton = (text: string) => text.includes('<button');

describe('a link of a message', () => {
  it('shows the incident and a button, and changes nothing however often it is opened', async () => {
    const { token, history } = await makeReply(server);
    for (const method of ['GET', 'HEAD', 'GET']) await page(token, method);
    const { status, text } = await page(token);
    expect(status).toBe(200);
    expect(text).toContain('Disk &lt;full&gt; &amp; &quot;hot&quot;');
    expect(text).toContain('Critical');
    expect(hasButton(text)).toBe(true);
    expect(await history()).toEqual([]);
  });

  it('acknowledges as the person who got it, and the audit log says via link', async () => {
    const { token, history, person, incident } = await makeReply(server);
    const answer = await page(token, 'POST');
    expect([answer.status, hasButton(answer.text)]).toEqual([200, false]);
    expect(answer.text).toContain('Done. Thank you.');
    expect(answer.headers.get('tocsin-state')).toBe('Acknowledged');
    expect(await history()).toMatchObject([
      {
        intent: 'Investigated',
        user: { id: person.id, displayName: expect.stringMatching(/\(via link\)$/) },
      },
    ]);
    const { body } = await server.api.get('/auditlog/list?Limit=1');
    expect(body.items).toMatchObject([
      {
        action: 'incident.investigated',
        entityId: incident,
        actorId: person.id,
        source: 'User',
        modification: { userDisplayName: expect.stringMatching(/\(via link\)$/) },
      },
    ]);
  });

  it('does one thing once: asked again it shows how things stand', async () => {
    const { token, history, incident } = await makeReply(server);
    await Promise.all([page(token, 'POST'), page(token, 'POST')]);
    await page(token, 'POST');
    expect((await history()).length).toBeLessThanOrEqual(2);
    const before = await history();
    await server.api.patch(`/incident/${incident}`, {
      operations: { appendIntent: { intent: 'Resolved' } },
    });
    const resolved = await page(token, 'POST');
    expect([resolved.status, hasButton(resolved.text)]).toEqual([200, false]);
    expect(resolved.text).toContain('Resolved: nothing is left to do.');
    expect(resolved.text).not.toContain('Done.');
    expect(resolved.headers.get('tocsin-state')).toBe('Resolved');
    expect(await history()).toHaveLength(before.length + 1);
  });

  it.each([[['Resolved', 'Unresolved']], [['Escalated']]])(
    'that was used acknowledges again after %j, and the page says what is so',
    async (takenBack) => {
      const { token, history, incident } = await makeReply(server);
      await page(token, 'POST');
      for (const intent of takenBack)
        await server.api.patch(`/incident/${incident}`, {
          operations: { appendIntent: { intent } },
        });
      const { text, headers } = await page(token);
      expect(text).toContain('Open: nobody has acknowledged it yet.');
      expect(headers.get('tocsin-state')).toBe('Open');
      expect(hasButton(text)).toBe(true);
      const answer = await page(token, 'POST');
      expect(answer.text).toContain('Acknowledged: somebody takes care of it.');
      expect((await history())[0]).toMatchObject({ intent: 'Investigated' });
    },
  );

  it('shows no character that turns a title around', async () => {
    const { issue, open } = await makeReply(server);
    const turned = await open('Disk \u202eLLUF\u2066 of db1');
    const { token } = await issue({ incidentIds: [turned], round: 'turned' });
    const { text } = await page(token);
    expect(text).toContain('<title>Disk LLUF of db1</title>');
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });

  it('shows that somebody else was faster', async () => {
    const { token, incident, history } = await makeReply(server);
    await server.api.patch(`/incident/${incident}`, {
      operations: { appendIntent: { intent: 'Investigated' } },
    });
    const { text } = await page(token);
    expect(text).toContain('Acknowledged: somebody takes care of it.');
    expect(hasButton(text)).toBe(false);
    await page(token, 'POST');
    expect(await history()).toHaveLength(1);
  });

  it('of a bundle acknowledges all of it', async () => {
    const first = await makeReply(server);
    const second = await first.open('Replica lag');
    const { token } = await first.issue({ incidentIds: [first.incident, second], round: 'bundle' });
    expect((await page(token)).text).toContain('Acknowledge all 2');
    await page(token, 'POST');
    for (const id of [first.incident, second])
      expect((await first.history(id)).map(({ intent }) => intent)).toEqual(['Investigated']);
  });

  it('is the same for all messages of a round, and another one for the next', async () => {
    const { token, issue } = await makeReply(server);
    expect((await issue()).token).toBe(token);
    expect((await issue({ round: 'next' })).token).not.toBe(token);
    expect(token).toMatch(/^[\w-]{22}$/);
  });

  it('is valid for 7 days, and not once the person or the incident is gone', async () => {
    const { token, person } = await makeReply(server);
    const other = await makeReply(server);
    server.clock.advance(7 * 86_400 - 1);
    expect((await page(token)).status).toBe(200);
    await server.api.delete(`/user/${person.id}`);
    expect((await page(token)).status).toBe(404);
    expect((await page(other.token)).status).toBe(200);
    server.clock.advance(1);
    expect((await page(other.token)).status).toBe(404);
    expect((await page(other.token, 'POST')).status).toBe(404);
  });

  it('of a person who left the team shows nothing', async () => {
    const { token, person, history } = await makeReply(server);
    const membership = await server.api.get(`/team-membership/search/list?UserId=${person.id}`);
    const [{ id } = { id: '' }] = membership.body.teamMemberships as { id: string }[];
    await server.api.delete(`/team-membership/${id}`);
    const { status, text } = await page(token, 'POST');
    expect([status, text.includes('Disk')]).toEqual([404, false]);
    expect(await history()).toEqual([]);
  });

  it.each(['x', 'V1StGXR8_Z5jdHi6B-myTg', '%00', '..%2f', 'a'.repeat(5000)])(
    'that is none is a page that says so (%#)',
    async (token) => {
      for (const method of ['GET', 'POST']) {
        const { status, headers, text } = await page(token, method);
        expect([400, 404]).toContain(status);
        expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
        expect(text).toContain('<h1>');
      }
    },
  );
});

it('pages run no script, load nothing, are kept by nobody and shown in no frame', async () => {
  const { token } = await makeReply(server);
  for (const { headers, text } of [await page(token), await page('unknown')]) {
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    const sheet = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(sheet).digest('base64');
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
    expect(text).not.toMatch(/<script|<img|<link|style="/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  }
});

it('no token is stored, nor the number that a code was texted to', async () => {
  const { token } = await makeReply(server, { phoneNumber: '+4915112345678' });
  const links = await server.app.world.store.connection.collection('reply_links').find().toArray();
  expect(links.length).toBeGreaterThan(0);
  expect(JSON.stringify(links)).not.toContain(token);
  expect(JSON.stringify(links)).not.toContain('15112345678');
});

it('asking too often is refused', async () => {
  const limited = await startTestApp({ env: { TOCSIN_RATE_LIMITS: 'links=2/60s' } });
  try {
    const statuses: number[] = [];
    for (let ask = 0; ask < 3; ask += 1)
      statuses.push((await fetch(`${limited.app.url}/a/unknown`)).status);
    expect(statuses).toEqual([404, 404, 429]);
  } finally {
    await limited.stop();
  }
});
