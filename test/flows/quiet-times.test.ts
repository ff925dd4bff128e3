import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components } from '../../src/contract/index.ts';
import { incidentModel } from '../../src/incidents/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { alert, attribute, makeIntegration, map } from '../support/webhook.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t?.stop());

type Incident = components['schemas']['Incident'];

/** As the API shows it: the newest event first, whose status is the incident's. */
async function incidentOf(id: unknown, { api }: Pick<TestApp, 'api'> = t): Promise<Incident> {
  const { status, body, text } = await api.get(`/incident/search/${id}`);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body as Incident;
}

const statusOf = async (id: unknown) => (await incidentOf(id)).events[0]?.status;

/** What happened to it, first to last. */
const intentsOf = ({ events }: Incident) =>
  events.map(({ modification: { intent } }) => intent).toReversed();

/** No operation shows it. */
async function isMuted(id: unknown): Promise<boolean | undefined> {
  const stored = await incidentModel(t.app.world.store).findById(id).lean();
  return stored?.isMuted;
}

async function decisionsOf(integrationId: string, payloadId: unknown): Promise<string[]> {
  const { body } = await t.api.get(`/inbound-integration/${integrationId}/payloads/${payloadId}`);
  return (body.decisions as { step: string }[]).map(({ step }) => step);
}

describe('maintenance and mute (spec 3.4)', () => {
  it('under maintenance the payload is kept and no incident is opened or updated; an open one is resolved', async () => {
    const id = await makeIntegration(t);
    await map(t, id);
    const open = await alert(t, id, { host: 'before' });
    const window = await t.api.make('/inbound-integration-maintenance-windows', {
      integrationId: id,
      type: 'maintenance',
      start: null,
      end: '2026-03-02T11:00:00Z',
    });
    const kept = async (more: Record<string, unknown>) => {
      const { body } = await alert(t, id, { host: 'during', ...more });
      expect(body).toMatchObject({ outcome: 'Maintenance', incidentId: null });
      expect(await decisionsOf(id, body.payloadId)).toContain('maintenance');
    };
    await kept({ status: 'Open' });
    await kept({ status: 'Resolved', id: 'another problem' });
    const untouched = await incidentOf(open.body.incidentId);
    expect(intentsOf(untouched)).toEqual(['Created']);
    expect(untouched.events[0]?.status).toBe('Open');
    // Tools say it once: what is missed now stays open for ever.
    const { body } = await alert(t, id, { status: 'Resolved' });
    expect(body).toMatchObject({ outcome: 'Resolved', incidentId: open.body.incidentId });
    expect(await statusOf(open.body.incidentId)).toBe('Resolved');
    await kept({ status: 'Resolved' });
    expect((await t.api.delete(`/inbound-integration-maintenance-windows/${window}`)).status).toBe(
      200,
    );
    expect((await alert(t, id, {})).body.outcome).toBe('Opened');
  });

  it('a window ends by the clock', async () => {
    const id = await makeIntegration(t);
    await map(t, id);
    const end = new Date(t.clock.now().getTime() + 60_000);
    await t.api.make('/inbound-integration-maintenance-windows', {
      integrationId: id,
      type: 'maintenance',
      start: null,
      end: end.toISOString().replace('.000', ''),
    });
    expect((await alert(t, id, {})).body.outcome).toBe('Maintenance');
    t.clock.advance(60);
    expect((await alert(t, id, {})).body.outcome).toBe('Opened');
  });

  it('a window of the team that comes again counts in its times only, and says when the next one is', async () => {
    const start = t.clock.now().getTime();
    const at = (hours: number) => new Date(start + hours * 3_600_000).toISOString();
    const teamId = await t.api.make('/team', {
      displayName: 'Nightly',
      maintenanceWindows: [
        {
          type: 'maintenance',
          recurrences: [
            { rule: 'FREQ=DAILY', startsAt: at(1).slice(0, 16), minutes: 60, timeZoneId: 'UTC' },
          ],
        },
      ],
    });
    const id = await makeIntegration(t, { teamId });
    await map(t, id);
    const heard = async (host: string) => (await alert(t, id, { host, id: host })).body.outcome;
    expect(await heard('before')).toBe('Opened');
    const { maintenanceTimes } = (await t.api.get(`/team/${teamId}`)).body;
    const minute = (text: string) => `${text.slice(0, 16)}:00.000Z`;
    expect(maintenanceTimes).toEqual([
      { isActive: false, nextStart: minute(at(1)), nextEnd: minute(at(2)) },
    ]);
    t.clock.advance(3_600);
    expect(await heard('during')).toBe('Maintenance');
    t.clock.advance(3_600);
    expect(await heard('after')).toBe('Opened');
  });

  it('muted opens a muted incident, by window or by switch', async () => {
    const byWindow = await makeIntegration(t);
    await t.api.make('/inbound-integration-maintenance-windows', {
      integrationId: byWindow,
      type: 'muted',
      start: null,
      end: null,
    });
    const bySwitch = await makeIntegration(t, { isMuted: true });
    for (const id of [byWindow, bySwitch]) {
      await map(t, id);
      const { body } = await alert(t, id, {});
      expect(body.outcome).toBe('Opened');
      expect(await isMuted(body.incidentId)).toBe(true);
      expect(await decisionsOf(id, body.payloadId)).toEqual(['mute', 'correlate']);
    }
  });

  it('maintenance of the team counts for its integrations', async () => {
    const id = await makeIntegration(
      t,
      {},
      { maintenanceWindows: [{ start: null, end: null, type: 'maintenance' }] },
    );
    await map(t, id);
    expect((await alert(t, id, {})).body.outcome).toBe('Maintenance');
  });

  it('a discarding and a failing mapping say so even under maintenance', async () => {
    const id = await makeIntegration(t, { isInMaintenance: true });
    await map(t, id);
    expect((await alert(t, id, { status: 'nonsense' })).body.outcome).toBe('Failed');
  });
});

