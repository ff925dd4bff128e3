import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CallFilter, listCallSessions } from '../../src/calls/index.ts';
import { systemContext } from '../../src/kernel/index.ts';
import type { TestApp } from '../support/app.ts';
import { type RecordedQueries, recordQueries } from '../support/recorded-queries.ts';
import { staffTeam } from '../support/staffed-team.ts';
import {
  acceptedCall,
  caller,
  dialIn,
  endDial,
  type Hotline,
  openHotline,
  reachRoute,
  recordingIs,
  startServer,
  voicemail,
} from './hotline.ts';

let queries: RecordedQueries;
let t: TestApp;
let hotline: Hotline;

beforeAll(async () => {
  queries = recordQueries();
  t = await startServer();
  const team = await staffTeam(t.api, 'Payments', [{ people: ['Ann'] }], {
    users: { Ann: { phoneNumber: '+4930111' } },
  });
  hotline = await openHotline({
    t,
    teamId: team.id,
    integration: {
      integrationSettings: {
        twilio: {
          accessSettings: { phoneNumber: '+4930901820' },
          callFlowConfig: { recordingRetentionDays: 1 },
        },
      },
    },
  });
  hotline.side.recordings = [
    { outcome: 'fetched', bytes: Buffer.from('ID3 hello'), contentType: 'audio/mpeg' },
  ];
});
afterAll(() => t?.stop());

async function expectNoScans(): Promise<Set<string>> {
  const { seen, scans } = await queries.explainAll(t);
  expect(scans).toEqual([]);
  return seen;
}

it('no request of a carrier, and nothing that follows from calls, scans a collection', async () => {
  await acceptedCall(hotline, randomUUID());
  const silent = randomUUID();
  await dialIn(hotline, silent);
  const message = randomUUID();
  await dialIn(hotline, message);
  await reachRoute(hotline, message);
  await endDial(hotline, message);
  await voicemail(hotline, message);
  await recordingIs(hotline, message, 'completed');
  await t.api.post('/call-session/delete-caller', { callerNumber: caller });
  t.clock.advance(6 * 3600);
  await hotline.settle();
  await t.app.jobs.runAll((task) => task === 'recording-retention');
  await t.app.jobs.runAll((task) => task === 'call-retention');
  await t.api.delete(`/inbound-integration/${hotline.integrationId}`);
  await t.app.jobs.runAll((task) => task === 'removals');
  const seen = await expectNoScans();
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'call_sessions find',
      'call_sessions update',
      'call_sessions delete',
      'call_engagements update',
      'call_engagements delete',
      'media find',
    ]),
  );
});

const filters: CallFilter[] = [
  {},
  { callerPrefix: caller.slice(0, 6) },
  { outcomes: ['Missed', 'Voicemail'] },
  { integrationIds: ['one', 'two'] },
  { teamIds: ['one'] },
  { from: new Date('2026-03-01'), until: new Date('2026-04-01') },
];

it.each(filters)('a list with %j scans no collection, whoever asks', async (filter) => {
  const everybody = systemContext(t.app.world, t.organizationId);
  const somebody = { ...everybody, teams: { see: ['one', 'two'], edit: [] } };
  for (const ctx of [everybody, somebody])
    for (const page of [{ limit: 20 }, { limit: 20, idLessThan: randomUUID() }])
      await listCallSessions(ctx, filter, page);
  await expectNoScans();
});
