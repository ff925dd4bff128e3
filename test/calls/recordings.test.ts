import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openRecording } from '../../src/calls/index.ts';
import { systemContext } from '../../src/kernel/index.ts';
import { words } from '../../src/sentences/index.ts';
import type { TestApp } from '../support/app.ts';
import { makeOrganization, makePerson } from '../support/keys.ts';
import {
  dialIn,
  endCall,
  type Hotline,
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
let hotline: Hotline;
let call: string;

beforeAll(async () => {
  t = await startServer();
  const teamId = await t.api.make('/team', { displayName: 'Payments', timeZoneId: 'UTC' });
  hotline = await openHotline({ t, teamId });
  const route = routeOf(teamId, { goesToVoicemail: true });
  hotline.settings = { ...hotline.settings, routing: { mode: 'single', route } };
});
afterAll(() => t?.stop());
beforeEach(() => {
  call = randomUUID();
  hotline.side.asked = [];
});

/** Sound of so many bytes, by its first ones. */
function sound(byteCount: number, begin = 'ID3'): Buffer {
  const bytes = randomBytes(byteCount);
  bytes.write(begin, 'latin1');
  return bytes;
}

const fetched = (bytes: Buffer, contentType = 'audio/mpeg') =>
  ({ outcome: 'fetched', bytes, contentType }) as const;
const notYet = { outcome: 'retry', error: words('It is not there yet.') } as const;

/** A message that is complete, and what the carrier answers to requests for it. */
async function message(...recordings: Hotline['side']['recordings']): Promise<void> {
  hotline.side.recordings = recordings;
  await voicemail(hotline, call);
  await recordingIs(hotline, call, 'completed');
  await hotline.settle();
}

async function read(start: number, end: number): Promise<Buffer> {
  const ctx = systemContext(t.app.world, t.organizationId);
  const parts: Uint8Array[] = [];
  const { read: parted } = openRecording(ctx, await hotline.stored(call));
  for await (const part of parted(start, end)) parts.push(part);
  return Buffer.concat(parts);
}

const shown = async (id: string) => (await t.api.get(`/call-session/${id}`)).body;

const open = async () =>
  openRecording(systemContext(t.app.world, t.organizationId), await hotline.stored(call));

describe('a copy of a message', () => {
  it('is taken as soon as the carrier says that it is complete', async () => {
    const bytes = sound(1000);
    await message(fetched(bytes));
    expect(hotline.side.asked).toEqual([recording.url]);
    expect(await open()).toMatchObject({
      byteCount: 1000,
      contentType: 'audio/mpeg',
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect(await read(0, 1000)).toEqual(bytes);
    expect((await hotline.stored(call)).askAt).toBeUndefined();
  });

  it('can be read from anywhere to anywhere', async () => {
    const bytes = sound(600_000);
    await message(fetched(bytes));
    const chunk = 256 * 1024;
    const edges = [0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk, 599_999, 600_000];
    for (const start of edges)
      for (const end of edges.filter((edge) => edge >= start))
        expect((await read(start, end)).equals(bytes.subarray(start, end)), `${start}-${end}`).toBe(
          true,
        );
  });

  it('may be as large as 20 MB, and no larger', async () => {
    await message(fetched(sound(20 * 1024 * 1024)));
    expect((await open()).byteCount).toBe(20 * 1024 * 1024);
    call = randomUUID();
    await message(fetched(sound(20 * 1024 * 1024 + 1)));
    await expect(open()).rejects.toThrow('larger than 20 MB');
  });

  it('is a wav or mp3 by its content, whatever the carrier calls it', async () => {
    await message(fetched(sound(100, 'RIFF0000WAVE'), 'application/octet-stream'));
    expect((await open()).contentType).toBe('audio/wav');
    call = randomUUID();
    await message(fetched(Buffer.from('<html>not found</html>'), 'audio/mpeg'));
    await expect(open()).rejects.toThrow('neither MP3 nor WAV');
  });

  it('is tried again ever more seldom, for a day, then given up, and the incident says so', async () => {
    await message(notYet);
    const tries: number[] = [];
    const from = t.clock.now().getTime();
    for (;;) {
      const { askAt } = await hotline.stored(call);
      if (!askAt) break;
      const seconds = (askAt.getTime() - t.clock.now().getTime()) / 1000;
      tries.push(seconds);
      await expect(open()).rejects.toThrow('try again in a minute');
      t.clock.advance(seconds);
      await hotline.settle();
    }
    expect(tries.slice(0, 9)).toEqual([1, 2, 5, 15, 60, 300, 900, 3600, 3600]);
    expect(t.clock.now().getTime() - from).toBeGreaterThan(22 * 3_600_000);
    await expect(open()).rejects.toThrow(
      'could not be fetched. A day has passed, and the carrier has not given it.',
    );
    await hotline.settle();
    const { incidentId } = await hotline.stored(call);
    const incident = (await hotline.incidents()).find(({ _id }) => _id === incidentId);
    expect(incident?.events.at(-1)?.message?.code).toBe('recordingNotFetched');
    expect((await hotline.stored(call)).askAt).toBeUndefined();
  });

  it('comes when a later try has it', async () => {
    const bytes = sound(10);
    await message(notYet, notYet, fetched(bytes));
    await expect(open()).rejects.toThrow('try again in a minute');
    for (const seconds of [1, 2]) {
      t.clock.advance(seconds);
      await hotline.settle();
    }
    expect(await read(0, 10)).toEqual(bytes);
  });

  it('is taken without the report that it is complete, when that never comes', async () => {
    hotline.side.recordings = [fetched(sound(10))];
    await voicemail(hotline, call);
    await hotline.settle();
    await expect(open()).rejects.toThrow('try again in a minute');
    t.clock.advance(60);
    await hotline.settle();
    expect((await open()).byteCount).toBe(10);
  });

  it('that was refused is not asked for again', async () => {
    await message({ outcome: 'refused', error: words('It is no host of the carrier.') });
    t.clock.advance(3600);
    await hotline.settle();
    expect(hotline.side.asked).toHaveLength(1);
    await expect(open()).rejects.toThrow('no host of the carrier');
  });

  it('stored twice, after a crash, is there once', async () => {
    const bytes = sound(600_000);
    await message(fetched(bytes));
    const { _id } = await hotline.stored(call);
    const sessions = t.app.world.store.connection.collection('call_sessions');
    await sessions.updateOne({ _id: _id as never }, { $set: { copy: null, askAt: new Date(0) } });
    await hotline.settle();
    const media = t.app.world.store.connection.collection('media');
    expect(await media.countDocuments({ ownerId: _id })).toBe(1);
    expect((await read(0, 600_000)).equals(bytes)).toBe(true);
  });
});

/** A call that went to voicemail, and of which nothing more was heard than that the caller has gone. */
async function unreported(): Promise<string> {
  await dialIn(hotline, call);
  await reachRoute(hotline, call);
  await endCall(hotline, call);
  await hotline.settle();
  return (await hotline.stored(call))._id;
}

const there = { outcome: 'found', recording } as const;

async function soughtAfter(...minutes: number[]): Promise<void> {
  for (const minute of minutes) {
    t.clock.advance(minute * 60);
    await hotline.settle();
  }
}

describe('a message that the carrier did not report', () => {
  beforeEach(() => {
    hotline.side.sought = 0;
    hotline.side.found = { outcome: 'none' };
    hotline.side.recordings = [fetched(sound(10))];
  });

  it('is found at the carrier some minutes later, copied, and opens the incident of a voicemail', async () => {
    const id = await unreported();
    expect(await shown(id)).toMatchObject({ outcome: 'Missed', recording: null });
    hotline.side.found = there;
    await soughtAfter(4);
    expect(hotline.side.sought).toBe(0);
    await soughtAfter(1);
    expect(hotline.side.sought).toBe(1);
    expect(hotline.side.asked).toEqual([recording.url]);
    expect(await read(0, 10)).toHaveLength(10);
    await hotline.settle();
    const view = await shown(id);
    expect(view).toMatchObject({
      outcome: 'Voicemail',
      recording: { state: 'Completed', durationSeconds: 7, reason: null, reasonSentence: null },
      incidentId: expect.any(String),
    });
    expect(JSON.stringify(view.log)).toContain('The carrier had not reported it, and was asked.');
    expect((await hotline.stored(call)).askAt).toBeUndefined();
  });

  it('is looked for four times within a day, and the log then says that there is none', async () => {
    const id = await unreported();
    await soughtAfter(5, 55, 5 * 60, 16 * 60);
    expect(hotline.side.sought).toBe(3);
    expect(await shown(id)).toMatchObject({ recording: null });
    await soughtAfter(60);
    expect(hotline.side.sought).toBe(4);
    const { askAt, session, incidentId } = await hotline.stored(call);
    expect([askAt, session.outcome, incidentId]).toEqual([undefined, 'Missed', null]);
    const view = await shown(id);
    expect(view.recording).toMatchObject({ state: 'Absent' });
    expect(JSON.stringify(view.log)).toContain('The carrier was asked, and has no recording.');
    await soughtAfter(48 * 60);
    expect(hotline.side.sought).toBe(4);
  });

  it('is copied at once when the carrier reports it after all', async () => {
    await unreported();
    await soughtAfter(5);
    await recordingIs(hotline, call, 'completed');
    await hotline.settle();
    expect((await open()).byteCount).toBe(10);
  });

  it('stays unknown when the carrier does not answer for a day, and is found when somebody asks again', async () => {
    hotline.side.found = { outcome: 'retry', error: words('Fake answered 503.') };
    const id = await unreported();
    await soughtAfter(5, 55, 5 * 60, 17 * 60);
    expect((await shown(id)).recording).toMatchObject({
      state: 'Failed',
      reason: expect.stringMatching(/has not said whether it has one\. Fake answered 503\./),
    });
    const again = await t.api.post(`/call-session/${id}/recording/fetch`);
    expect(again.body.recording).toMatchObject({ state: 'Pending', reason: null });
    hotline.side.found = there;
    await hotline.settle();
    await hotline.settle();
    expect(await shown(id)).toMatchObject({
      outcome: 'Voicemail',
      recording: { state: 'Completed' },
      incidentId: expect.any(String),
    });
  });

  it('is not spoken of where the carrier cannot be asked, and nothing says that there is one', async () => {
    hotline.side.found = { outcome: 'refused', error: words('The API key is missing.') };
    const id = await unreported();
    await soughtAfter(5, 60, 24 * 60);
    expect(hotline.side.sought).toBe(1);
    expect((await shown(id)).recording).toBe(null);
    await t.api.post(`/call-session/${id}/recording/fetch`);
    for (let hours = 0; hours < 30; hours += 5) await soughtAfter(5 * 60);
    expect((await shown(id)).recording).toMatchObject({
      state: 'Failed',
      reason: expect.stringContaining('The API key is missing.'),
    });
  });

  it('is not looked for where the caller left none, or the message was too short', async () => {
    await dialIn(hotline, call);
    await reachRoute(hotline, call);
    await say(hotline, call, { at: 'recorded-empty' }, { kind: 'NothingRecorded' });
    await soughtAfter(60);
    expect(hotline.side.sought).toBe(0);
    expect((await shown((await hotline.stored(call))._id)).recording).toMatchObject({
      state: 'Absent',
    });
  });

  it('is no message when it is too short for one', async () => {
    const id = await unreported();
    hotline.side.found = { ...there, recording: { ...recording, durationSeconds: 1 } };
    await soughtAfter(5);
    expect(await shown(id)).toMatchObject({ outcome: 'Missed', recording: { state: 'Absent' } });
    expect(hotline.side.asked).toEqual([]);
  });
});

describe('a recording that is asked for again', () => {
  const again = (id: string, api = t.api) => api.post(`/call-session/${id}/recording/fetch`);
  const refused = { outcome: 'refused', error: words('The carrier answered 403.') } as const;

  it('is being fetched at once, and the incident that said it was not copied says that it is here', async () => {
    await message(refused);
    await hotline.settle();
    const { _id: id, incidentId } = await hotline.stored(call);
    expect((await shown(id)).recording).toMatchObject({
      state: 'Failed',
      reason: expect.stringContaining('The carrier answered 403.'),
    });
    hotline.side.recordings = [fetched(sound(10))];
    t.clock.advance(3 * 86_400);
    const answer = await again(id);
    expect([answer.status, answer.body.recording]).toEqual([
      200,
      { state: 'Pending', durationSeconds: 7, reason: null, reasonSentence: null },
    ]);
    await hotline.settle();
    await hotline.settle();
    expect((await shown(id)).recording).toMatchObject({ state: 'Completed', reason: null });
    const incident = (await hotline.incidents()).find(({ _id }) => _id === incidentId);
    expect(incident?.events.map((event) => event.message?.code).slice(-2)).toEqual([
      'recordingNotFetched',
      'recordingCopiedAfterAll',
    ]);
    const { text } = await t.api.get(`/auditlog/list?EntityId=${id}`);
    expect(text).toContain('call-session.fetch-recording');
  });

  it('is tried for another day, and says why it is not here', async () => {
    await message(refused);
    hotline.side.recordings = [notYet];
    t.clock.advance(30 * 86_400);
    const { _id: id } = await hotline.stored(call);
    await again(id);
    await hotline.settle();
    expect((await shown(id)).recording).toMatchObject({
      state: 'Pending',
      reason: 'It is not there yet.',
    });
    for (let hours = 0; hours < 30; hours += 1) await soughtAfter(61);
    expect((await shown(id)).recording).toMatchObject({
      state: 'Failed',
      reason: expect.stringContaining('A day has passed'),
    });
    expect((await hotline.stored(call)).askAt).toBeUndefined();
  });

  it('while it is being fetched anyway, is tried at once', async () => {
    await message(notYet);
    await soughtAfter(1, 1, 1, 30, 60);
    const { _id: id } = await hotline.stored(call);
    hotline.side.recordings = [fetched(sound(10))];
    await again(id);
    await hotline.settle();
    expect((await shown(id)).recording).toMatchObject({ state: 'Completed' });
  });

  it('fails in clear words when nobody can be asked any more', async () => {
    await message(refused);
    await soughtAfter(25 * 60);
    const { _id: id } = await hotline.stored(call);
    const { tokens } = hotline;
    hotline.tokens = null;
    await again(id);
    await hotline.settle();
    hotline.tokens = tokens;
    expect((await shown(id)).recording).toMatchObject({
      state: 'Failed',
      reason: expect.stringContaining('no access to the carrier any more'),
    });
  });

  it('answers 409 where there is nothing to fetch', async () => {
    await message(fetched(sound(10)));
    expect((await again((await hotline.stored(call))._id)).status).toBe(409);
    call = randomUUID();
    await voicemail(hotline, call);
    await recordingIs(hotline, call, 'absent');
    expect((await again((await hotline.stored(call))._id)).status).toBe(409);
    call = randomUUID();
    await dialIn(hotline, call);
    const { _id: ongoing } = await hotline.stored(call);
    expect((await again(ongoing)).status).toBe(409);
    await endCall(hotline, call);
    expect((await again(ongoing)).text).toContain('asked for no message');
  });

  it('is for administrators of the number: members get 403, others and strangers 404', async () => {
    await message(refused);
    const { _id: id } = await hotline.stored(call);
    const { teamId } = hotline.settings;
    const elsewhere = await t.api.make('/team', { displayName: 'Other' });
    const member = await makePerson(t, { teams: { [teamId]: 'Member' } });
    const stranger = await makePerson(t, { teams: { [elsewhere]: 'Administrator' } });
    const administrator = await makePerson(t, { teams: { [teamId]: 'Administrator' } });
    const others = await makeOrganization(t);
    const statuses = [];
    for (const api of [t.as('nobody'), member.api, stranger.api, others.api, administrator.api])
      statuses.push((await again(id, api)).status);
    expect(statuses).toEqual([401, 403, 404, 404, 200]);
  });
});

it('a call without a message has no recording, and says so', async () => {
  await dialIn(hotline, call);
  await reachRoute(hotline, call);
  await expect(open()).rejects.toThrow('Recording of the call session');
});

describe('a call that has gone silent', () => {
  const checkAt = async () => (await hotline.stored(call)).session.checkAt ?? new Date(0);

  it('is asked about when its phase should be over, and goes on while the carrier says so', async () => {
    await dialIn(hotline, call);
    hotline.side.status = 'ongoing';
    const first = await checkAt();
    await hotline.settle();
    expect(await checkAt()).toEqual(first);
    t.clock.set(first);
    await hotline.settle();
    expect((await checkAt()) > first).toBe(true);
    expect((await hotline.stored(call)).session.outcome).toBe('Ongoing');
  });

  it('ends as the facts support when the carrier knows it no longer', async () => {
    await dialIn(hotline, call);
    hotline.side.status = null;
    t.clock.set(await checkAt());
    await hotline.settle();
    const { session, askAt } = await hotline.stored(call);
    expect(session).toMatchObject({ outcome: 'Missed', phase: 'ended' });
    expect(askAt).toBeUndefined();
  });

  it('is reported when it is ongoing for more than five hours', async () => {
    const counts: number[] = [];
    const number = await openHotline({
      t,
      teamId: hotline.settings.teamId,
      calls: { onStale: (count) => counts.push(count) },
    });
    await dialIn(number, call);
    const stale = number.calls.tasks.find(({ name }) => name === 'stale-calls');
    const lookFor = () => stale?.run(new AbortController().signal);
    await lookFor();
    const before = counts.at(-1) ?? 0;
    t.clock.advance(5 * 3600 + 1);
    await lookFor();
    expect(counts.at(-1)).toBeGreaterThan(before);
    expect(t.log.at(-1)).toMatchObject({ msg: 'calls are ongoing for more than 5 hours' });
  });
});
