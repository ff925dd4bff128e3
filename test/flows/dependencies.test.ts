import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type StaffedTeam, staffTeam } from '../support/staffed-team.ts';
import { makeIntegration, map, send } from '../support/webhook.ts';

let server: TestApp;
/** Owns the folder. */
let first: TestApp;
const env = () => ({ TOCSIN_SMTP_URL: smtp.url });
let smtp: FakeSmtpServer;
let team: StaffedTeam;
let integrationId: string;
let database: string;
let shop: string;

beforeAll(async () => {
  smtp = await startSmtpServer();
  first = await startTestApp({ env: env() });
  server = first;
  team = await staffTeam(server.api, 'Payments', [{ people: ['Ada'] }]);
  integrationId = await makeIntegration(server, { teamId: team.id });
  await map(server, integrationId);
  const ofDatabase = await makeIntegration(server, { teamId: team.id, displayName: 'Database' });
  await map(server, ofDatabase);
  database = await server.api.make('/service', {
    ...named('Database'),
    integrations: [{ integrationId: ofDatabase, severities: null }],
  });
  const api = await server.api.make('/service', { ...named('API'), dependsOn: [database] });
  shop = await server.api.make('/service', {
    ...named('Shop'),
    integrations: [{ integrationId, severities: null }],
    dependsOn: [api],
  });
  of = { Shop: integrationId, Database: ofDatabase };
});
afterAll(async () => {
  if (server !== first) await server.stop();
  await first.stop();
  await smtp.stop();
});

let of: Record<'Shop' | 'Database', string>;
const named = (displayName: string) => ({ displayName, publicTitle: displayName });

async function fire(by: 'Shop' | 'Database', id: string, over: object = {}): Promise<string> {
  const payload = { status: 'Open', severity: 'Warning', title: `${by} ${id}`, id, ...over };
  const answer = await send(server, of[by], {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  });
  await tell();
  return String(answer.body.incidentId);
}

const end = (by: 'Shop' | 'Database', id: string) => fire(by, id, { status: 'Resolved' });

async function restart(): Promise<void> {
  await server.app.stop();
  server = await startTestApp({
    env: env(),
    besides: server,
    clock: server.clock.now().toISOString(),
  });
}

/** What one look changes is told by the next. */
async function tell(): Promise<void> {
  for (let looks = 0; looks < 3; looks += 1)
    await server.app.jobs.runAll((task) => /^(unsnooze|alerting|send-\w+)$/.test(task));
}

async function pass(minutes: number): Promise<void> {
  server.clock.advance(minutes * 60);
  await tell();
}

/** Titles of the incidents of which mails were sent since the last time. */
let seen = 0;
function told(): string[] {
  const fresh = smtp.mails.slice(seen);
  seen = smtp.mails.length;
  const text = fresh.map((mail) => JSON.stringify(mail)).join();
  return [...new Set(text.match(/(Shop|Database) [a-z]+\d/g))].sort();
}

async function shown(id: string) {
  const { body } = await server.api.get(`/incident/search/${id}`);
  return body as unknown as {
    hold: Record<string, unknown> | null;
    endedWhileHeld: boolean;
    events: { modification: { intent: string }; messageSentence: { code: string } | null }[];
  };
}

const historyOf = async (id: string) =>
  (await shown(id)).events.map(({ messageSentence: said, modification }) =>
    said ? said.code : modification.intent,
  );

