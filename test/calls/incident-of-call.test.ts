import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeIncident } from '../../src/calls/incident-of-call.ts';
import { loadCatalogue } from '../../src/catalogue/index.ts';
import type { IncidentDocument } from '../../src/incidents/index.ts';
import { IntakeViews } from '../../src/integrations/index.ts';
import type { TestApp } from '../support/app.ts';
import { type StaffedTeam, staffTeam } from '../support/staffed-team.ts';
import {
  acceptedCall,
  caller,
  dialIn,
  endCall,
  endDial,
  type Hotline,
  menuWith,
  openHotline,
  reachRoute,
  recording,
  recordingIs,
  routeOf,
  say,
  startServer,
  voicemail,
} from './hotline.ts';

let t: TestApp;
let team: StaffedTeam;
let call: string;

beforeAll(async () => {
  t = await startServer();
  team = await staffTeam(t.api, 'Payments', [{ people: ['Ann'] }], {
    users: { Ann: { phoneNumber: '+4930111' } },
  });
});
afterAll(() => t?.stop());
beforeEach(() => {
  call = randomUUID();
});

/** A number whose callers reach somebody, or leave a message at once. */
async function hotlineFor(
  route: Parameters<typeof routeOf>[1] = {},
  of: { teamId?: string; integration?: object; transcript?: boolean } = {},
): Promise<Hotline> {
  const hotline = await openHotline({
    t,
    teamId: of.teamId ?? team.id,
    integration: of.integration ?? {},
  });
  const settings = { ...hotline.settings, attachesTranscript: of.transcript ?? false };
  hotline.settings = { ...settings, routing: { mode: 'single', route: routeOf(team.id, route) } };
  return hotline;
}
const toVoicemail = { goesToVoicemail: true };

async function onlyIncidentOf(hotline: Hotline): Promise<IncidentDocument> {
  const incidents = await hotline.incidents();
  expect(incidents).toHaveLength(1);
  const [incident] = incidents;
  if (!incident) throw new Error('There is no incident.');
  expect((await hotline.stored(call)).incidentId).toBe(incident._id);
  return incident;
}

const attributesOf = ({ attributes }: IncidentDocument) =>
  Object.fromEntries(attributes.map(({ name, value }) => [name, value]));

const resolve = async (id: string | null) => {
  const operations = { appendIntent: { intent: 'Resolved' } };
  expect((await t.api.patch(`/incident/${id}`, { operations })).status).toBe(200);
};

/** Nothing is to be done about the call before tomorrow, but to ask for its message where it has one. */
async function expectAtRest(hotline: Hotline): Promise<void> {
  const { nextAt, isSettled, session } = await hotline.stored(call);
  const tomorrow = (session.endedAt?.getTime() ?? 0) + 24 * 3_600_000;
  expect({ nextAt, isSettled }).toEqual({ nextAt: new Date(tomorrow), isSettled: true });
}

describe('what a call leads to', () => {
  it('an accepted call: a resolved incident, after its end', async () => {
    const hotline = await hotlineFor();
    await acceptedCall(hotline, call);
    expect(await hotline.incidents()).toEqual([]);
    expect(hotline.poked).toContain('calls');
    await hotline.settle();
    const incident = await onlyIncidentOf(hotline);
    expect(incident).toMatchObject({
      title: `Call from ${caller} to Hotline`,
      status: 'Resolved',
      severity: 'Critical',
      teamIds: [team.id],
    });
    expect(attributesOf(incident)).toEqual({
      Caller: caller,
      Outcome: 'Accepted',
      Route: 'Payments',
      'Duration In Seconds': '60',
      'Answered By': 'Ann',
    });
    await expectAtRest(hotline);
  });

  it('an accepted call whose route does not resolve: an open incident', async () => {
    const hotline = await hotlineFor({ resolvesOnAnswer: false, severity: 'Minor' });
    await acceptedCall(hotline, call);
    await hotline.settle();
    expect(await onlyIncidentOf(hotline)).toMatchObject({ status: 'Open', severity: 'Minor' });
  });

  it('a message: an open incident with a link to it', async () => {
    const hotline = await hotlineFor(toVoicemail);
    await voicemail(hotline, call, { from: 'anonymous' });
    await hotline.settle();
    const incident = await onlyIncidentOf(hotline);
    const { _id } = await hotline.stored(call);
    expect(incident).toMatchObject({ status: 'Open', severity: 'Critical' });
    expect(attributesOf(incident)).toMatchObject({
      Caller: 'anonymous',
      Voicemail: `https://tocsin.example.com/api/public/v1/call-session/${_id}/recording`,
    });
  });

  it('nobody and no message: no incident, and the session at rest', async () => {
    const hotline = await hotlineFor({ voicemailIfNobodyAnswers: false });
    await dialIn(hotline, call);
    await reachRoute(hotline, call);
    await endDial(hotline, call);
    await endCall(hotline, call);
    await hotline.settle();
    expect(await hotline.incidents()).toEqual([]);
    expect(await hotline.stored(call)).toMatchObject({ incidentId: null, incidentReason: null });
    await expectAtRest(hotline);
  });

  it('a message that the carrier reports after the end: the missed call becomes a voicemail', async () => {
    const hotline = await hotlineFor(toVoicemail);
    await dialIn(hotline, call);
    await reachRoute(hotline, call);
    await endCall(hotline, call);
    await hotline.settle();
    expect(await hotline.stored(call)).toMatchObject({
      isSettled: true,
      session: { outcome: 'Missed' },
    });
    await recordingIs(hotline, call, 'completed');
    await hotline.settle();
    expect(await onlyIncidentOf(hotline)).toMatchObject({ status: 'Open' });
  });
});

