import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shiftsAheadTask } from '../../src/alerting/tell-shifts-ahead.ts';
import { createSender, type Sender } from '../../src/notifications/index.ts';
import { toldShiftsIn } from '../../src/on-call/told-shifts.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { startTestApp, type TestApp, withUpkeep } from '../support/app.ts';

let server: TestApp;
let smtp: FakeSmtpServer;
let teamId: string;
const person: Record<string, string> = {};

beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await startTestApp({
    clock: '2026-05-04T07:00:00.000Z',
    env: { TOCSIN_SMTP_URL: smtp.url, TOCSIN_MAIL_FROM: 'tocsin@example.com' },
  });
  teamId = await server.api.make('/team', { displayName: 'Payments', timeZoneId: 'UTC' });
  for (const name of ['ada', 'bo', 'kim'])
    person[name] = await server.api.make('/user', {
      displayName: name,
      email: `${name}@example.com`,
      timeZoneId: 'Europe/Berlin',
    });
});
afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
});

async function set(name: string, members: object): Promise<void> {
  const path = `/user/${person[name]}`;
  const { body } = await server.api.get(path);
  expect((await server.api.put(path, { ...body, ...members })).status).toBe(200);
}

const at = (time: string) => server.clock.set(new Date(`${time}:00Z`));
const run = () => server.app.jobs.runAll((task) => ['shifts-ahead', 'lane-email'].includes(task));

/** What has arrived since it was asked last. */
async function told(): Promise<string[]> {
  await server.app.jobs.runAll(withUpkeep);
  const lines = smtp.mails.splice(0).map(({ to_, text }) => `${to_}: ${text?.split('\n')[0]}`);
  return lines.filter((line) => !/ now on call | has ended/.test(line)).toSorted();
}

let count = 0;
/** Ada and Bo take turns by day, at nine; Ada begins on 4 May. */
function schedule(more: object = {}) {
  count += 1;
  return {
    ...{ displayName: `Primary ${count}`, teamId, timeZoneId: 'UTC' },
    layers: [
      {
        id: 'days',
        turns: { every: 1, unit: 'days', from: '2026-05-04T09:00:00Z' },
        groups: [{ userIds: [person.ada] }, { userIds: [person.bo] }],
      },
    ],
    ...more,
  };
}

/** Another process; `breaks` where it has stored what it tells, and sent nothing. */
async function lookAgain({ breaks = false } = {}): Promise<void> {
  const { world, processes } = server.app;
  const sender = createSender(world, processes, {
    send: () => Promise.reject(new Error('The app sends.')),
    channels: { missing: () => null, probe: async () => null },
    poke: () => {},
    onFinished: () => {},
  });
  const broken: Sender = { ...sender, enqueue: () => Promise.reject(new Error('killed')) };
  const given = breaks ? broken : sender;
  await shiftsAheadTask(world, processes, { missing: () => null }, given).run(
    new AbortController().signal,
  );
}