describe('an incident of a service', () => {
  it('waits for one that affects what it depends on, and is told some minutes after that, if it is still open', async () => {
    const cause = await fire('Database', 'a1');
    expect(told()).toEqual(['Database a1']);
    const held = await fire('Shop', 'a2');
    const brief = await fire('Shop', 'a3');
    expect(told()).toEqual([]);
    const { hold } = await shown(held);
    expect(hold).toMatchObject({
      reason: 'Dependency',
      until: new Date(server.clock.now().getTime() + 86_400_000).toISOString(),
      because: {
        incidentId: cause,
        service: { id: shop, displayName: 'Shop' },
        dependsOn: { id: database, displayName: 'Database' },
        endedAt: null,
      },
      endsUntold: false,
    });
    const next = await server.api.get(`/incident/search/${held}/next`);
    expect(next.body).toMatchObject({ because: 'Held', until: hold?.until });
    const list = await server.api.get('/incident/search/list?OnlyHeld=true');
    expect(list.body.incidents).toHaveLength(2);

    await end('Shop', 'a3');
    await pass(60);
    await end('Database', 'a1');
    expect((await shown(held)).hold).toMatchObject({
      because: { endedAt: server.clock.now().toISOString() },
    });
    told();
    await pass(4);
    expect(told()).toEqual([]);
    await pass(1);
    expect(told()).toEqual(['Shop a2']);
    expect((await shown(brief)).endedWhileHeld).toBe(true);
    expect(await historyOf(held)).toEqual([
      'holdOver',
      'heldForGrace',
      'heldForService',
      'Created',
    ]);
    await end('Shop', 'a2');
    told();
  });

  it('is told at once when it is severer, or becomes so, or a person opens it', async () => {
    // More than three messages within a minute come as one.
    await pass(2);
    await fire('Database', 'b1');
    told();
    await pass(2);
    await fire('Shop', 'b2', { severity: 'Critical' });
    expect(told()).toEqual(['Shop b2']);
    await pass(2);
    const rising = await fire('Shop', 'b3');
    expect(told()).toEqual([]);
    await fire('Shop', 'b3', { severity: 'Critical' });
    expect(told()).toEqual(['Shop b3']);
    expect(await historyOf(rising)).toContain('holdSeverityRose');
    const byHand = await server.api.make('/incident', {
      title: 'Shop b4',
      status: 'Open',
      severity: 'Minor',
      teamIds: [team.id],
      serviceIds: [shop],
    });
    await tell();
    expect(told()).toEqual(['Shop b4']);
    expect((await shown(byHand)).hold).toBeNull();
    for (const id of ['b2', 'b3']) await end('Shop', id);
    await end('Database', 'b1');
    told();
  });

  it('is told after a day though what it waits for goes on, also where the server was started anew', async () => {
    const cause = await fire('Database', 'c1');
    const held = await fire('Shop', 'c2');
    told();
    await restart();
    await pass(24 * 60 - 1);
    expect(told()).not.toContain('Shop c2');
    await pass(1);
    expect(told()).toContain('Shop c2');
    expect((await shown(held)).hold).toBeNull();
    await server.api.post(`/incident/${cause}/release`, undefined);
    await end('Shop', 'c2');
    await end('Database', 'c1');
    told();
  });

  it('is told soon where the service stops depending on anything', async () => {
    await fire('Database', 'd1');
    await fire('Shop', 'd2');
    told();
    const stored = (await server.api.get(`/service/${shop}`)).body;
    const { id: _, isProvisioned: __, ...wire } = stored;
    await server.api.put(`/service/${shop}`, { ...wire, suppression: 'off' });
    await pass(5);
    await pass(5);
    expect(told()).toContain('Shop d2');
    // A client that does not know the members keeps them.
    const { dependsOn: kept, suppression: ___, ...old } = wire as Record<string, unknown>;
    const after = await server.api.put(`/service/${shop}`, old);
    expect(after.body).toMatchObject({ dependsOn: kept, suppression: 'off' });
    await server.api.put(`/service/${shop}`, { ...wire, suppression: 'mute' });
    await end('Shop', 'd2');
    await end('Database', 'd1');
    told();
  });
});

describe('services that depend on each other', () => {
  it('are refused in a circle, and where one is not there', async () => {
    const circle = await server.api.put(`/service/${database}`, {
      ...named('Database'),
      dependsOn: [shop],
    });
    expect(circle.status).toBe(400);
    expect(JSON.stringify(circle.body)).toContain('would depend on itself');
    const unknown = await server.api.put(`/service/${database}`, {
      ...named('Database'),
      dependsOn: ['3f1f8a4e-52dc-4c24-9bbd-7a0f3b2f9d11'],
    });
    expect(unknown.status).toBe(400);
  });

  it('let a simulation say that an incident would wait', async () => {
    await fire('Database', 'e1');
    const { body } = await server.api.post('/routing/simulate', { integrationId });
    const [incident] = body.incidents as { hold: object; messages: { at: string }[] }[];
    expect(incident?.hold).toMatchObject({ reason: 'Dependency' });
    expect(incident?.messages.length).toBeGreaterThan(0);
    await end('Database', 'e1');
  });

  it('are named by coverage once one was deleted', async () => {
    const gone = await server.api.make('/service', named('Cache'));
    const left = await server.api.make('/service', { ...named('Left'), dependsOn: [gone] });
    await server.api.delete(`/service/${gone}`);
    const { body } = await server.api.get('/coverage');
    expect(body.findings).toContainEqual(
      expect.objectContaining({ kind: 'DeletedObject', level: 'Hint', objectId: left }),
    );
  });
});