describe('the team of the incident', () => {
  it('is that of the route, which sees the call from then on', async () => {
    const other = await t.api.make('/team', { displayName: 'Shipping', timeZoneId: 'UTC' });
    const hotline = await openHotline({ t, teamId: team.id });
    const routes = [routeOf(team.id, { key: 1 }), routeOf(other, { key: 2, ...toVoicemail })];
    hotline.settings = { ...hotline.settings, routing: menuWith(routes) };
    await dialIn(hotline, call);
    expect((await hotline.stored(call)).teamIds).toEqual([team.id]);
    const key = { kind: 'MenuKey', attempt: 1, key: '2' } as const;
    await say(hotline, call, { at: 'menu', attempt: 1 }, key);
    await voicemail(hotline, call);
    await hotline.settle();
    const incident = await onlyIncidentOf(hotline);
    expect(incident.teamIds).toEqual([other]);
    expect(attributesOf(incident)).toMatchObject({ Route: 'Shipping', 'Menu Key': '2' });
    expect((await hotline.stored(call)).teamIds).toEqual([team.id, other]);
  });

  it('is that of the number when the team of the route was deleted meanwhile', async () => {
    const gone = await t.api.make('/team', { displayName: 'Gone', timeZoneId: 'UTC' });
    const hotline = await hotlineFor({ teamId: gone, ...toVoicemail });
    await voicemail(hotline, call);
    await t.api.delete(`/team/${gone}`);
    await hotline.settle();
    expect((await onlyIncidentOf(hotline)).teamIds).toEqual([team.id]);
  });
});

describe('once, whatever happens', () => {
  it('a process that dies before it has written down the incident leaves one incident', async () => {
    const hotline = await hotlineFor(toVoicemail);
    await voicemail(hotline, call);
    const catalogue = await loadCatalogue(new URL('../../templates', import.meta.url).pathname);
    const parts = {
      world: t.app.world,
      views: new IntakeViews(t.app.world, t.app.processes, catalogue),
      publicUrl: () => 'https://tocsin.example.com',
    };
    const before = await hotline.stored(call);
    const made = await makeIncident(parts, before);
    // Another one reads the session as it was, after somebody has resolved the incident.
    await resolve(made.incidentId);
    expect(await makeIncident(parts, before)).toEqual(made);
    // Also when a maintenance has begun since then.
    const maintenance = { integrationId: hotline.integrationId, type: 'maintenance' };
    await t.api.make('/inbound-integration-maintenance-windows', maintenance);
    expect(await makeIncident(parts, before)).toEqual(made);
    await hotline.settle();
    expect(await onlyIncidentOf(hotline)).toMatchObject({ status: 'Resolved' });
  });

  it('two processes at once make one incident', async () => {
    const hotline = await hotlineFor(toVoicemail);
    await voicemail(hotline, call);
    await Promise.all([hotline.settle(), hotline.settle(), hotline.settle()]);
    expect((await onlyIncidentOf(hotline)).events).toHaveLength(1);
  });

  it('looking again does nothing', async () => {
    const hotline = await hotlineFor(toVoicemail);
    await voicemail(hotline, call);
    await hotline.settle();
    const before = await hotline.stored(call);
    await hotline.settle();
    expect(await hotline.stored(call)).toEqual(before);
  });
});

