import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { incidentModel } from '../../src/incidents/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { recordQueries } from '../support/recorded-queries.ts';
import { attribute, makeIntegration, map, plainMapping, send } from '../support/webhook.ts';

const queries = recordQueries();
let server: TestApp;
let id: string;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.advance(100_000);
  id = await make(300);
});

async function make(
  reopenWithinSeconds: number | null,
  attributes: readonly object[] = plainMapping,
) {
  const made = await makeIntegration(server, { reopenWithinSeconds });
  await map(server, made, attributes);
  return made;
}

async function fire(status: 'Open' | 'Resolved', over: object = {}, to = id) {
  const body = { status, severity: 'Minor', title: 'Disk', id: 'one', ...over };
  const { body: answer } = await send(server, to, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer as { outcome: string; incidentId: string };
}

interface Event {
  message: string | null;
  status: string;
  modification: { intent: string };
}

async function eventsOf(incidentId: string): Promise<Event[]> {
  return (await server.api.get(`/incident/search/${incidentId}`)).body.events as Event[];
}

function act(incidentId: string, intent: string) {
  const operations = { appendIntent: { intent } };
  return server.api.patch(`/incident/${incidentId}`, { operations });
}

/** Opens, resolves, waits, and opens again: true when that is the same incident. */
async function comesBack(
  after: number,
  to = id,
  between?: (incidentId: string) => Promise<unknown>,
) {
  const first = await fire('Open', {}, to);
  await fire('Resolved', {}, to);
  await between?.(first.incidentId);
  server.clock.advance(after);
  const again = await fire('Open', {}, to);
  return again.incidentId === first.incidentId;
}

describe('a problem that comes back', () => {
  it('within the time reopens its incident, which says how often; the next end and return, too', async () => {
    const { incidentId } = await fire('Open');
    for (const times of ['once', '2 times', '3 times']) {
      await fire('Resolved');
      server.clock.advance(300);
      expect(await fire('Open')).toMatchObject({ outcome: 'Updated', incidentId });
      const [latest] = await eventsOf(incidentId);
      expect(latest).toMatchObject({
        status: 'Open',
        modification: { intent: 'Unresolved' },
        message: `The problem came back within 300 s of its end. It has come back ${times}.`,
      });
    }
    // It correlates as before.
    expect(await fire('Open')).toMatchObject({ outcome: 'Updated', incidentId });
    expect(await fire('Resolved')).toMatchObject({ outcome: 'Resolved', incidentId });
  });

  it.each([
    ['later', 301, 300],
    ['without the setting', 1, null],
    ['with 0', 1, 0],
  ])('%s it opens another one', async (_, after, seconds) => {
    expect(await comesBack(after, await make(seconds))).toBe(false);
  });

  it('after somebody resolved or archived the incident it opens another one', async () => {
    const byHand = await fire('Open');
    await act(byHand.incidentId, 'Resolved');
    expect((await fire('Open')).incidentId).not.toBe(byHand.incidentId);
    await fire('Resolved');
    expect(await comesBack(1, id, (incidentId) => act(incidentId, 'Archived'))).toBe(false);
  });

  it('another problem of the integration, or the same of another, opens its own', async () => {
    const { incidentId } = await fire('Open');
    await fire('Resolved');
    expect((await fire('Open', { id: 'two' })).outcome).toBe('Opened');
    expect((await fire('Open', {}, await make(300))).outcome).toBe('Opened');
    expect((await fire('Open')).incidentId).toBe(incidentId);
  });

  it('a group takes back what belongs to it, also another of its problems', async () => {
    const rack = attribute('Rack', '$.jsonBody.rack', { isGroupingKey: true });
    const grouping = await make(300, [...plainMapping, rack]);
    const first = await fire('Open', { rack: 'r1' }, grouping);
    await fire('Resolved', { rack: 'r1' }, grouping);
    expect((await fire('Open', { rack: 'r2' }, grouping)).outcome).toBe('Opened');
    const again = await fire('Open', { rack: 'r1', id: 'other' }, grouping);
    expect(again).toMatchObject({ outcome: 'Updated', incidentId: first.incidentId });
    // It is the open group again: it takes more, and ends with the last of them.
    await fire('Open', { rack: 'r1' }, grouping);
    await fire('Resolved', { rack: 'r1' }, grouping);
    expect((await eventsOf(first.incidentId))[0]?.status).toBe('Open');
    await fire('Resolved', { rack: 'r1', id: 'other' }, grouping);
    expect((await eventsOf(first.incidentId))[0]?.status).toBe('Resolved');
  });

  it('does not stay muted by what was active when it opened', async () => {
    const window = await server.api.make('/inbound-integration-maintenance-windows', {
      integrationId: id,
      type: 'muted',
    });
    const { incidentId } = await fire('Open');
    await fire('Resolved');
    await server.api.delete(`/inbound-integration-maintenance-windows/${window}`);
    expect((await fire('Open')).incidentId).toBe(incidentId);
    const stored = await incidentModel(server.app.world.store).findById(incidentId).lean();
    expect(stored).toMatchObject({ isMuted: false, status: 'Open', flaps: 1 });
  });

  it('many at once reopen it once', async () => {
    const { incidentId } = await fire('Open');
    await fire('Resolved');
    const answers = await Promise.all(Array.from({ length: 10 }, () => fire('Open')));
    expect(new Set(answers.map((answer) => answer.incidentId))).toEqual(new Set([incidentId]));
    const reopenings = (await eventsOf(incidentId)).filter(
      ({ modification }) => modification.intent === 'Unresolved',
    );
    expect(reopenings).toHaveLength(1);
  });
});

it('what reopens is found by an index', async () => {
  expect(await comesBack(1)).toBe(true);
  const { seen, scans } = await queries.explainAll(server);
  expect(scans).toEqual([]);
  expect([...seen]).toContain('incidents find');
});
