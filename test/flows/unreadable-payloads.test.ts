import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { incidentModel } from '../../src/incidents/index.ts';
import { tellUnreadableTask } from '../../src/ingest/index.ts';
import { words } from '../../src/sentences/index.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization } from '../support/keys.ts';
import { alert, makeIntegration, map, send } from '../support/webhook.ts';

/** An alarm that the mapping of an integration cannot read is an alarm. */

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t?.stop());

const beingTold = 'Administrators are being told that it could not be read.';
const broken = { status: 'DB IS DOWN', id: 'db' };
const readable = { status: 'Open', id: 'disk', title: 'Disk full' };

async function integration(settings: Record<string, unknown> = {}): Promise<string> {
  const id = await makeIntegration(t, { displayName: 'Hook', ...settings });
  await map(t, id);
  return id;
}

const title = 'Hook sent something that its mapping cannot read';
const incidentsOf = (integrationId: string) =>
  incidentModel(t.app.world.store).find({ integrationId, title }).sort({ _id: 1 }).lean();
const statesOf = async (id: string) => (await incidentsOf(id)).map(({ status }) => status);

async function minutesLater(minutes: number): Promise<void> {
  t.clock.advance(minutes * 60);
  await t.app.jobs.runAll();
}

test('a payload that cannot be read opens one incident, which the next ones update', async () => {
  const id = await integration();
  const first = await alert(t, id, broken);
  expect(first.body).toMatchObject({ outcome: 'Failed', incidentId: expect.any(String) });
  const second = await alert(t, id, { status: 'gone', id: 'x' });
  expect(second.body).toMatchObject({ outcome: 'Failed', incidentId: first.body.incidentId });
  const [incident, ...others] = await incidentsOf(id);
  expect(others).toEqual([]);
  expect(incident).toMatchObject({ status: 'Open', severity: 'Warning' });
  const values = new Map(incident?.attributes.map(({ name, value }) => [name, value]));
  expect(values.get('Reason')).toContain('Status has no valid value');
  expect(values.get('Payload')).toBe(second.body.payloadId);
  const path = `/inbound-integration/${id}/payloads/${first.body.payloadId}`;
  const { body } = await t.api.get(path);
  expect(body).toMatchObject({ outcome: 'Failed', incidentId: first.body.incidentId });
  expect(body.reason).toContain('“DB IS DOWN” is not Open or Resolved');
});

test('what a mapping says of anything else is said of nothing, too: the alert opens', async () => {
  const id = await makeIntegration(t, { displayName: 'Fallback' });
  const step = (path: string, map: string) => [{ jsonPath: `$.jsonBody.${path}` }, { map }];
  await map(t, id, [
    { name: 'Status', mappings: step('st', 'r->Resolved,->Open') },
    { name: 'Severity', mappings: step('sev', 'P1->Critical,->Warning') },
    { name: 'Id', mappings: [{ jsonPath: '$.jsonBody.id' }] },
  ]);
  for (const [index, body] of [{ st: '' }, { status: 'DB IS DOWN', sev: 'P1' }].entries()) {
    const { body: answer } = await alert(t, id, { ...body, id: index });
    expect(answer, JSON.stringify(body)).toMatchObject({
      outcome: 'Opened',
      incidentId: expect.any(String),
    });
  }
});

test('it ends by itself once payloads are read again, and says so', async () => {
  const id = await integration();
  await alert(t, id, broken);
  await minutesLater(10);
  expect(await statesOf(id), 'nothing was read').toEqual(['Open']);
  expect((await alert(t, id, readable)).body.outcome).toBe('Opened');
  await minutesLater(0);
  expect(await statesOf(id)).toEqual(['Resolved']);
  const [incident] = await incidentsOf(id);
  expect(incident?.attributes[0]).toMatchObject({
    name: 'Reason',
    value: expect.stringContaining('was read'),
  });
});

test('one that is read in between does not end it while others fail', async () => {
  const id = await integration();
  for (let turn = 0; turn < 3; turn += 1) {
    await alert(t, id, broken);
    await alert(t, id, readable);
    await minutesLater(1);
  }
  expect(await statesOf(id)).toEqual(['Open']);
  await minutesLater(5);
  expect(await statesOf(id)).toEqual(['Resolved']);
  // It comes back as the same incident.
  await alert(t, id, broken);
  expect(await statesOf(id)).toEqual(['Open']);
});