describe('snooze (spec 3.3)', () => {
  const snoozing = { snoozeSettings: { snoozeWindowInMinutes: 30, filters: null } };

  it('opens snoozed, says until when, and a durable timer wakes it', async () => {
    const id = await makeIntegration(t, snoozing);
    await map(t, id);
    const { body } = await alert(t, id, {});
    const snoozedUntil = new Date(t.clock.now().getTime() + 30 * 60_000).toISOString();
    expect((await incidentOf(body.incidentId)).snoozed).toEqual({ snoozedUntil });
    expect(await decisionsOf(id, body.payloadId)).toContain('snooze');

    t.clock.advance(30 * 60 - 1);
    await t.app.jobs.runAll();
    expect((await incidentOf(body.incidentId)).snoozed).toEqual({ snoozedUntil });
    t.clock.advance(1);
    await t.app.jobs.runAll();
    const awake = await incidentOf(body.incidentId);
    expect(awake.snoozed).toBeNull();
    expect(awake.events[0]?.status).toBe('Open');
    expect(intentsOf(awake)).toEqual(['Created', 'Unsnoozed']);
    t.clock.advance(3600);
    await t.app.jobs.runAll();
    const later = await incidentOf(body.incidentId);
    expect(
      intentsOf(later).filter((intent) => intent === 'Unsnoozed'),
      'once',
    ).toHaveLength(1);
  });

  it('an update does not snooze again what is awake', async () => {
    const id = await makeIntegration(t, snoozing);
    await map(t, id);
    const { body } = await alert(t, id, {});
    t.clock.advance(1800);
    await t.app.jobs.runAll();
    await alert(t, id, {});
    expect((await incidentOf(body.incidentId)).snoozed).toBeNull();
  });

  it('one that resolves itself while snoozed stays snoozed and does not wake', async () => {
    const id = await makeIntegration(t, snoozing);
    await map(t, id);
    const snoozedUntil = new Date(t.clock.now().getTime() + 1_800_000).toISOString();
    const { body } = await alert(t, id, {});
    await alert(t, id, { status: 'Resolved' });
    t.clock.advance(1800);
    await t.app.jobs.runAll();
    const resolved = await incidentOf(body.incidentId);
    expect(resolved.events[0]?.status).toBe('Resolved');
    expect(resolved.snoozed).toEqual({ snoozedUntil });
    expect(intentsOf(resolved)).toEqual(['Created', 'Resolved']);
  });

  it('created as resolved is not snoozed', async () => {
    const id = await makeIntegration(t, snoozing);
    await map(t, id);
    const { body } = await alert(t, id, { status: 'Resolved' });
    expect((await incidentOf(body.incidentId)).snoozed).toBeNull();
  });

  it('absolute until the morning of the team', async () => {
    const id = await makeIntegration(
      t,
      {
        snoozeSettings: {
          snoozeWindowInMinutes: null,
          filters: [{ from: '20:00', until: '08:00', snoozeUntilAbsolute: '08:00' }],
        },
      },
      { timeZoneId: 'America/New_York' },
    );
    await map(t, id);
    t.clock.set('2026-07-02T01:00:00.000Z');
    const { body } = await alert(t, id, {});
    expect((await incidentOf(body.incidentId)).snoozed).toEqual({
      snoozedUntil: '2026-07-02T12:00:00.000Z',
    });
  });

  it('the timer outlives the server', async () => {
    const own = await startTestApp();
    const id = await makeIntegration(own, snoozing);
    await map(own, id);
    const { body } = await alert(own, id, {});
    await own.app.stop();
    const again = await startTestApp({ besides: own, clock: '2026-03-02T10:30:00.000Z' });
    await again.app.jobs.runAll();
    const incident = await incidentOf(body.incidentId, again);
    expect(incident.snoozed).toBeNull();
    expect(intentsOf(incident)).toEqual(['Created', 'Unsnoozed']);
    await again.stop();
  });
});

