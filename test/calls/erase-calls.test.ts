import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditEntry } from '../../src/audit/index.ts';
import { writeCall } from '../../src/calls/change-call.ts';
import { newErasure } from '../../src/calls/erase-calls.ts';
import { systemContext } from '../../src/kernel/index.ts';
import { requestRemoval } from '../../src/resources/index.ts';
import { words } from '../../src/sentences/index.ts';
import type { TestApp } from '../support/app.ts';
import { makeKey, makeOrganization, makePerson } from '../support/keys.ts';
import {
  caller,
  dialIn,
  endCall,
  type Hotline,
  openHotline,
  reachRoute,
  recordingIs,
  routeOf,
  startServer,
  voicemail,
} from './hotline.ts';

const minutes = 60;
const day = 86_400;
let t: TestApp;
let hotline: Hotline;
let teamId: string;
let call: string;

beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t?.stop());
beforeEach(async () => {
  teamId = await t.api.make('/team', { displayName: 'Payments', timeZoneId: 'UTC' });
  hotline = await openHotline({
    t,
    teamId,
    integration: {
      integrationSettings: {
        twilio: {
          accessSettings: { phoneNumber: `+49309${Math.floor(Math.random() * 1e8)}` },
          callFlowConfig: { recordingRetentionDays: 30 },
        },
      },
    },
  });
  const route = routeOf(teamId, { goesToVoicemail: true });
  hotline.settings = { ...hotline.settings, routing: { mode: 'single', route } };
  hotline.side.recordings = [
    { outcome: 'fetched', bytes: Buffer.from('ID3 hello'), contentType: 'audio/mpeg' },
  ];
  call = randomUUID();
});

/** A call that is over, with its message copied; from a number of its own unless another one is said. */
async function message(id = call, from: string = ownNumber()): Promise<string> {
  await voicemail(hotline, id, { from });
  await recordingIs(hotline, id, 'completed');
  await hotline.settle();
  return (await hotline.stored(id))._id;
}

