import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deliveriesOf } from '../../src/notifications/delivery.ts';
import type { LayerSettings } from '../../src/rota/index.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { instant, layers, people, zone } from '../rota/random-rotas.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { firstSeed, runsOf } from '../support/runs.ts';

const day = 86_400_000;
const iso = (at: number) => new Date(at).toISOString();

let server: TestApp;
let smtp: FakeSmtpServer;
let teamId: string;
/** Ids by the letters of the generators. */
const users = new Map<string, string>();

beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await startTestApp({ clock: iso(0), env: { TOCSIN_SMTP_URL: smtp.url } });
  teamId = await server.api.make('/team', { displayName: 'Payments' });
  for (const name of people)
    users.set(
      name,
      await server.api.make('/user', { displayName: name, email: `${name}@example.com` }),
    );
});
afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
});

interface Shift {
  userId: string;
  start: string;
  end: string;
}

/** Who is on call when, and why. */
async function timeline(id: string, from: number, until: number) {
  const path = `/on-call-schedule/${id}/timeline?Start=${iso(from)}&End=${iso(until)}`;
  const { body, status, text } = await server.api.get(path);
  expect(status, text).toBe(200);
  return { shifts: body.shifts as Shift[], gaps: body.gaps };
}

/** What people were told of a schedule, but for the request itself. */
async function toldOf(place: string): Promise<string[]> {
  const found = await deliveriesOf(server.app.world).find({}).toArray();
  return found
    .flatMap(({ ownerId, createdAt, note }) => {
      const said = JSON.stringify(note ?? '');
      const isOther = !said.includes(`"${place}"`) || note?.title.code.startsWith('cover');
      return isOther ? [] : [`${createdAt.toISOString()} ${ownerId} ${said.replaceAll(place, '')}`];
    })
    .toSorted();
}

const stories = fc.record({
  settings: fc.record({ timeZoneId: zone, layers }),
  begin: instant,
  leads: fc.subarray([30, 600, 1440, 4000]),
  /** Which shift, what part of it, and who takes it. */
  choice: fc.record({ shift: fc.nat(5), from: fc.nat(3), until: fc.nat(3), taker: fc.nat(3) }),
  isSwap: fc.boolean(),
  /** In parts of the time until the shift begins; beyond 4 it has begun. */
  endsAfter: fc.nat(5),
  isLookedAtBetween: fc.boolean(),
  end: fc.constantFrom('withdraw', 'delete'),
  looks: fc.array(fc.integer({ min: 10, max: 1500 }), { minLength: 4, maxLength: 8 }),
});

/** Beside random layers, so that somebody is on call. */
const always = { id: 'always', turns: { every: 1, unit: 'days', from: iso(0) } };
const peopleInTurn = () => [...users.values()].slice(0, 3).map((id) => ({ userIds: [id] }));

/** A random layer as the API takes it. */
function asTaken({ groups, startsAt, endsAt, turns, ...layer }: LayerSettings) {
  const isInOrder = !startsAt || !endsAt || startsAt < endsAt;
  const isElapsed = turns?.unit === 'hours' || turns?.unit === 'minutes';
  return {
    ...layer,
    startsAt,
    endsAt: isInOrder ? endsAt : null,
    onHolidays: null,
    turns: turns ? { ...turns, clock: isElapsed ? turns.clock : null } : null,
    groups: groups
      .slice(0, turns ? groups.length : 1)
      .map(({ userIds }) => ({ userIds: userIds.map((id) => users.get(id)) })),
  };
}

let count = 0;
/** Runs in which somebody could accept. */
let accepted = 0;
/** What was told and compared. */
let lines = 0;