test('a request that asks no mapping does not end it', async () => {
  const id = await integration({ type: 'Grafana' });
  await alert(t, id, broken);
  t.clock.advance(600);
  await send(t, id, { method: 'GET' });
  await minutesLater(0);
  expect(await statesOf(id)).toEqual(['Open']);
});

test('a person may end it; the next one opens another', async () => {
  const id = await integration();
  const { body } = await alert(t, id, broken);
  const path = `/incident/${body.incidentId}`;
  const operations = { appendIntent: { intent: 'Resolved' } };
  expect((await t.api.patch(path, { operations })).status).toBe(200);
  await alert(t, id, broken);
  expect(await statesOf(id)).toEqual(['Resolved', 'Open']);
});

test('an alert that is read beside one that is not has its own incident, which the payload names', async () => {
  const id = await makeIntegration(t, {
    displayName: 'Hook',
    type: 'PrometheusAlertmanager',
    splitAlerts: true,
  });
  await map(t, id, [
    { name: 'Status', mappings: [{ jsonPath: '$.jsonBody.status' }, { map: 'firing->Open' }] },
    { name: 'Severity', mappings: [{ static: 'Critical' }] },
    { name: 'CorrelationId', mappings: [{ jsonPath: '$.jsonBody.groupKey' }] },
  ]);
  const labels = { alertname: 'A' };
  const alerts = [
    { status: 'strange', labels, fingerprint: '1' },
    { status: 'firing', labels, fingerprint: '2' },
  ];
  const { body } = await alert(t, id, { status: 'firing', groupKey: 'g', alerts });
  expect(body.outcome).toBe('Opened');
  expect((await incidentsOf(id)).map(({ _id }) => _id)).not.toContain(body.incidentId);
  expect(await statesOf(id)).toEqual(['Open']);
});

