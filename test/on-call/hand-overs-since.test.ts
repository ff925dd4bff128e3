import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resumePerson, suspendPerson } from '../../src/identity/index.ts';
import { type Ctx, Memory, systemContext } from '../../src/kernel/index.ts';
import { handOversSince } from '../../src/on-call/index.ts';
import { scheduleVersionsOf } from '../../src/on-call/schedule-versions.ts';
import { versionsOf } from '../../src/on-call/versions.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { runsOf } from '../support/runs.ts';

let server: TestApp;
let teamId: string;
const people: string[] = [];

beforeAll(async () => {
  // Clocks change in the night to Sunday.
  server = await startTestApp({ clock: '2026-03-27T07:00:00.000Z' });
  const { api } = server;
  teamId = await api.make('/team', { displayName: 'Payments', timeZoneId: 'Europe/Berlin' });
  const members = [];
  for (const name of ['ada', 'bo', 'cy']) {
    const userId = await api.make('/user', { displayName: name, email: `${name}@example.com` });
    people.push(userId);
    members.push(await api.make('/team-membership', { teamId, userId, role: 'Member' }));
  }
  const rotations = members.map((teamMembershipId) => ({ members: [{ teamMembershipId }] }));
  const rotationSettings = { repeats: 'daily', startsOnTime: '09:00' };
  const escalationTiers = [
    { schedules: [{ rotations: [{ members: rotations.flatMap(({ members }) => members) }] }] },
    { schedules: [{ rotations, rotationSettings }] },
  ];
  await api.make('/team-escalations', { teamId, escalationTiers });
});
afterAll(() => server?.stop());

const run = (name: string) => server.app.jobs.runAll((task) => task === name);

/** In minutes from when it is made: mostly soon, while nothing else is due. */
const time = {
  start: fc.integer({ min: -10, max: 60 }),
  minutes: fc.integer({ min: 1, max: 90 }),
};
const person = fc.nat(2);
const which = fc.nat(1);
const change = fc.oneof(
  fc.record({
    kind: fc.constant('schedule'),
    which,
    every: fc.integer({ min: 1, max: 60 }),
    onLeave: fc.constantFrom('warn', 'passOn', 'gap'),
  }),
  fc.record({ kind: fc.constant('schedule removed'), which }),
  // Of a schedule, of the team, or of all that somebody does.
  fc.record({ kind: fc.constant('override'), of: fc.nat(3), person, ...time }),
  fc.record({ kind: fc.constant('by hand'), which, person, ...time }),
  fc.record({ kind: fc.constant('moved'), place: fc.nat(9), ...time }),
  fc.record({ kind: fc.constant('taken back'), place: fc.nat(9) }),
  fc.record({ kind: fc.constant('suspended or not'), person }),
  fc.record({ kind: fc.constant('calendar'), of: fc.nat(3), day: fc.nat(2) }),
  fc.record({ kind: fc.constant('versions noted') }),
);
/** Back at times. */
const passed = fc.oneof(
  { weight: 8, arbitrary: fc.nat(60) },
  { weight: 1, arbitrary: fc.constantFrom(-3, 400, 1500) },
);
const steps = fc.array(fc.record({ change, passed, looksTwice: fc.boolean() }), {
  minLength: 12,
  maxLength: 12,
});

/** Within half an hour. */
const soon = { start: 20, minutes: 90 };
/** On call all the time, beside others. */
const bo = 1;

it.each<[string, readonly Given[]]>([
  ['a schedule', [{ kind: 'schedule', which: 0, every: 1 }]],
  ['an override of a schedule', [{ kind: 'override', of: 0, person: bo, ...soon }]],
  ['an override of a team', [{ kind: 'override', of: 2, person: bo, ...soon }]],
  ['an absence everywhere', [{ kind: 'override', of: 3, person: bo, ...soon }]],
  ['days by hand', [{ kind: 'by hand', which: 0, person: 2, ...soon }]],
  [
    'an override that is moved',
    [
      { kind: 'override', of: 1, person: bo, start: 900, minutes: 1 },
      { kind: 'moved', place: 0, ...soon },
    ],
  ],
  ['leave', [{ kind: 'calendar', of: bo, day: 1 }]],
  ['holidays', [{ kind: 'calendar', of: 3, day: 1 }]],
])('%s brings hand-overs that nobody knew of', async (what, changes) => {
  // Leave begins at midnight in UTC, holidays where the schedule is, on either side of the change of clocks.
  server.clock.set(nextAt({ leave: '23:40', holidays: '21:40' }[what] ?? '10:00'));
  const scene = await Scene.made();
  // What is made now is no news then.
  server.clock.advance(180);
  const looker = new Looker(server.app.world.memory);
  try {
    await looker.look();
    await run('on-call-versions');
    for (const one of changes) await scene.apply(one);
    await run('on-call-versions');
    const versions = await versionCount();
    await run('on-call-versions-of-all');
    expect(await versionCount()).toBe(versions);
    await looker.look();
    const told = [];
    for (let halfHours = what === 'holidays' ? 3 : 1; halfHours > 0; halfHours -= 1) {
      server.clock.advance(30 * 60);
      told.push(...(await looker.look()));
    }
    expect(told).not.toEqual([]);
  } finally {
    await scene.cleared();
  }
});