describe('maintenance, mute and snooze never stop a call, only its incident', () => {
  const start = '2026-03-01T00:00:00Z';
  const end = '2026-04-01T00:00:00Z';
  const windowOf = (integrationId: string, type: string) =>
    t.api.make('/inbound-integration-maintenance-windows', { integrationId, type, start, end });

  it('a maintenance of the number: none, and the call says why', async () => {
    const hotline = await hotlineFor(toVoicemail);
    await windowOf(hotline.integrationId, 'maintenance');
    await voicemail(hotline, call);
    await hotline.settle();
    expect(await hotline.incidents()).toEqual([]);
    expect(await hotline.stored(call)).toMatchObject({
      incidentId: null,
      incidentReason: {
        code: 'maintenanceUntilOpensNone',
        values: { until: '2026-04-01T00:00:00.000Z[UTC]' },
      },
    });
  });

  it('a maintenance that begins while somebody calls counts, one that has ended does not', async () => {
    const hotline = await hotlineFor(toVoicemail);
    await voicemail(hotline, call);
    await windowOf(hotline.integrationId, 'maintenance');
    await hotline.settle();
    expect(await hotline.incidents()).toEqual([]);
    const ended = await hotlineFor(toVoicemail);
    const window = { integrationId: ended.integrationId, type: 'maintenance', start };
    await t.api.make('/inbound-integration-maintenance-windows', { ...window, end: start });
    call = randomUUID();
    await voicemail(ended, call);
    await ended.settle();
    await onlyIncidentOf(ended);
  });

  it('a maintenance of the team of the route counts as well', async () => {
    const busy = await t.api.make('/team', {
      displayName: 'Busy',
      timeZoneId: 'UTC',
      maintenanceWindows: [{ start, end: null, type: 'maintenance' }],
    });
    const hotline = await hotlineFor({ teamId: busy, ...toVoicemail });
    await voicemail(hotline, call);
    await hotline.settle();
    expect(await hotline.incidents()).toEqual([]);
    const { incidentReason } = await hotline.stored(call);
    expect(incidentReason?.code).toBe('maintenanceOpensNone');
  });

  it('a muted window: an incident that tells nobody', async () => {
    const hotline = await hotlineFor(toVoicemail);
    await windowOf(hotline.integrationId, 'muted');
    await voicemail(hotline, call);
    await hotline.settle();
    expect(await onlyIncidentOf(hotline)).toMatchObject({ isMuted: true });
  });

  it('a silence mutes the incident that matches it', async () => {
    const hotline = await hotlineFor(toVoicemail);
    await t.api.make('/silence', {
      displayName: 'Test calls',
      teamId: team.id,
      integrationIds: [hotline.integrationId],
      matchers: [{ name: 'Caller', operator: '=', value: caller }],
      start,
      end,
    });
    await voicemail(hotline, call);
    await hotline.settle();
    const { isMuted, events } = await onlyIncidentOf(hotline);
    expect(isMuted).toBe(true);
    expect(events[0]?.message).toMatchObject({
      code: 'mutedBySilence',
      values: { silence: 'Test calls' },
    });
  });

  it('snooze settings of the number snooze it', async () => {
    const integration = { snoozeSettings: { snoozeWindowInMinutes: 30 } };
    const hotline = await hotlineFor(toVoicemail, { integration });
    await voicemail(hotline, call);
    await hotline.settle();
    const { snoozed, unsnoozeAt } = await onlyIncidentOf(hotline);
    const until = new Date(t.clock.now().getTime() + 30 * 60_000);
    expect({ snoozed, unsnoozeAt }).toEqual({ snoozed: { until }, unsnoozeAt: until });
  });
});

describe('the mapping of the number', () => {
  const attributesMapping = (attributes: object[]) => ({ attributesMapping: { attributes } });
  const statics = (of: Record<string, string>) =>
    Object.entries(of).map(([name, value]) => ({ name, mappings: [{ static: value }] }));

  it('makes the incident', async () => {
    const hotline = await hotlineFor(toVoicemail);
    const title = { name: 'Title', mappings: [{ jsonPath: '$.jsonBody.callerNumber' }] };
    await t.api.make(
      `/inbound-integration/${hotline.integrationId}/mapping`,
      attributesMapping([title, ...statics({ Status: 'Open', Severity: 'Minor' })]),
    );
    await voicemail(hotline, call);
    await hotline.settle();
    expect(await onlyIncidentOf(hotline)).toMatchObject({ title: caller, severity: 'Minor' });
  });

  it('that discards leaves no incident, and the call says why', async () => {
    const hotline = await hotlineFor(toVoicemail);
    await t.api.make(
      `/inbound-integration/${hotline.integrationId}/mapping`,
      attributesMapping(statics({ Status: 'Open', Severity: 'Minor', Discard: 'True' })),
    );
    await voicemail(hotline, call);
    await hotline.settle();
    expect((await hotline.stored(call)).incidentReason?.code).toBe('mappingDiscardsCall');
  });

  it('that fails loses no call', async () => {
    const hotline = await hotlineFor(toVoicemail);
    await t.api.make(
      `/inbound-integration/${hotline.integrationId}/mapping`,
      attributesMapping([
        { name: 'Status', mappings: [{ jsonPath: '$.jsonBody.nothing' }] },
        { name: 'Severity', mappings: [{ static: 'Minor' }] },
      ]),
    );
    await voicemail(hotline, call);
    await hotline.settle();
    expect(attributesOf(await onlyIncidentOf(hotline))).toMatchObject({ callerNumber: caller });
  });
});