describe('where administrators are told instead', () => {
  type Story = Awaited<ReturnType<typeof begin>>;
  let smtp: FakeSmtpServer;
  let own: TestApp;
  beforeAll(async () => {
    smtp = await startSmtpServer();
    own = await startTestApp({ env: { TOCSIN_SMTP_URL: smtp.url } });
  });
  afterAll(async () => {
    await own?.stop();
    await smtp?.stop();
  });

  /** An organization of its own with these people, and an integration in it. */
  async function begin(roles: readonly ('Owner' | 'Administrator' | 'Member')[]) {
    const { api } = await makeOrganization(own);
    const inIt = { ...own, api };
    const people: string[] = [];
    for (const role of roles) {
      const email = `${role.toLowerCase()}-${crypto.randomUUID()}@example.com`;
      const userId = await api.make('/user', { email, displayName: email.slice(0, 18) });
      await api.make('/organization-membership', { userId, role });
      people.push(email);
    }
    const teamId = await api.make('/team', { displayName: 'Payments', timeZoneId: 'UTC' });
    const settings = { teamId, type: 'Webhook', unreadablePayloads: 'TellAdministrators' };
    const id = await api.make('/inbound-integration', { displayName: 'Hook', ...settings });
    await map(inIt, id);
    const toldTo = () =>
      smtp.mails
        .filter(({ text }) => text?.includes(id))
        .flatMap(({ to_ }) => to_)
        .sort();
    const decided = async (payloadId: string) => {
      const { body } = await api.get(`/inbound-integration/${id}/payloads/${payloadId}`);
      const decisions = body.decisions as { step: string; result: string }[];
      return decisions.filter(({ step }) => step === 'tell').map(({ result }) => result);
    };
    const coverage = async () => {
      const { body } = await api.get('/coverage');
      return (body.findings as { kind: string; level: string; text: string }[])
        .filter(({ kind }) => kind === 'PayloadsUnreadable')
        .map(({ level, text }) => `${level}: ${text}`);
    };
    return { api, id, people, toldTo, decided, coverage, inIt };
  }

  const unread = async ({ inIt, id }: Story) => {
    const { body } = await alert(inIt, id, broken);
    expect(body).toMatchObject({ outcome: 'Failed', incidentId: null });
    return String(body.payloadId);
  };
  /** All that tells anybody anything: with everything else, most of the time would go into that. */
  const tellsSomebody = (task: string) => /^(alerting|unreadable-payloads|send-.*)$/.test(task);
  const later = async (seconds = 0) => {
    own.clock.advance(seconds);
    await own.app.jobs.runAll(tellsSomebody);
    await own.app.jobs.runAll(tellsSomebody);
  };

  test('they are told once, with the reason and a link, until payloads are read again; no incident opens', async () => {
    const story = await begin(['Administrator', 'Administrator', 'Member']);
    const { id, people, toldTo, decided, coverage, inIt } = story;
    const first = await unread(story);
    expect(await decided(first)).toEqual([beingTold]);
    await later();
    const administrators = people.slice(0, 2).sort();
    expect(toldTo()).toEqual(administrators);
    const mail = smtp.mails.find(({ text }) => text?.includes(id));
    expect(mail?.subject).toBe('Hook sent something that its mapping cannot read');
    expect(mail?.text).toContain('“DB IS DOWN” is not Open or Resolved');
    expect(mail?.text).toContain(`/integrations/${id}?tab=payloads&payload=${first}`);
    const names = people.slice(0, 2).map((email) => email.slice(0, 18));
    const said = await decided(first);
    expect(said).toEqual([
      expect.stringMatching(/^Administrators or Owners were told that it could not be read/),
    ]);
    // The payload is kept, and names nobody.
    const findings = await coverage();
    for (const name of names) expect(findings[0]).toContain(name);
    expect(findings).toEqual([
      expect.stringMatching(
        /^Gap: The mapping of “Hook” cannot read .*no incident opens for it\. Administrators were told: /,
      ),
    ]);
    const second = await unread(story);
    await later(60);
    expect(toldTo(), 'not told again').toEqual(administrators);
    expect(await decided(second)).toEqual([
      expect.stringMatching(
        /^Administrators or Owners were told of an earlier payload that could not be read/,
      ),
    ]);
    own.clock.advance(400);
    expect((await alert(inIt, id, readable)).body.outcome).toBe('Opened');
    await later();
    expect(await coverage()).toEqual([]);
    await unread(story);
    await later();
    expect(toldTo(), 'told again').toEqual([...administrators, ...administrators].sort());
    expect(await incidentModel(own.app.world.store).find({ integrationId: id, title })).toEqual([]);
  });

  test('the Owners are told where no message to an Administrator arrives', async () => {
    const story = await begin(['Administrator', 'Owner']);
    const { people, decided, coverage, toldTo } = story;
    smtp.gone = /^administrator-/;
    const payload = await unread(story);
    await later();
    await later();
    smtp.gone = null;
    expect(toldTo()).toEqual([people[1], 'owner@localhost']);
    const name = String(people[1]).slice(0, 18);
    expect(await decided(payload)).toEqual([
      'Administrators or Owners were told that it could not be read.',
    ]);
    expect(await coverage()).toEqual([
      expect.stringMatching(new RegExp(`old.*: (owner, ${name}|${name}, owner)\\.$`)),
    ]);
  });

  test('where no message arrives at all, payload and coverage say so; a later payload tries again', async () => {
    const story = await begin(['Administrator', 'Owner']);
    const { people, decided, coverage, toldTo } = story;
    smtp.gone = /^(administrator|owner)/;
    const payload = await unread(story);
    for (let round = 0; round < 3; round += 1) await later();
    expect(await decided(payload)).toEqual([expect.stringMatching(/^Nobody could be told/)]);
    expect(await coverage()).toEqual([
      expect.stringContaining('No message to an Administrator or Owner arrives.'),
    ]);
    smtp.gone = null;
    const second = await unread(story);
    await later(60);
    expect(await decided(second)).toEqual([expect.stringMatching(/^Nobody could be told/)]);
    own.clock.advance(900);
    const third = await unread(story);
    await later();
    expect(toldTo()).toEqual([people[0]]);
    expect(await decided(third)).toEqual([
      expect.stringMatching(/^Administrators or Owners were told that it could not/),
    ]);
  });

  test('nobody is told by a muted integration, and nothing waits where it was set otherwise since', async () => {
    const story = await begin(['Administrator']);
    const { api, id, decided, coverage, toldTo } = story;
    const set = async (change: object) => {
      const { body } = await api.get(`/inbound-integration/${id}`);
      expect((await api.put(`/inbound-integration/${id}`, { ...body, ...change })).status).toBe(
        200,
      );
    };
    await set({ isMuted: true });
    const muted = await unread(story);
    await set({ isMuted: false });
    const meanwhile = await unread(story);
    await set({ unreadablePayloads: 'Ignore' });
    await later();
    expect(await decided(muted)).toEqual(['Muted: nobody is told that it could not be read.']);
    expect(await decided(meanwhile)).toEqual([
      'The integration was set otherwise before anybody was told of it.',
    ]);
    expect(toldTo()).toEqual([]);
    expect(await coverage()).toEqual([expect.stringMatching(/^Hint: .*is set to ignore/)]);
  });

  test('cut off at any write, they are told, once, and what the payload says of it is so', async () => {
    const channels = { missing: (channel: string) => (channel === 'Email' ? null : words('Off.')) };
    for (let at = 1, wasCut = true; wasCut && at < 30; at += 1) {
      const story = await begin(['Administrator']);
      const payload = await unread(story);
      let writes = 0;
      const killed = killedAt(own, () => {
        writes += 1;
        return writes >= at;
      });
      const task = tellUnreadableTask(own.app.world, channels);
      const stopping = new AbortController().signal;
      for (let round = 0; round < 2; round += 1) {
        await killed.run(() => task.run(stopping).catch(() => undefined));
        const isSaid = (await story.decided(payload))[0] !== beingTold;
        expect(isSaid && story.toldTo().length === 0, `said before it was so: ${at}`).toBe(false);
        await own.app.jobs.runAll((name) => name === 'send-Email');
      }
      wasCut = writes >= at;
      killed.end();
      for (let round = 0; round < 3; round += 1) await later();
      expect(story.toldTo(), `write ${at}`).toEqual(story.people);
      expect(await story.decided(payload)).toEqual([
        expect.stringMatching(/^Administrators or Owners were told that it could not be read/),
      ]);
      if (!wasCut) expect(at).toBeGreaterThan(5);
    }
  });
});

