import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inEnglish, say, zonedMoment } from '../../src/sentences/index.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type StaffedTeam, staffTeam } from '../support/staffed-team.ts';
import { attribute, makeIntegration, map, plainMapping, send } from '../support/webhook.ts';

let server: TestApp;
let smtp: FakeSmtpServer;
let team: StaffedTeam;

beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await startTestApp({ env: { TOCSIN_SMTP_URL: smtp.url } });
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});
let count = 0;
beforeEach(async () => {
  server.clock.advance(86_400);
  count += 1;
  team = await staffTeam(server.api, 'Payments', [{ people: [`Ada${count}`] }]);
});

async function make(holdSettings: object | null, attributes: readonly object[] = plainMapping) {
  const id = await makeIntegration(server, { teamId: team.id, holdSettings });
  await map(server, id, attributes);
  return id;
}

async function fire(to: string, over: object = {}): Promise<Record<string, string>> {
  const body = { status: 'Open', severity: 'Minor', title: 'link is down', id: 'one', ...over };
  const answer = await send(server, to, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await tell();
  return answer.body as Record<string, string>;
}

const tell = () => server.app.jobs.runAll((task) => /^(unsnooze|alerting|send-\w+)$/.test(task));

async function pass(seconds: number): Promise<void> {
  server.clock.advance(seconds);
  // What one look changes is told by the next.
  await tell();
  await tell();
}

/** Mails to the one on call. */
const mails = () => smtp.mails.filter(({ to_ }) => to_[0] === `ada${count}@example.com`).length;

interface Shown {
  hold: Record<string, unknown> | null;
  endedWhileHeld: boolean;
  allowedIntents: string[];
  events: { status: string; modification: { intent: string }; message: string | null }[];
}

async function shown(id: unknown): Promise<Shown> {
  return (await server.api.get(`/incident/search/${id}`)).body as unknown as Shown;
}

const historyOf = async (id: unknown) =>
  (await shown(id)).events.map(
    ({ modification, message }) => `${modification.intent}: ${message ?? ''}`,
  );

const nextOf = async (id: unknown) => (await server.api.get(`/incident/search/${id}/next`)).body;
const release = (id: unknown): Promise<ApiAnswer> =>
  server.api.post(`/incident/${id}/release`, undefined);

describe('a pause', () => {
  it('has nobody told before it is over, and says so wherever the incident is seen', async () => {
    const id = await make({ pauseMinutes: 5 });
    const { incidentId, payloadId } = await fire(id);
    expect(mails()).toBe(0);
    const until = new Date(server.clock.now().getTime() + 300_000);
    const said = inEnglish(say('heldForPause', { until: zonedMoment(until.getTime(), 'UTC') }));
    const { hold, allowedIntents } = await shown(incidentId);
    expect(hold).toMatchObject({
      reason: 'Pause',
      rule: null,
      until: until.toISOString(),
      need: null,
      endsUntold: false,
      text: said,
    });
    expect(allowedIntents).toContain('Released');
    expect(await historyOf(incidentId)).toEqual([`Created: ${said}`]);
    expect(await nextOf(incidentId)).toMatchObject({
      because: 'Held',
      until: until.toISOString(),
      tiers: [{ at: until.toISOString(), tier: 1 }],
    });
    const payload = await server.api.get(`/inbound-integration/${id}/payloads/${payloadId}`);
    expect(payload.body.decisions).toContainEqual(
      expect.objectContaining({ step: 'hold', result: `A new incident: ${said}` }),
    );
    const list = await server.api.get('/incident/search/list?OnlyHeld=true');
    expect((list.body.incidents as { id: string }[]).map((one) => one.id)).toEqual([incidentId]);

    await pass(299);
    expect(mails()).toBe(0);
    await pass(1);
    expect(mails()).toBe(1);
    expect((await historyOf(incidentId))[0]).toBe(
      'Released: The time for which it was held back is over.',
    );
    expect((await shown(incidentId)).hold).toBeNull();
    const after = await server.api.get('/incident/search/list?OnlyHeld=true');
    expect(after.body.incidents).toEqual([]);
  });

  it('of what ends meanwhile has nobody told, and reports count it as transient', async () => {
    const id = await make({ pauseMinutes: 5 });
    const { incidentId } = await fire(id);
    server.clock.advance(60);
    await fire(id, { status: 'Resolved' });
    await pass(600);
    expect(mails()).toBe(0);
    expect(await shown(incidentId)).toMatchObject({ hold: null, endedWhileHeld: true });
    expect((await historyOf(incidentId))[0]).toBe(
      'Resolved: It ended while it was held back: nobody was told.',
    );
    const day = server.clock.now().toISOString().slice(0, 10);
    const report = await server.api.get(
      `/incident-report?TeamId=${team.id}&From=${day}&Until=${day}`,
    );
    expect(report.body.figures).toMatchObject({
      total: { value: 1 },
      transient: { value: 1 },
      mttrSeconds: { value: null },
    });
  });

  it('ends when the severity rises, by a payload or by hand', async () => {
    const id = await make({ pauseMinutes: 5 });
    const { incidentId } = await fire(id);
    await fire(id, { severity: 'Critical' });
    expect(mails()).toBe(1);
    expect((await historyOf(incidentId)).slice(0, 2)).toEqual([
      'Released: The severity rose to Critical.',
      'Updated: ',
    ]);
    const other = await fire(id, { id: 'two' });
    const operations = { changeSeverity: { severity: 'Critical' } };
    await server.api.patch(`/incident/${other.incidentId}`, { operations });
    await tell();
    expect(mails()).toBe(2);
  });

  it('ends when somebody has people told, which only works while it is held back', async () => {
    const { incidentId } = await fire(await make({ pauseMinutes: 60 }));
    expect((await release(incidentId)).status).toBe(200);
    await tell();
    expect(mails()).toBe(1);
    expect((await release(incidentId)).status).toBe(400);
  });
});

describe('a threshold', () => {
  const threshold = { payloads: 3, withinMinutes: 10, below: 'alert' };

  it('has people told once so many payloads of one incident came within the time', async () => {
    const id = await make({ threshold });
    const { incidentId } = await fire(id);
    await pass(60);
    await fire(id, { id: 'another' });
    await fire(id);
    expect((await shown(incidentId)).hold).toMatchObject({ seen: 2, need: { payloads: 3 } });
    expect(mails()).toBe(0);
    await fire(id);
    expect(mails()).toBe(1);
    expect((await historyOf(incidentId))[0]).toBe('Released: 3 payloads came in within 10 min.');
  });

  it('has people told at its end, too, where fewer came', async () => {
    const id = await make({ threshold });
    await fire(id);
    await pass(600);
    expect(mails()).toBe(1);
  });

  it('that forgets ends the incident once the time since its latest payload is over', async () => {
    const id = await make({ threshold: { ...threshold, below: 'forget' } });
    const { incidentId } = await fire(id);
    await pass(540);
    await fire(id);
    await pass(599);
    expect((await shown(incidentId)).hold).toMatchObject({ endsUntold: true });
    await pass(1);
    expect(await shown(incidentId)).toMatchObject({ hold: null, endedWhileHeld: true });
    expect((await historyOf(incidentId))[0]).toMatch(/^Resolved: Fewer than 3 payloads/);
    expect(mails()).toBe(0);
    // It is over: the next payload opens another one.
    expect((await fire(id)).outcome).toBe('Opened');
  });

  it('counts a payload of several alerts for one group once', async () => {
    const rack = attribute('Rack', '$.jsonBody.rack', { isGroupingKey: true });
    const id = await make({ threshold: { ...threshold, payloads: 2 } }, [...plainMapping, rack]);
    const { incidentId } = await fire(id, { rack: 'r1' });
    expect((await shown(incidentId)).hold).toMatchObject({ seen: 1 });
    await fire(id, { rack: 'r1', id: 'two' });
    expect((await shown(incidentId)).hold).toBeNull();
  });
});

describe('a rule', () => {
  const routing = (hold: object, more: object = {}) =>
    server.api.make('/routing', {
      displayName: 'Rules',
      teamId: team.id,
      rules: [
        { displayName: 'Links', conditions: { statuses: ['Open'] }, actions: { hold }, ...more },
      ],
    });

  it('holds back what nobody has been told of, in its name', async () => {
    await routing({ pauseMinutes: 5 });
    const { incidentId } = await fire(await make(null));
    expect(mails()).toBe(0);
    expect((await shown(incidentId)).hold).toMatchObject({ rule: { displayName: 'Links' } });
    await pass(300);
    expect(mails()).toBe(1);
  });

  it('comes too late for an incident that people were told of, and its log says so', async () => {
    const id = await make(null);
    const { incidentId } = await fire(id);
    expect(mails()).toBe(1);
    const routingId = await routing({ pauseMinutes: 5 });
    await fire(id);
    expect((await shown(incidentId)).hold).toBeNull();
    const log = await server.api.get(`/routing/${routingId}/rule-execution-logs/search/list`);
    expect(JSON.stringify(log.body)).toContain('cannot be held back any more');
  });

  it('is simulated with who is told at the end', async () => {
    await routing({ pauseMinutes: 5 });
    const { body } = await server.api.post('/routing/simulate', { teamIds: [team.id] });
    const [simulated] = body.incidents as {
      after: Shown;
      messages: { at: string; dropReason: string | null }[];
    }[];
    expect(simulated?.after.hold).toMatchObject({ reason: 'Pause' });
    const sent = simulated?.messages.filter(({ dropReason }) => dropReason === null) ?? [];
    const until = new Date(server.clock.now().getTime() + 300_000).toISOString();
    expect(sent.map(({ at }) => at)).toEqual([until]);
  });
});

describe('settings', () => {
  it.each([
    [{ threshold: null, pauseMinutes: null }],
    [{ threshold: { payloads: 2, withinMinutes: 5, below: 'alert' }, pauseMinutes: 5 }],
    [{ threshold: { payloads: 2, withinMinutes: 5 } }],
    [{ pauseMinutes: 61 }],
  ])('%j is refused', async (holdSettings) => {
    const answer = await server.api.post('/inbound-integration', {
      displayName: 'Alarms',
      teamId: team.id,
      type: 'Webhook',
      holdSettings,
    });
    expect(answer.status).toBe(400);
  });

  it('stay as they are where a client leaves them out', async () => {
    const id = await make({ pauseMinutes: 5 });
    const path = `/inbound-integration/${id}`;
    await server.api.put(path, { displayName: 'Renamed' });
    expect((await server.api.get(path)).body.holdSettings).toEqual({ pauseMinutes: 5 });
    await server.api.put(path, { displayName: 'Renamed', holdSettings: null });
    expect((await server.api.get(path)).body.holdSettings).toBeNull();
  });

  it('are in a dry run, and coverage names what forgets', async () => {
    const id = await make({ threshold: { payloads: 2, withinMinutes: 5, below: 'forget' } });
    const dry = await server.api.post('/inbound-integration-mapping/evaluate', {
      integrationId: id,
      type: 'Webhook',
      payload: { status: 'Open', title: 'x', id: 'dry' },
    });
    expect(dry.body.effect).toMatchObject({ hold: { reason: 'Threshold', endsUntold: true } });
    const { body } = await server.api.get(`/coverage?TeamIds=${team.id}`);
    expect(
      (body.findings as { kind: string; text: string; level: string }[]).filter(
        ({ kind }) => kind === 'HoldLongerThanStep',
      ),
    ).toMatchObject([
      {
        level: 'Hint',
        text: '“Alarms” lets incidents end untold of which fewer than 2 payloads come in within 5 min.',
      },
    ]);
  });
});