describe('mappings that look at the previous incident (spec 2.5 rule 4)', () => {
  const mapping = [
    attribute('Status', '$.jsonBody.status'),
    { name: 'Severity', mappings: [{ static: 'Minor' }] },
    attribute('CorrelationId', '$.jsonBody.id'),
    attribute('Host', '$.jsonBody.host'),
    {
      name: 'Hosts',
      mappings: [{ static: '{{ previousIncident.Hosts }}{{ currentIncident.Host }}' }],
    },
  ];

  it('see each payload before them, also when all come at once', async () => {
    const id = await makeIntegration(t);
    await map(t, id, mapping);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => alert(t, id, { host: String.fromCharCode(97 + n) })),
    );
    const ids = new Set(answers.map(({ body }) => body.incidentId));
    expect(ids.size).toBe(1);
    const incident = await incidentOf([...ids][0]);
    const hosts = incident.attributes.find(({ name }) => name === 'Hosts')?.value ?? '';
    expect([...hosts].toSorted().join('')).toBe('abcdefghijklmnopqrst');
    expect(incident.eventsTotalCount).toBe(20);
  });

  it('start from nothing after the problem is over', async () => {
    const id = await makeIntegration(t);
    await map(t, id, mapping);
    await alert(t, id, { host: 'a' });
    await alert(t, id, { host: 'b', status: 'Resolved' });
    const { body } = await alert(t, id, { host: 'c' });
    const incident = await incidentOf(body.incidentId);
    expect(incident.attributes.find(({ name }) => name === 'Hosts')?.value).toBe('c');
  });

  it('in a group they see their own problem, not the latest of all', async () => {
    const id = await makeIntegration(t);
    await map(t, id, [
      ...mapping,
      { name: 'Rack', isGroupingKey: true, mappings: [{ static: 'r1' }] },
    ]);
    await alert(t, id, { id: 'a', host: 'a' });
    await alert(t, id, { id: 'b', host: 'b' });
    const { body } = await alert(t, id, { id: 'a', host: 'A' });
    const incident = await incidentOf(body.incidentId);
    const hosts = incident.subIncidents.map(
      ({ attributes }) => attributes.find(({ name }) => name === 'Hosts')?.value,
    );
    expect(hosts.toSorted()).toEqual(['aA', 'b']);
  });
});

describe('a mapping that changes', () => {
  const fixed = (title: string) => [
    { name: 'Status', mappings: [{ static: 'Open' }] },
    { name: 'Severity', mappings: [{ static: 'Minor' }] },
    { name: 'Title', mappings: [{ static: title }] },
    attribute('CorrelationId', '$.jsonBody.id'),
  ];
  const titleOf = async (id: string, correlationId: string) =>
    (await incidentOf((await alert(t, id, { id: correlationId })).body.incidentId)).title;

  it('counts at once: replaced, deleted, and made again', async () => {
    const id = await makeIntegration(t);
    const path = `/inbound-integration/${id}/mapping`;
    await map(t, id, fixed('first'));
    expect(await titleOf(id, '1')).toBe('first');
    await t.api.put(path, { attributesMapping: { attributes: fixed('second') } });
    expect(await titleOf(id, '2')).toBe('second');
    await t.api.delete(path);
    expect(await titleOf(id, '3'), 'the default of the type').toBe('Disk is full');
    await map(t, id, fixed('again'));
    expect(await titleOf(id, '4')).toBe('again');
  });
});
