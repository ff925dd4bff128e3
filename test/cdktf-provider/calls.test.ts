import { beforeAll, describe, expect, test } from 'vitest';
import { tocsinProvider } from '../../cdktf-provider/provider.ts';
import type { Value } from '../../cdktf-provider/runtime/value.ts';
import type { TestApp } from '../support/app.ts';
import { storeCall } from '../support/calls.ts';
import { sharedTestApp } from '../support/shared-app.ts';

const provider = tocsinProvider();

let server: TestApp;
let integrationId: string;
let teamId: string;
const ids: string[] = [];

beforeAll(async () => {
  server = await sharedTestApp();
  const { api, app, organizationId } = server;
  teamId = await api.make('/team', { displayName: 'Payments' });
  integrationId = await api.make('/inbound-integration', {
    displayName: 'Hotline',
    teamId,
    type: 'Twilio',
    integrationSettings: { twilio: { accessSettings: { phoneNumber: '+4930901820' } } },
  });
  const number = { organizationId, integrationId, teamIds: [teamId] };
  for (let minute = 0; minute < 130; minute += 1)
    ids.unshift(
      await storeCall(app.world, {
        ...number,
        at: new Date(Date.UTC(2026, 1, 1, 8, minute)).toISOString(),
        outcome: minute % 13 === 0 ? 'Voicemail' : minute % 2 === 0 ? 'Missed' : 'Failed',
      }),
    );
});

/** What Terraform gets for a data source with these arguments. */
async function read(type: string, config: Record<string, Value>): Promise<Record<string, unknown>> {
  const api = await provider.configure(
    { endpoint: server.app.url, api_key: server.key, pace_requests: false },
    { env: {}, signal: new AbortController().signal, log: () => {} },
  );
  const source = provider.dataSources[type];
  if (!source) throw new Error(`There is no data source ${type}.`);
  return (await source.read(api, config)) as Record<string, unknown>;
}

describe('calls as data sources', () => {
  test('all that match are read, page by page', async () => {
    const { call_sessions: all } = await read('tocsin_call_sessions', {});
    expect((all as { id: string }[]).map(({ id }) => id)).toEqual(ids);
  });

  test('lists of outcomes and numbers are filters', async () => {
    const { call_sessions: some } = await read('tocsin_call_sessions', {
      outcomes: ['Voicemail', 'Missed'],
      integration_ids: [integrationId],
      from: '2026-02-01T08:00:00Z',
      until: '2026-02-01T08:14:00Z',
    });
    const found = some as { outcome: string; carrier: string; integration: object }[];
    // The minutes 13, 12, 10, 8, 6, 4, 2 and 0.
    expect(found.map(({ outcome }) => outcome)).toEqual([
      'Voicemail',
      ...Array.from({ length: 6 }, () => 'Missed'),
      'Voicemail',
    ]);
    expect(found[0]).toMatchObject({
      carrier: 'Twilio',
      integration: { id: integrationId, display_name: 'Hotline' },
    });
  });

  test('one call has its log', async () => {
    const call = await read('tocsin_call_session', { id: ids[0] ?? '' });
    expect(call).toMatchObject({
      id: ids[0],
      caller_number: '+4915112345678',
      duration_seconds: 30,
      log: [{ step: 'CallReceived', reason: 'A call came in.' }],
    });
    await expect(read('tocsin_call_session', { id: teamId })).rejects.toThrow();
  });

  test('stats are counted for the time that was asked for', async () => {
    const stats = await read('tocsin_call_stats', {
      from: '2026-02-01T00:00:00Z',
      until: '2026-02-02T00:00:00Z',
      interval: 'Hour',
      team_ids: [teamId],
    });
    expect(stats).toMatchObject({
      time_zone_id: 'UTC',
      totals: { calls: 130, voicemail: 10, average_seconds_to_answer: null },
      teams: [{ team: { display_name: 'Payments' }, counts: { calls: 130 } }],
    });
    expect(stats.intervals).toHaveLength(24);
  });
});