it('what is not looked at again has no hand-over, whatever changes, also for whoever looks rarely', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const scene = await Scene.made();
      const often = new Looker(server.app.world.memory);
      const rarely = new Looker(new Memory());
      try {
        for (const step of list) {
          await scene.apply(step.change);
          server.clock.advance(step.passed * 60);
          await often.look();
          if (step.looksTwice) await rarely.look();
        }
        await rarely.look();
      } finally {
        await scene.cleared();
      }
    }),
    // What fails once may not fail again: its example is said as it was, and not a smaller one that was not tried.
    { numRuns: runsOf({ short: 2, long: 300 }), endOnFailure: true },
  );
});

async function versionCount(): Promise<number> {
  const { world } = server.app;
  const ofTeams = await versionsOf(world).countDocuments();
  return ofTeams + (await scheduleVersionsOf(world).countDocuments());
}

/** A process that remembers, compared with one that has just started. */
class Looker {
  #ctx: Ctx;
  #lookedAt = server.clock.now();

  constructor(memory: Memory) {
    this.#ctx = { ...systemContext(server.app.world, server.organizationId), memory };
  }

  async look(): Promise<string[]> {
    const from = this.#lookedAt;
    this.#lookedAt = server.clock.now();
    const told = await toldSince(this.#ctx, from);
    expect(told).toEqual(await toldSince({ ...this.#ctx, memory: new Memory() }, from));
    return told;
  }
}

async function toldSince(ctx: Ctx, from: Date): Promise<string[]> {
  const told: string[] = [];
  for await (const found of handOversSince(ctx, from, new AbortController().signal))
    if ('teams' in found)
      for (const { team, handOvers } of found.teams)
        told.push(...handOvers.map((one) => `${team.id} ${JSON.stringify(one)}`));
    else
      for (const { schedule, handOvers } of found.schedules)
        told.push(...handOvers.map((one) => `${schedule.id} ${JSON.stringify(one)}`));
  return told.sort();
}

/** Tomorrow or later, in UTC. */
function nextAt(timeOfDay: string): Date {
  const day = new Date(server.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  return new Date(`${day}T${timeOfDay}:00Z`);
}

const calendar = (from: Date) => {
  const day = (after: number) =>
    new Date(from.getTime() + after * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  return [
    ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:1'],
    ...[`DTSTART;VALUE=DATE:${day(0)}`, `DTEND;VALUE=DATE:${day(1)}`],
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n');
};

interface Given {
  kind: string;
  which?: number;
  every?: number;
  onLeave?: string;
  of?: number;
  person?: number;
  start?: number;
  minutes?: number;
  place?: number;
  day?: number;
}

let scenes = 0;

/** Two schedules, what is made beside them, and calendars. */
class Scene {
  readonly #schedules = new Map<number, string>();
  readonly #calendars: string[] = [];
  #made: { path: string; id: string; body: object }[] = [];
  #suspended = new Set<string>();
  #number = 0;

  static async made(): Promise<Scene> {
    const scene = new Scene();
    scenes += 1;
    scene.#number = scenes;
    for (const of of [0, 1, 2, 3]) scene.#calendars.push(await scene.#calendar(of));
    await run('person-calendars');
    for (const which of [0, 1])
      await scene.apply({ kind: 'schedule', which, every: 600, onLeave: 'gap' });
    return scene;
  }

  #calendar(of: number): Promise<string> {
    return server.api.make('/person-calendar', this.#calendarBody(of, 30));
  }

  #calendarBody(of: number, day: number) {
    const isOfPerson = of < people.length;
    return {
      displayName: `Calendar ${this.#number} ${of}`,
      kind: isOfPerson ? 'leave' : 'holidays',
      ...(isOfPerson && { userId: people[of] }),
      text: calendar(new Date(server.clock.now().getTime() + day * 86_400_000)),
    };
  }

  async apply(given: Given): Promise<void> {
    const { api } = server;
    const { kind, which = 0, of = 0, person: n = 0, start = 0, minutes = 1, place = 0 } = given;
    const userId = people[n];
    const others = people.filter((id) => id !== userId);
    const begins = server.clock.now().getTime() + start * 60_000;
    const during = {
      start: new Date(begins).toISOString(),
      end: new Date(begins + minutes * 60_000).toISOString(),
    };
    const ok = async (answer: ReturnType<typeof api.put>) => {
      const { status, text } = await answer;
      expect(status, text).toBeLessThan(300);
    };
    const make = async (path: string, body: object) =>
      this.#made.push({ path, body, id: await api.make(path, body) });
    const schedule = this.#schedules.get(which);
    switch (kind) {
      case 'schedule': {
        const body = this.#scheduleBody(which, given.every ?? 1, given.onLeave);
        if (schedule) await ok(api.put(`/on-call-schedule/${schedule}`, body));
        else this.#schedules.set(which, await api.make('/on-call-schedule', body));
        return;
      }
      case 'schedule removed':
        if (!schedule) return;
        this.#schedules.delete(which);
        this.#made = this.#made.filter(
          ({ body }) => (body as { scheduleId?: string }).scheduleId !== schedule,
        );
        return ok(api.delete(`/on-call-schedule/${schedule}`));
      case 'override': {
        const ofSchedule = this.#schedules.get(of);
        if (of < 2 && !ofSchedule) return;
        const place_ = of < 2 ? { scheduleId: ofSchedule } : of === 2 ? { teamId } : {};
        await make('/on-call-override', {
          ...{ userId, type: 'offline', replacementUserIds: others.slice(0, 1) },
          ...{ ...during, ...place_ },
        });
        return;
      }
      case 'by hand':
        if (!schedule) return;
        await make('/temporary-schedule', {
          ...{ scheduleId: schedule, ...during },
          shifts: [{ userIds: [userId], ...during }],
        });
        return;
      case 'moved': {
        const one = this.#made[place % Math.max(this.#made.length, 1)];
        if (!one) return;
        const { shifts } = one.body as { shifts?: object[] };
        const moved = shifts && { shifts: shifts.map((shift) => ({ ...shift, ...during })) };
        return ok(api.put(`${one.path}/${one.id}`, { ...one.body, ...during, ...moved }));
      }
      case 'taken back': {
        const [one] = this.#made.splice(place % Math.max(this.#made.length, 1), 1);
        return one && ok(api.delete(`${one.path}/${one.id}`));
      }
      case 'suspended or not':
        return this.#suspend(userId ?? '');
      case 'calendar':
        await ok(
          api.put(
            `/person-calendar/${this.#calendars[of]}`,
            this.#calendarBody(of, given.day ?? 0),
          ),
        );
        return run('person-calendars');
      default:
        return run('on-call-versions');
    }
  }

  #scheduleBody(which: number, every: number, onLeave = 'warn') {
    const [ada = '', second = '', cy = ''] = people;
    const groups = [ada, cy].map((userId) => ({ userIds: [userId, second] }));
    return {
      ...{ displayName: `Schedule ${this.#number} ${which}`, teamId, timeZoneId: 'Europe/Berlin' },
      ...{ onLeave, holidayCalendarIds: [this.#calendars[3]] },
      layers: [
        { groups, turns: { every, unit: 'hours', from: '2026-03-01T00:10:00Z' } },
        {
          level: 1,
          hours: [{ fromDay: 'mon', from: '22:00', untilDay: 'tue', until: '06:00' }],
          onHolidays: 'allDay',
          groups: [{ userIds: [cy] }],
        },
      ],
    };
  }

  async #suspend(userId: string): Promise<void> {
    const ctx = systemContext(server.app.world, server.organizationId);
    if (this.#suspended.delete(userId)) await resumePerson(ctx, userId);
    else {
      await suspendPerson(ctx, userId);
      this.#suspended.add(userId);
    }
  }

  async cleared(): Promise<void> {
    for (const userId of [...this.#suspended]) await this.#suspend(userId);
    for (const id of this.#schedules.values()) await server.api.delete(`/on-call-schedule/${id}`);
    for (const { path, id } of this.#made) await server.api.delete(`${path}/${id}`);
    for (const id of this.#calendars) await server.api.delete(`/person-calendar/${id}`);
  }
}