/** What `run` does, and nothing beside it, loses every write from the one on that a test says. */
function killedAt({ app }: TestApp, isLost: () => boolean) {
  const doomed = new AsyncLocalStorage<true>();
  const undo: (() => void)[] = [];
  for (const collection of Object.values(app.world.store.connection.collections)) {
    // as: the driver's methods, whatever they are given.
    const methods = collection as unknown as Record<string, (...given: unknown[]) => unknown>;
    for (const name of ['insertMany', 'updateOne', 'updateMany', 'deleteOne']) {
      const original = methods[name];
      if (!original) continue;
      methods[name] = (...given) => {
        if (doomed.getStore() && isLost()) return Promise.reject(new Error('killed'));
        return original.apply(collection, given);
      };
      undo.push(() => {
        methods[name] = original;
      });
    }
  }
  return {
    run: <Result>(work: () => Promise<Result>) => doomed.run(true, work),
    end: () => undo.map((one) => one()),
  };
}

describe('nobody is told', () => {
  test.each<[string, Record<string, unknown>]>([
    ['where the integration ignores them', { unreadablePayloads: 'Ignore' }],
    ['in a maintenance', { isInMaintenance: true }],
  ])('%s', async (_where, settings) => {
    const id = await integration(settings);
    const { body } = await alert(t, id, broken);
    expect(body).toMatchObject({ outcome: 'Failed', incidentId: null });
    expect(await statesOf(id)).toEqual([]);
  });

  test('of a payload that is tried out, or replayed by somebody', async () => {
    const id = await integration({ unreadablePayloads: 'Ignore' });
    const { body } = await alert(t, id, broken);
    const settings = (await t.api.get(`/inbound-integration/${id}`)).body;
    const open = { ...settings, unreadablePayloads: 'Open' };
    expect((await t.api.put(`/inbound-integration/${id}`, open)).status).toBe(200);
    const path = `/inbound-integration/${id}/payloads/${body.payloadId}/replay`;
    const replayed = await t.api.post(path, {});
    expect(replayed.status, replayed.text).toBe(200);
    expect(replayed.body).toMatchObject({ outcome: 'Failed' });
    expect(await statesOf(id)).toEqual([]);
  });

  test('by a muted integration, which opens a muted incident', async () => {
    const id = await integration({ isMuted: true });
    await alert(t, id, broken);
    expect(await incidentsOf(id)).toMatchObject([{ isMuted: true, status: 'Open' }]);
  });
});
