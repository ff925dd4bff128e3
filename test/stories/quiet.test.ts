import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Town } from './town.ts';

let town: Town;
let day = 0;

beforeAll(async () => {
  town = await Town.start();
});
afterAll(() => town.stop());
beforeEach(async () => {
  day += 7;
  await town.begin(new Date(Date.UTC(2026, 0, day, 2)).toISOString());
});

const after5 = { autoEscalationEnabled: true, autoEscalationAfterMinutes: 5 };
const adaThenBob = [{ people: ['Ada'], settings: after5 }, { people: ['Bob'] }];

/** An instant of the present story, by its minutes. */
function at(minutes: number): string {
  return new Date(town.server.clock.now().getTime() + minutes * 60_000).toISOString();
}

function snoozing(minutes: number): object {
  return { intentOptions: { snoozingOptions: { snoozedUntil: at(minutes) } } };
}

describe('a time in which nobody is to hear anything', () => {
  it('snoozed: no escalation, no news; awake again it begins anew', async () => {
    const probe = await town.probe(await town.team('Payments', adaThenBob));
    const { incidentId } = await probe.open('Till closed', 'Warning');
    await town.until(2);
    await town.change(incidentId, 'Snoozed', snoozing(58));
    await town.until(10);
    await probe.open('Till closed', 'Warning');
    await town.change(incidentId, 'Commented', { message: 'Not today' });
    await town.until(120);
    expect(town.heard).toEqual([
      '0:00 Ada mail Warning: Till closed – Opened by Probe',
      '60:00 Ada mail Warning: Till closed – Snooze ended',
      '65:00 Bob mail Warning: Till closed – Escalated',
    ]);
  });

  it('snoozed for good: only the end is kept, and nobody hears of it', async () => {
    const probe = await town.probe(await town.team('Payments', adaThenBob));
    const { incidentId } = await probe.open('Till closed', 'Warning');
    await town.until(2);
    await town.change(incidentId, 'Snoozed', snoozing(600));
    await town.until(30);
    await probe.resolve('Till closed');
    await town.until(24 * 60);
    expect(town.heard).toEqual(['0:00 Ada mail Warning: Till closed – Opened by Probe']);
  });

  it('deleted by a rule: it is gone after its time, and nobody hears of it again', async () => {
    const teamId = await town.team('Payments', adaThenBob);
    const actions = { setAttributes: [], deleteInRelativeInSeconds: 240 };
    await town.api.make('/routing', {
      ...{ displayName: 'Rules', teamId, rules: [{ conditions: {}, actions }] },
    });
    const probe = await town.probe(teamId);
    const { incidentId } = await probe.open('Till closed', 'Warning');
    await town.until(3);
    expect((await town.api.get(`/incident/search/${incidentId}`)).status).toBe(200);
    await town.until(20);
    expect((await town.api.get(`/incident/search/${incidentId}`)).status).toBe(404);
    expect(town.heard).toEqual(['0:00 Ada mail Warning: Till closed – Opened by Probe']);
  });

  it('in a muted window the incident is there, and nobody hears of it', async () => {
    const probe = await town.probe(await town.team('Payments', adaThenBob));
    await town.api.make('/inbound-integration-maintenance-windows', {
      integrationId: probe.id,
      type: 'muted',
      start: at(-1),
      end: at(60),
    });
    const { incidentId, outcome } = await probe.open('Till closed');
    await town.until(120);
    expect(outcome).toBe('Opened');
    expect(await town.history(incidentId)).toEqual([
      'Created: Muted by its integration or a maintenance window: nobody is told, unless somebody escalates it.',
    ]);
    await probe.resolve('Till closed');
    await town.until(180);
    expect(town.heard).toEqual([]);
    // The window is over.
    await probe.open('Till slow', 'Warning');
    expect(town.heard).toEqual(['180:00 Ada mail Warning: Till slow – Opened by Probe']);
  });

  it('under maintenance there is no incident at all', async () => {
    const probe = await town.probe(await town.team('Payments', adaThenBob));
    await town.api.make('/inbound-integration-maintenance-windows', {
      integrationId: probe.id,
      type: 'maintenance',
      start: null,
      end: at(60),
    });
    expect(await probe.open('Till closed')).toMatchObject({
      outcome: 'Maintenance',
      incidentId: null,
    });
    await town.until(120);
    expect(town.heard).toEqual([]);
  });
});

