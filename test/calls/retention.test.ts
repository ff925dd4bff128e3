import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { callEngagementModel, callSessionModel } from '../../src/calls/model.ts';
import type { TestApp } from '../support/app.ts';
import { makeOrganization } from '../support/keys.ts';
import {
  dialIn,
  type Hotline,
  openHotline,
  recordingIs,
  routeOf,
  startServer,
  voicemail,
} from './hotline.ts';

let t: TestApp;
let hotline: Hotline;
let call: string;

beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t?.stop());
beforeEach(async () => {
  const teamId = await t.api.make('/team', { displayName: 'Payments', timeZoneId: 'UTC' });
  hotline = await openHotline({ t, teamId });
  const route = routeOf(teamId, { goesToVoicemail: true });
  hotline.settings = { ...hotline.settings, routing: { mode: 'single', route } };
  hotline.side.recordings = [
    { outcome: 'fetched', bytes: Buffer.from('ID3 hello'), contentType: 'audio/mpeg' },
  ];
  call = randomUUID();
});

/** A call that is over, with its message copied. */
async function message(): Promise<string> {
  await voicemail(hotline, call);
  await recordingIs(hotline, call, 'completed');
  await hotline.settle();
  return (await hotline.stored(call))._id;
}

async function remainsOf(sessionId: string) {
  const { connection } = t.app.world.store;
  const byId = { _id: sessionId as never };
  return {
    sessions: await connection.collection('call_sessions').countDocuments(byId),
    recordings: await connection.collection('media').countDocuments(byId),
    chunks: await connection
      .collection('media_chunks')
      .countDocuments({ _id: `${sessionId}/0` as never }),
  };
}
const all = { sessions: 1, recordings: 1, chunks: 1 };
const none = { sessions: 0, recordings: 0, chunks: 0 };

it('a call is kept for 365 days, with its recording', async () => {
  const id = await message();
  t.clock.advance(365 * 86_400);
  await t.app.jobs.runAll((task) => task === 'call-retention');
  expect(await remainsOf(id)).toEqual(all);
  t.clock.advance(1);
  await t.app.jobs.runAll((task) => task === 'call-retention');
  expect(await remainsOf(id)).toEqual(none);
});

it('calls that are over go with their number, what is still going on stays', async () => {
  const id = await message();
  const other = randomUUID();
  await dialIn(hotline, other);
  await t.api.delete(`/inbound-integration/${hotline.integrationId}`);
  await t.app.jobs.runAll((task) => task === 'removals');
  expect(await remainsOf(id)).toEqual(none);
  expect((await hotline.stored(other)).session.outcome).toBe('Ongoing');
});

it('everything leaves with the organization', async () => {
  const { store } = t.app.world;
  const { id: organizationId } = await makeOrganization(t);
  await message();
  await dialIn(hotline, randomUUID());
  const moved = { $set: { organizationId } };
  await callSessionModel(store).updateMany({ integrationId: hotline.integrationId }, moved);
  await callEngagementModel(store).create({
    _id: 'team:user',
    organizationId,
    teamId: 'team',
    userId: 'user',
    sessionId: 'session',
    since: t.clock.now(),
    leaseUntil: t.clock.now(),
  });
  await t.api.delete(`/organizations/${organizationId}`);
  await t.app.jobs.runAll((task) => task === 'removals');
  expect(await callSessionModel(store).countDocuments({ organizationId })).toBe(0);
  expect(await callEngagementModel(store).countDocuments({ organizationId })).toBe(0);
});
