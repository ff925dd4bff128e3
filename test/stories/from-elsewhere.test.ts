import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeKey } from '../support/keys.ts';
import { Town } from './town.ts';

let town: Town;
let teamId: string;
let ada: string;
beforeAll(async () => {
  town = await Town.start();
});
afterAll(() => town?.stop());
beforeEach(async () => {
  await town.begin('2026-03-02T22:00:00Z');
  teamId = await town.team('Payments', []);
  ada = await town.person('Ada', { hasPhone: true });
  await town.person('Bob');
});

const acknowledged = async (id: string | null) =>
  (await town.history(id)).some((line) => line.startsWith('Investigated'));

/** The first step of the policy of the team names Ada by a schedule, and the second Bob. */
async function nights(): Promise<void> {
  const scheduleId = await town.api.make('/on-call-schedule', {
    ...{ displayName: `Nights of ${ada}`, teamId, timeZoneId: 'UTC' },
    layers: [{ groups: [{ userIds: [ada] }] }],
  });
  await town.api.make('/escalation-policy', {
    ...{ displayName: `Nights of ${ada}`, teamId, isDefault: true },
    steps: [
      { targets: [{ scheduleId }] },
      { targets: [{ userId: town.idOf('Bob') }], afterMinutes: 10 },
    ],
  });
}

it('whoever a schedule names takes the incident by a link, without being in any team', async () => {
  await nights();
  const { incidentId } = await (await town.probe(teamId)).open('Till closed');
  await town.acknowledgeByLink('Ada');
  expect(await acknowledged(incidentId)).toBe(true);
  await town.until(60);
  expect(town.heard.filter((line) => line.includes('Bob'))).toEqual([]);
});

it('and by a text, and reads about it, and about nothing else', async () => {
  await nights();
  const probe = await town.probe(teamId);
  const { incidentId } = await probe.open('Till closed');
  expect(await town.reply('Ada', 'ACK')).toContain('Till closed');
  expect(await acknowledged(incidentId)).toBe(true);
  const shop = await town.team('Shop', [{ people: ['Cem'] }]);
  const { body } = await town.api.post('/incident', {
    ...{ title: 'Door open', status: 'Open', severity: 'Minor', teamIds: [shop] },
  });
  const api = town.server.as(await makeKey(town.server, { userId: ada }));
  expect((await api.get(`/incident/search/${incidentId}`)).status).toBe(200);
  expect((await api.get(`/incident/search/${body.id}`)).status).toBe(404);
  const ofShop = await makeKey(town.server, { userId: ada, teamIds: [shop] });
  const limited = town.server.as(ofShop);
  expect((await limited.get(`/incident/search/${incidentId}`)).status, 'not by every key').toBe(
    404,
  );
});

it('and finds it in lists, by every filter, with the tabs that count it', async () => {
  await nights();
  const probe = await town.probe(teamId);
  const { incidentId } = await probe.open('Till closed');
  await town.until(1);
  const api = town.server.as(await makeKey(town.server, { userId: ada }));
  const listed = async (more: string) => {
    const { body } = await api.get(`/incident/search/list?WithCounts=true${more}`);
    const { incidents, counts } = body as { incidents: { id: string }[]; counts: { open: number } };
    return [incidents.map(({ id }) => id), counts?.open];
  };
  expect(await listed('')).toEqual([[incidentId], 1]);
  expect(await listed(`&TeamIds=${teamId.toUpperCase()}&SortBy=Urgency`)).toEqual([
    [incidentId],
    1,
  ]);
  expect(await listed('&SearchTerm=closed')).toEqual([[incidentId], undefined]);
  const { body } = await api.get('/incident/search/changes');
  expect(body.incidents).toMatchObject([{ id: incidentId }]);
  await town.change(String(incidentId), 'Resolved');
  expect(await listed('&Statuses=Open')).toEqual([[], 0]);
  const ofShop = { userId: ada, teamIds: [await town.team('Shop', [])] };
  const limited = town.server.as(await makeKey(town.server, ofShop));
  expect((await limited.get('/incident/search/list')).body.incidents).toEqual([]);
});

it('so does whom it is assigned to', async () => {
  const { body } = await town.api.post('/incident', {
    ...{ title: 'Fan stands still', status: 'Open', severity: 'Critical', teamIds: [teamId] },
    userAssignments: [{ userId: ada }],
  });
  const assigned = { userAssigningOptions: { userAssignments: [{ userId: ada }] } };
  await town.change(String(body.id), 'Assigned', { intentOptions: assigned });
  await town.acknowledgeByLink('Ada');
  expect(await acknowledged(String(body.id))).toBe(true);
});