function ownNumber(): string {
  return `+49151${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
}

async function remainsOf(sessionId: string) {
  const { connection } = t.app.world.store;
  const count = (name: string, id: string) =>
    connection.collection(name).countDocuments({ _id: id as never });
  return {
    sessions: await count('call_sessions', sessionId),
    recordings: await count('media', sessionId),
    chunks: await count('media_chunks', `${sessionId}/0`),
  };
}
const all = { sessions: 1, recordings: 1, chunks: 1 };
const none = { sessions: 0, recordings: 0, chunks: 0 };

const run = (name: string) => t.app.jobs.runAll((task) => task === name);

/** What the audit log says of it, also what a crash left beside it. */
async function entriesOf(entityId: string): Promise<string[]> {
  await run('call-retention');
  const { body } = await t.api.get(`/auditlog/list?EntityId=${entityId}`);
  return (body.items as { action: string }[]).map(({ action }) => action).toSorted();
}

describe('a call that is deleted', () => {
  it('is seen by nobody at once, and goes with its recording, here and at the carrier, when the carrier has said all of it', async () => {
    const id = await message();
    const { status } = await t.api.delete(`/call-session/${id}`);
    expect(status).toBe(200);
    expect((await t.api.get(`/call-session/${id}`)).status).toBe(404);
    expect((await t.api.get(`/call-session/${id}/recording`)).status).toBe(404);
    const { text } = await t.api.get('/call-session/search/list?Limit=100');
    expect(text).not.toContain(id);
    const before = await t.api.get(`/call-session/stats?IntegrationIds=${hotline.integrationId}`);
    expect(before.body.totals).toMatchObject({ calls: 0 });

    await hotline.settle();
    expect(await remainsOf(id)).toEqual(all);
    t.clock.advance(16 * minutes);
    await hotline.settle();
    expect(await remainsOf(id)).toEqual(none);
    expect(hotline.side.deleted).toEqual(['RE1']);
  });

  it('twice answers 404, and so does one of another organization', async () => {
    const id = await message();
    const other = await makeOrganization(t);
    expect((await other.api.delete(`/call-session/${id}`)).status).toBe(404);
    expect((await t.api.delete(`/call-session/${id}`)).status).toBe(200);
    expect((await t.api.delete(`/call-session/${id}`)).status).toBe(404);
  });

  it('is for administrators of its number: members get 403, other teams 404', async () => {
    const id = await message();
    const elsewhere = await t.api.make('/team', { displayName: 'Other' });
    const member = await makePerson(t, { teams: { [teamId]: 'Member' } });
    const stranger = await makePerson(t, { teams: { [elsewhere]: 'Administrator' } });
    const administrator = await makePerson(t, { teams: { [teamId]: 'Administrator' } });
    expect((await member.api.delete(`/call-session/${id}`)).status).toBe(403);
    expect((await stranger.api.delete(`/call-session/${id}`)).status).toBe(404);
    expect((await administrator.api.delete(`/call-session/${id}`)).status).toBe(200);
  });

  it('while somebody is calling answers 409, and the call goes on', async () => {
    const from = ownNumber();
    await dialIn(hotline, call, { from });
    const { _id: id } = await hotline.stored(call);
    expect((await t.api.delete(`/call-session/${id}`)).status).toBe(409);
    const { body } = await t.api.post('/call-session/delete-caller', { callerNumber: from });
    expect(body).toEqual({ deletedCount: 0, ongoingCount: 1, incidentIds: [] });
    await reachRoute(hotline, call);
    await endCall(hotline, call);
    expect((await t.api.get(`/call-session/${id}`)).status).toBe(200);
  });

  it('before its incident was made still makes it, and a message that comes late does, too', async () => {
    await voicemail(hotline, call, { from: ownNumber() });
    const { _id: id } = await hotline.stored(call);
    expect((await t.api.delete(`/call-session/${id}`)).status).toBe(200);
    await recordingIs(hotline, call, 'completed');
    await hotline.settle();
    expect(await hotline.incidents()).toHaveLength(1);
    t.clock.advance(16 * minutes);
    await hotline.settle();
    expect(await remainsOf(id)).toEqual(none);
    // Nothing is told to the incident of what was deleted.
    expect(hotline.side.asked).toEqual([]);
  });

  it('takes a recording at the carrier with it that was never reported, or might be there', async () => {
    await dialIn(hotline, call, { from: ownNumber() });
    await reachRoute(hotline, call);
    await endCall(hotline, call);
    const { _id: id } = await hotline.stored(call);
    hotline.side.found = { outcome: 'retry', error: words('Fake answered 503.') };
    await t.api.delete(`/call-session/${id}`);
    t.clock.advance(16 * minutes);
    await hotline.settle();
    expect(await remainsOf(id)).toMatchObject({ sessions: 1 });
    const recording = { id: 'RE7', url: 'https://carrier.example.com/RE7', durationSeconds: 9 };
    hotline.side.found = { outcome: 'found', recording };
    t.clock.advance(2);
    await hotline.settle();
    expect(hotline.side.deleted).toEqual(['RE7']);
    expect(await remainsOf(id)).toEqual(none);
    expect(await entriesOf(id)).toEqual(['call-session.delete']);
  });

  it('is asked of the carrier for a day, and the audit log then says that its recording stays there', async () => {
    const id = await message();
    hotline.side.deletion = { outcome: 'retry', error: words('Fake answered 503.') };
    await t.api.delete(`/call-session/${id}`);
    for (let hours = 0; hours < 26; hours += 1) {
      t.clock.advance(3601);
      await hotline.settle();
    }
    expect(await remainsOf(id)).toEqual(none);
    expect(hotline.side.deleted.length).toBeGreaterThan(20);
    expect(await entriesOf(id)).toEqual(['call-session.delete', 'call-session.recording-stays']);
  });

  it('leaves an audit entry also when the process dies right after the deletion was stored', async () => {
    const id = await message();
    const ctx = systemContext(t.app.world, t.organizationId, 'test');
    const entry = auditEntry(ctx, {
      action: 'call-session.delete',
      entityType: 'CallSession',
      entityId: id,
    });
    await writeCall(
      ctx,
      await hotline.stored(call),
      { erasure: newErasure(ctx, 'call') },
      { entry },
    );
    t.clock.advance(16 * minutes);
    await hotline.settle();
    expect(await remainsOf(id)).toEqual(none);
    expect(await entriesOf(id)).toEqual(['call-session.delete']);
  });
});

describe('all calls of a caller', () => {
  it('go, whatever their teams, and nobody else’s; the answer names the incidents that stay, and no entry names the number', async () => {
    const from = ownNumber();
    const [mine, again, other] = [
      await message(randomUUID(), from),
      await message(randomUUID(), from),
      await message(randomUUID()),
    ];
    const spoken = `00${from.slice(1, 3)} ${from.slice(3)}`;
    const { status, body } = await t.api.post('/call-session/delete-caller', {
      callerNumber: spoken,
    });
    const incidents = (await hotline.incidents()).map(({ _id }) => _id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ deletedCount: 2, ongoingCount: 0 });
    expect(incidents).toEqual(expect.arrayContaining(body.incidentIds as string[]));
    expect(body.incidentIds).toHaveLength(2);
    for (const id of [mine, again])
      expect((await t.api.get(`/call-session/${id}`)).status).toBe(404);
    expect((await t.api.get(`/call-session/${other}`)).status).toBe(200);
    t.clock.advance(16 * minutes);
    await hotline.settle();
    expect([await remainsOf(mine), await remainsOf(again)]).toEqual([none, none]);
    expect(await remainsOf(other)).toEqual(all);
    const { text } = await t.api.get('/auditlog/list?Limit=100');
    expect(text).toContain('call-session.delete-caller');
    expect(text).not.toContain(from);
    const notes = await t.app.world.store.connection.collection('removals').find().toArray();
    expect(JSON.stringify(notes)).not.toContain(from);
    const twice = await t.api.post('/call-session/delete-caller', { callerNumber: from });
    expect(twice.body).toEqual({ deletedCount: 0, ongoingCount: 0, incidentIds: [] });
  });

  it('of another organization with the same number stay', async () => {
    const from = ownNumber();
    const id = await message(call, from);
    const other = await makeOrganization(t);
    const { body } = await other.api.post('/call-session/delete-caller', { callerNumber: from });
    expect(body).toMatchObject({ deletedCount: 0 });
    expect((await t.api.get(`/call-session/${id}`)).status).toBe(200);
  });

  it('are for administrators of the organization, and for whole numbers', async () => {
    const administrator = await makePerson(t, { teams: { [teamId]: 'Administrator' } });
    const callerNumber = caller;
    expect(
      (await administrator.api.post('/call-session/delete-caller', { callerNumber })).status,
    ).toBe(403);
    for (const short of ['+4915', '+', '0049 15'])
      expect(
        (await t.api.post('/call-session/delete-caller', { callerNumber: short })).status,
        short,
      ).toBe(400);
  });

  it('go also when the process dies after it noted the deletion, once each, with the entry; later calls stay', async () => {
    const from = ownNumber();
    const id = await message(call, from);
    const ctx = systemContext(t.app.world, t.organizationId, 'test');
    const note = randomUUID();
    const entry = auditEntry(ctx, {
      action: 'call-session.delete-caller',
      entityType: 'Caller',
      entityId: note,
    });
    const until = t.clock.now();
    const sealed = ctx.secrets.seal(JSON.stringify({ callerNumber: from, until }));
    await expect(
      requestRemoval(ctx, { entityType: 'Caller', id: note, sealed }, entry, async () => {
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    t.clock.advance(30);
    const later = await message(randomUUID(), from);
    await run('removals');
    expect((await t.api.get(`/call-session/${id}`)).status).toBe(404);
    expect((await t.api.get(`/call-session/${later}`)).status).toBe(200);
    t.clock.advance(16 * minutes);
    await run('removals');
    await hotline.settle();
    expect(await remainsOf(id)).toEqual(none);
    expect((await t.api.get(`/call-session/${later}`)).status).toBe(200);
    expect(await entriesOf(note)).toEqual(['call-session.delete-caller']);
  });
});

describe('recordings that are kept shorter than their calls', () => {
  it('go after as many days as their number says now, here and at the carrier; the call says so and stays', async () => {
    const id = await message();
    t.clock.advance(29 * day);
    await run('recording-retention');
    await hotline.settle();
    expect(await remainsOf(id)).toEqual(all);
    t.clock.advance(2 * day);
    await run('recording-retention');
    await hotline.settle();
    expect(await remainsOf(id)).toEqual({ sessions: 1, recordings: 0, chunks: 0 });
    expect(hotline.side.deleted).toEqual(['RE1']);
    const { body } = await t.api.get(`/call-session/${id}`);
    expect(body).toMatchObject({ outcome: 'Voicemail', recording: { state: 'Deleted' } });
    const sound = await t.api.get(`/call-session/${id}/recording`);
    expect([sound.status, sound.text]).toEqual([404, expect.stringContaining('was deleted on')]);
    // It is looked at once.
    await run('recording-retention');
    await hotline.settle();
    expect(hotline.side.deleted).toEqual(['RE1']);
    expect((await t.api.delete(`/call-session/${id}`)).status).toBe(200);
  });

  it('of numbers that say nothing stay as long as their calls', async () => {
    const other = await openHotline({ t, teamId });
    other.settings = { ...other.settings, routing: hotline.settings.routing };
    other.side.recordings = hotline.side.recordings;
    await voicemail(other, call, { from: ownNumber() });
    await recordingIs(other, call, 'completed');
    await other.settle();
    t.clock.advance(300 * day);
    await run('recording-retention');
    await other.settle();
    expect(await remainsOf((await other.stored(call))._id)).toEqual(all);
  });
});

it('a key that may only read deletes nothing', async () => {
  const id = await message();
  const reader = t.as(
    await makeKey(t, { scopes: [{ resource: 'call-sessions', permissions: ['get', 'list'] }] }),
  );
  expect((await reader.delete(`/call-session/${id}`)).status).toBe(403);
});