describe('a routing rule', () => {
  const ruled = async (teamId: string, rule: object) =>
    town.api.make('/routing', {
      displayName: 'Rules',
      teamId,
      rules: [{ conditions: {}, ...rule }],
    });

  it('that assigns: the other team is alerted too, at once', async () => {
    const database = await town.team('Database', [{ people: ['Dora'] }]);
    const team = await town.team('Payments', adaThenBob);
    await ruled(team, { actions: { assignToTeams: [database] } });
    const probe = await town.probe(team);
    await probe.open('Till closed', 'Warning');
    await town.until(1);
    await town.acknowledgeByLink('Ada');
    await town.until(60);
    expect(town.heard).toEqual([
      '0:00 Ada mail Warning: Till closed – Opened by Probe',
      '0:00 Dora mail Warning: Till closed – Opened by Probe',
      '1:00 Dora mail Warning: Till closed – Acknowledged by Ada',
    ]);
  });

  it('that limits the channels: the others keep still, and the log says why', async () => {
    await town.person('Ada', { hasPhone: true, hasBrowser: true });
    const team = await town.team('Payments', [{ people: ['Ada'] }]);
    await ruled(team, {
      channels: { notificationChannels: ['VoiceCall', 'SMS'], notificationChannelsMuted: true },
    });
    const probe = await town.probe(team);
    const { incidentId } = await probe.open('Till closed');
    await town.until(60);
    expect(town.heard).toEqual([
      '0:00 Ada mail Critical: Till closed – Opened by Probe',
      '0:00 Ada push Critical: Till closed – Opened by Probe',
    ]);
    const muted = 'A routing rule mutes this channel for the incident.';
    expect((await town.log(incidentId)).toSorted()).toEqual([
      'Ada Email Sent',
      'Ada Push Sent',
      `Ada SMS Dropped – ${muted}`,
      `Ada VoiceCall Dropped – ${muted}`,
    ]);
  });

  it('that waits: its team hears of it when its minutes are over, unless the end comes first', async () => {
    const database = await town.team('Database', [{ people: ['Dora'] }]);
    const team = await town.team('Payments', [{ people: ['Ada'] }]);
    await ruled(team, {
      conditions: { statuses: ['Open'] },
      actions: { assignToTeams: [database], delayActionsInMinutes: 10 },
    });
    const probe = await town.probe(team);
    await probe.open('Till closed', 'Warning');
    await probe.open('Till slow', 'Warning');
    await town.until(9);
    await probe.resolve('Till slow');
    await town.until(60);
    expect(town.heard).toEqual([
      '0:00 Ada mail Warning: Till closed – Opened by Probe',
      '0:00 Ada mail Warning: Till slow – Opened by Probe',
      '9:00 Ada mail Warning: Till slow – Resolved by Probe',
      '10:00 Ada mail Warning: Till closed – Assigned by Rules',
      '10:00 Dora mail Warning: Till closed – Opened by Probe',
    ]);
  });

  it('that discards: nobody hears anything, and the history says which rule it was', async () => {
    const team = await town.team('Payments', adaThenBob);
    await ruled(team, { displayName: 'Noise', actions: { discard: true } });
    const probe = await town.probe(team);
    const { incidentId } = await probe.open('Till closed');
    await town.until(24 * 60);
    expect(town.heard).toEqual([]);
    expect(await town.history(incidentId)).toContain(
      'Resolved: Discarded by the routing rule “Noise”.',
    );
  });
});
