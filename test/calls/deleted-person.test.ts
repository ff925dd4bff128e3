import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { namedInStore } from '../support/named-in-store.ts';
import { staffTeam } from '../support/staffed-team.ts';
import {
  acceptedCall,
  dialIn,
  endCall,
  endDial,
  type Hotline,
  instructionsOf,
  openHotline,
  reachRoute,
  startServer,
} from './hotline.ts';

const name = 'Quagga';
const number = '+4930987654';

let t: TestApp;
let hotline: Hotline;
let ids: Record<string, string>;
const texts = [name, number.slice(1)];
beforeAll(async () => {
  t = await startServer();
  const users = { [name]: { phoneNumber: number }, Bob: { phoneNumber: '+4930222' } };
  const tiers = [{ people: [name] }, { people: ['Bob'] }];
  const team = await staffTeam(t.api, 'Payments', tiers, { users });
  ids = Object.fromEntries(Object.entries(team.people).map(([who, { id }]) => [who, id]));
  hotline = await openHotline({ t, teamId: team.id });
});
afterAll(() => t?.stop());

const removals = () => t.app.jobs.runAll((task) => task === 'removals');

it('calls and their incidents name nobody who was deleted, nor does a call that goes on', async () => {
  const [taken, ringing] = [randomUUID(), randomUUID()];
  await acceptedCall(hotline, taken);
  await hotline.settle();
  await dialIn(hotline, ringing, { from: '+4915119999999' });
  await reachRoute(hotline, ringing);
  const before = await namedInStore(t, texts);
  expect(Object.keys(before)).toEqual(expect.arrayContaining(['call_sessions', 'incidents']));

  expect((await t.api.delete(`/user/${ids[name]}`)).status).toBe(200);
  await removals();
  // The carrier still reports about the phone that it rings, and rings the next one.
  const answer = instructionsOf(await endDial(hotline, ringing, { status: 'no-answer' }));
  expect(answer).toMatchObject([{ do: 'dial', to: '+4930222' }]);
  await endDial(hotline, ringing, { leg: 1, status: 'no-answer' });
  await endCall(hotline, ringing);
  t.clock.advance(61);
  await removals();
  expect(await namedInStore(t, texts)).toEqual({});

  const view = async (call: string) => {
    const { _id } = await hotline.stored(call);
    return (await t.api.get(`/call-session/${_id}`)).body;
  };
  expect(JSON.stringify(await view(ringing))).toContain('Deleted user did not pick up');
  expect(await view(taken)).toMatchObject({
    acceptedBy: { id: ids[name], displayName: null, email: null },
  });
});