describe('people', () => {
  it('are told before their shifts, once, whoever looks and wherever a process breaks', async () => {
    const primary = schedule({ noticesBeforeMinutes: [60, 1440] });
    const id = await server.api.make('/on-call-schedule', primary);
    expect(await told()).toEqual([
      `ada@example.com: You are on call for ${primary.displayName} from Mon 4 May 11:00 until Tue 5 May 11:00.`,
    ]);
    await told();
    at('2026-05-04T08:00');
    await expect(lookAgain({ breaks: true })).rejects.toThrow('killed');
    await Promise.all([lookAgain(), lookAgain(), run()]);
    const again = `ada@example.com: You are on call for ${primary.displayName} from Mon 4 May 11:00 until Tue 5 May 11:00.`;
    expect(await told()).toEqual([again]);
    at('2026-05-04T09:00');
    expect(await told()).toEqual([
      `bo@example.com: You are on call for ${primary.displayName} from Tue 5 May 11:00 until Wed 6 May 11:00.`,
    ]);
    const log = await server.api.get(`/notification-log/search/list?UserId=${person.bo}`);
    expect(log.body.notificationLogs).toContainEqual(
      expect.objectContaining({
        incidentId: null,
        because: `You are on call for ${primary.displayName} soon`,
      }),
    );
    // What has begun is forgotten, and a server that was down tells nothing late as if it were early.
    at('2026-05-05T09:30');
    expect(await told()).toEqual([
      `ada@example.com: You are on call for ${primary.displayName} from Wed 6 May 11:00 until Thu 7 May 11:00.`,
    ]);
    const known = await toldShiftsIn(server.app.world).find({ placeId: id }).toArray();
    expect(known).toMatchObject([{ userId: person.ada, told: [{ leads: [1440] }] }]);
  });

  it('are told once that a shift is no longer theirs, however it went, and again when it is', async () => {
    at('2026-05-12T10:00');
    const primary = schedule({ noticesBeforeMinutes: [1440] });
    const name = primary.displayName;
    const id = await server.api.make('/on-call-schedule', primary);
    const mine = `bo@example.com: You are on call for ${name} from Wed 13 May 11:00 until Thu 14 May 11:00.`;
    const gone = `bo@example.com: The shift for ${name} that was to begin on Wed 13 May 11:00 is no longer yours.`;
    const about = async () => (await told()).filter((line) => line.includes(`${name} `));
    expect(await about()).toEqual([mine]);
    const times = { start: '2026-05-13T09:00:00Z', end: '2026-05-14T09:00:00Z' };
    const override = await server.api.make('/on-call-override', {
      ...{ userId: person.bo, teamId: null, scheduleId: id, type: 'offline', ...times },
      replacementUserIds: [person.kim],
    });
    const kim = mine.replace('bo@', 'kim@');
    expect(await about()).toEqual([gone, kim]);
    expect(await about()).toEqual([]);
    await server.api.delete(`/on-call-override/${override}`);
    expect(await about()).toEqual([mine, gone.replace('bo@', 'kim@')]);
    // More than three messages a minute would come as one.
    server.clock.advance(120);
    // Whoever takes over by a cover request.
    const request = await server.api.make('/cover-request', {
      ...{ scheduleId: id, userId: person.bo, kind: 'cover', askedUserIds: [person.kim] },
      ...{ start: '2026-05-13T09:00:00Z', end: '2026-05-13T12:00:00Z' },
    });
    const path = `/cover-request/${request}/accept`;
    expect((await server.api.post(path, { userId: person.kim })).status).toBe(200);
    expect(await about()).toContain(
      `bo@example.com: The shift for ${name} that was to begin on Wed 13 May 11:00 is no longer yours; you are on call from Wed 13 May 14:00.`,
    );
    // The schedule goes, and with it what was told.
    await server.api.delete(`/on-call-schedule/${id}`);
    expect((await about()).filter((line) => line.startsWith('bo'))).toEqual([
      `bo@example.com: The shift for ${name} that was to begin on Wed 13 May 14:00 is no longer yours.`,
    ]);
  });

  it('choose for themselves, in teams with tiers, too, and may choose to hear nothing', async () => {
    at('2026-06-01T06:00');
    await set('ada', { noticesBeforeMinutes: [30] });
    await set('bo', { noticesBeforeMinutes: [] });
    const quiet = schedule();
    const loud = schedule({ noticesBeforeMinutes: [30, 1440] });
    await server.api.make('/on-call-schedule', quiet);
    await server.api.make('/on-call-schedule', loud);
    const other = await server.api.make('/team', { displayName: 'Search', timeZoneId: 'UTC' });
    const membership = { userId: person.ada, teamId: other, role: 'Member' };
    const teamMembershipId = await server.api.make('/team-membership', membership);
    const hours = { weeklySchedules: [{ from: '09:00', until: '17:00' }] };
    const rotations = [{ members: [{ teamMembershipId }] }];
    await server.api.make('/team-escalations', {
      teamId: other,
      escalationTiers: [{ schedules: [{ rotations, scheduleSettings: hours }] }],
    });
    expect(await told()).toEqual([]);
    at('2026-06-01T08:30');
    const lines = (await told()).map((line) => line.replace(/ from .*/, ''));
    const mine = (name: string) => `ada@example.com: You are on call for ${name}`;
    expect(lines).toEqual(
      ['Primary 1', loud.displayName, quiet.displayName, 'Search'].map(mine).toSorted(),
    );
    await set('ada', { disableOnCallNotices: true });
    at('2026-06-03T08:30');
    expect(await told()).toEqual([]);
  });
});