describe('what comes after the incident', () => {
  const transcribed = (hotline: Hotline, text: string | null) =>
    say(hotline, call, { at: 'transcription' }, { kind: 'Transcribed', text });

  it('a transcript is added to it, and nobody is alerted anew', async () => {
    const hotline = await hotlineFor(toVoicemail, { transcript: true });
    await voicemail(hotline, call);
    await hotline.settle();
    expect(attributesOf(await onlyIncidentOf(hotline))).not.toHaveProperty('Transcript');
    await transcribed(hotline, 'The shop does not take cards.');
    await hotline.settle();
    await hotline.settle();
    const incident = await onlyIncidentOf(hotline);
    expect(attributesOf(incident)).toMatchObject({ Transcript: 'The shop does not take cards.' });
    expect(incident.events.map(({ intent }) => intent)).toEqual(['Created', 'Updated']);
    expect(incident.events[1]?.message).toEqual({
      code: 'callerSaid',
      values: { words: 'The shop does not take cards.' },
    });
  });

  it('a transcript that was first comes with it', async () => {
    const hotline = await hotlineFor(toVoicemail, { transcript: true });
    await voicemail(hotline, call);
    await transcribed(hotline, 'No cards.');
    await hotline.settle();
    const incident = await onlyIncidentOf(hotline);
    expect(attributesOf(incident)).toMatchObject({ Transcript: 'No cards.' });
    expect(incident.events).toHaveLength(1);
  });

  it('a transcript reaches an incident that is resolved already', async () => {
    const hotline = await hotlineFor(toVoicemail, { transcript: true });
    await voicemail(hotline, call);
    await hotline.settle();
    const { _id: id } = await onlyIncidentOf(hotline);
    await resolve(id);
    await transcribed(hotline, 'No cards.');
    await hotline.settle();
    const incident = await onlyIncidentOf(hotline);
    expect(incident.status).toBe('Resolved');
    expect(attributesOf(incident)).toMatchObject({ Transcript: 'No cards.' });
  });

  it('a recording that the carrier has not after all is said', async () => {
    const hotline = await hotlineFor(toVoicemail);
    await voicemail(hotline, call);
    await hotline.settle();
    await recordingIs(hotline, call, 'absent');
    await hotline.settle();
    const { status, events } = await onlyIncidentOf(hotline);
    expect(status).toBe('Open');
    expect(events.at(-1)?.message?.code).toBe('recordingMissing');
  });
});

it('a message that the carrier could not record opens an incident that says so', async () => {
  const hotline = await hotlineFor(toVoicemail);
  await dialIn(hotline, call);
  await reachRoute(hotline, call);
  const begun = { ...recording, durationSeconds: null };
  await say(
    hotline,
    call,
    { at: 'recording-status' },
    { kind: 'RecordingStatus', status: 'in-progress', recording: begun },
  );
  await recordingIs(hotline, call, 'failed');
  await hotline.settle();
  await hotline.settle();
  const incident = await onlyIncidentOf(hotline);
  expect(attributesOf(incident)).not.toHaveProperty('Voicemail');
  expect(incident.events.at(-1)?.message?.code).toBe('recordingMissing');
});

it('a day later the access to the carrier and the answers to it are forgotten, and all else stays', async () => {
  const hotline = await hotlineFor();
  await acceptedCall(hotline, call);
  await hotline.settle();
  const before = await hotline.stored(call);
  expect(before.access).not.toBeNull();
  t.clock.advance(24 * 3_600);
  await hotline.settle();
  const { nextAt: _, ...rest } = before;
  expect(await hotline.stored(call)).toEqual({
    ...rest,
    version: before.version + 1,
    access: null,
    applied: [],
  });
  // A number that is still there knows its carrier.
  expect(await endCall(hotline, call, { token: 'wrong' })).toEqual({ outcome: 'refused' });
  expect(await endCall(hotline, call)).toEqual({ outcome: 'noted' });
});

it('a number that is deleted while somebody speaks loses no message', async () => {
  const hotline = await hotlineFor(toVoicemail);
  await dialIn(hotline, call);
  await reachRoute(hotline, call);
  hotline.tokens = null;
  await t.api.delete(`/inbound-integration/${hotline.integrationId}`);
  await t.app.jobs.runAll((task) => task === 'removals');
  await voicemail(hotline, call);
  await hotline.settle();
  expect(await onlyIncidentOf(hotline)).toMatchObject({
    title: `Message from ${caller} for Hotline`,
    status: 'Open',
  });
});