it('an accepted request that is taken back leaves who is on call, and who is told, as if never asked', async () => {
  const { api, clock } = server;
  const look = () => server.app.jobs.runAll();
  await fc.assert(
    fc.asyncProperty(stories, async (story) => {
      const { settings, begin, leads, choice, isSwap, endsAfter, isLookedAtBetween } = story;
      count += 1;
      clock.set(new Date(begin));
      const body = (displayName: string) => ({
        ...{ displayName, teamId, timeZoneId: settings.timeZoneId, noticesBeforeMinutes: leads },
        layers: [...settings.layers.map(asTaken), { ...always, groups: peopleInTurn() }],
      });
      const [asked, twin] = [`Asked ${count}.`, `Twin ${count}.`];
      const made = await api.post('/on-call-schedule', body(asked));
      // Not every random schedule is one that the API takes.
      if (made.status !== 200) return;
      const id = String(made.body.id);
      const twinId = await api.make('/on-call-schedule', body(twin));
      await look();

      const { shifts: coming } = await timeline(id, begin + day, begin + 12 * day);
      const shift = coming[choice.shift % Math.max(1, coming.length)];
      if (shift) {
        const { userId } = shift;
        const isBeside = (one: Shift) => one.start < shift.end && one.end > shift.start;
        const onCall = new Set(coming.filter(isBeside).map((one) => one.userId));
        const others = [...users.values()].filter((one) => !onCall.has(one));
        const taker = others[choice.taker % others.length];
        const [start, end] = [Date.parse(shift.start), Date.parse(shift.end)];
        const part = (n: number) => start + Math.floor(((end - start) * n) / 8);
        const inReturn = coming.find((one) => one.userId === taker);
        const gives = isSwap && inReturn ? [{ start: inReturn.start, end: inReturn.end }] : null;
        const request = await api.post('/cover-request', {
          ...{ scheduleId: id, userId, askedUserIds: [taker], kind: gives ? 'swap' : 'cover' },
          ...{ start: iso(part(choice.from)), end: iso(part(8 - choice.until)), gives },
        });
        const path = `/cover-request/${request.body.id}`;
        const answer =
          request.status === 200 ? await api.post(`${path}/accept`, { userId: taker }) : request;
        const changed = await timeline(id, begin, begin + 20 * day);
        if (answer.status === 200) {
          accepted += 1;
          expect(changed).not.toEqual(await timeline(twinId, begin, begin + 20 * day));
        }
        if (isLookedAtBetween) await look();
        const first = Math.min(
          part(choice.from),
          ...(gives ?? []).map((one) => Date.parse(one.start)),
        );
        const endAt = begin + Math.floor(((first - begin) * endsAfter) / 4.5);
        if (isLookedAtBetween && endAt > begin) clock.set(new Date(endAt));
        if (request.status === 200) {
          const ended =
            story.end === 'delete' ? await api.delete(path) : await api.post(`${path}/withdraw`);
          expect(ended.status, ended.text).toBe(200);
        }
        const now = clock.now().getTime();
        const after = await timeline(id, now, begin + 20 * day);
        expect(after).toEqual(await timeline(twinId, now, begin + 20 * day));
      }

      const since = clock.now().getTime();
      for (const minutes of story.looks) {
        clock.advance(minutes * 60);
        await look();
        const at = iso(clock.now().getTime());
        const peopleNow = await Promise.all(
          [id, twinId].map(async (one) => {
            const { body: now } = await api.get(`/on-call-schedule/${one}/on-call?Timestamp=${at}`);
            return (now.people as { user: { id: string } }[]).map(({ user }) => user.id);
          }),
        );
        expect(peopleNow[0]).toEqual(peopleNow[1]);
      }
      const [told, toldOfTwin] = [await toldOf(asked), await toldOf(twin)];
      const isHandOver = (line: string) => /"shift(Began|Ended)Title"/.test(line);
      // Who was told meanwhile is told of the way back, too; shifts begin and end as they always would have.
      const isSame = isLookedAtBetween ? isHandOver : () => true;
      const later = (line: string) => line >= iso(since);
      const compared = (all: string[]) =>
        all.filter((line) => isSame(line) && (!isLookedAtBetween || later(line)));
      lines += compared(told).length;
      expect(compared(told)).toEqual(compared(toldOfTwin));
      for (const one of [id, twinId]) await api.delete(`/on-call-schedule/${one}`);
    }),
    { numRuns: runsOf({ short: 4, long: 80 }), seed: firstSeed, endOnFailure: true },
  );
  expect(accepted).toBeGreaterThan(2);
  expect(lines).toBeGreaterThan(0);
});
