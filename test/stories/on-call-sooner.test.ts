import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { incidentsOf } from '../../src/incidents/model.ts';
import { Town } from './town.ts';

let town: Town;
let teamId = '';
let scheduleId = '';
let policyId = '';
/** Locations of what keeps people from being on call. */
let absences: string[] = [];
let begun = 0;

beforeAll(async () => {
  town = await Town.start();
});
afterAll(() => town?.stop());

const night = '2026-03-02T02:00:00.000Z';
const after = (minutes: number) => new Date(Date.parse(night) + minutes * 60_000).toISOString();
const absence = (name: string, minutes = 500) => ({
  ...{ userId: town.idOf(name), type: 'offline', start: after(0), end: after(minutes) },
  replacementUserIds: [] as string[],
  ...(scheduleId ? { scheduleId } : { teamId }),
});

/** Ada is on call by the tiers of the team, or by a schedule that its policy follows, and Bo has a part in neither. */
async function begin(follows: 'tiers' | 'policy'): Promise<void> {
  await town.begin(night);
  for (const name of ['Ada', 'Bo']) await town.person(name, { hasBrowser: true });
  teamId = await town.team('Payments', [{ people: ['Bo'] }]);
  await town.escalate(teamId, [{ people: ['Ada'] }]);
  begun += 1;
  scheduleId = '';
  if (follows === 'policy') {
    scheduleId = await town.api.make('/on-call-schedule', scheduleOf('Ada'));
    policyId = await town.api.make('/escalation-policy', policyOf({ scheduleId }));
  }
}

const scheduleOf = (name: string) => ({
  ...{ displayName: `Nights ${begun}`, teamId, timeZoneId: 'UTC' },
  layers: [{ groups: [{ userIds: [town.idOf(name)] }] }],
});
const policyOf = (target: object) => ({
  ...{ displayName: `Nights ${begun}`, teamId, isDefault: true },
  steps: [{ targets: [target] }],
});

async function enter(body: object): Promise<void> {
  absences.push(`/on-call-override/${await town.api.make('/on-call-override', body)}`);
}

interface Change {
  what: string;
  follows: 'tiers' | 'policy';
  /** Without it Ada is away for 500 minutes. */
  before?: () => Promise<unknown>;
  change(): Promise<unknown>;
  who: 'Ada' | 'Bo';
}

const changes: Change[] = [
  ...(['tiers', 'policy'] as const).flatMap((follows): Change[] => [
    {
      ...{ what: 'an absence is deleted', follows, who: 'Ada' },
      change: () => town.api.delete(absences[0] ?? ''),
    },
    {
      ...{ what: 'an absence is shortened', follows, who: 'Ada' },
      change: () => town.api.put(absences[0] ?? '', absence('Ada', 20)),
    },
    {
      ...{ what: 'an absence gets a stand-in', follows, who: 'Bo' },
      change: () =>
        town.api.put(absences[0] ?? '', {
          ...absence('Ada'),
          replacementUserIds: [town.idOf('Bo')],
        }),
    },
    {
      ...{ what: 'whoever was suspended is not any more', follows, who: 'Ada' },
      before: () => town.api.post(`/user/${town.idOf('Ada')}/suspend`, {}),
      change: () => town.api.post(`/user/${town.idOf('Ada')}/resume`, {}),
    },
  ]),
  {
    ...{ what: 'an extra duty is entered', follows: 'tiers', who: 'Bo' },
    change: () =>
      enter({ userId: town.idOf('Bo'), type: 'online', teamId, start: after(0), end: after(90) }),
  },
  {
    ...{ what: 'other people are put into the tiers', follows: 'tiers', who: 'Bo' },
    change: () => town.escalate(teamId, [{ people: ['Bo'] }]),
  },
  {
    ...{ what: 'a layer names somebody else', follows: 'policy', who: 'Bo' },
    change: () => town.api.put(`/on-call-schedule/${scheduleId}`, scheduleOf('Bo')),
  },
  {
    ...{ what: 'a temporary schedule is entered', follows: 'policy', who: 'Bo' },
    change: () => {
      const span = { start: after(5), end: after(60) };
      const shifts = [{ ...span, userIds: [town.idOf('Bo')] }];
      return town.api.make('/temporary-schedule', { scheduleId, ...span, shifts });
    },
  },
  {
    ...{ what: 'a step tells somebody by name', follows: 'policy', who: 'Bo' },
    change: () =>
      town.api.put(`/escalation-policy/${policyId}`, policyOf({ userId: town.idOf('Bo') })),
  },
];

describe('while nobody is on call, and somebody is put on call sooner than was planned', () => {
  it.each(changes)('$follows: $what, and $who is told at once', async (one) => {
    await begin(one.follows);
    absences = [];
    await (one.before ?? (() => enter(absence('Ada'))))();
    const probe = await town.probe(teamId);
    await town.until(10);
    const { incidentId } = await probe.open('Till closed');
    await town.until(20);
    const isPerson = (line: string) => /^\d+:\d+ (Ada|Bo) push/.test(line);
    expect(town.heard.filter(isPerson)).toEqual([]);
    await one.change();
    await town.until(21);
    expect(town.heard.filter(isPerson)).toEqual([
      expect.stringMatching(new RegExp(`^20:\\d+ ${one.who} push`)),
    ]);
    expect((await town.history(incidentId)).at(-1)).toMatch(
      new RegExp(`^Commented: On call in .*, and being told now: ${one.who}\\.$`),
    );
    // Nor again as the duty begins that was planned.
    await town.until(700);
    expect(town.heard.filter(isPerson)).toHaveLength(1);
  });

  it('a step that is not for the incident and has somebody on call makes nobody look all the time', async () => {
    await begin('policy');
    await enter(absence('Ada'));
    const [nobody] = policyOf({ scheduleId }).steps;
    const days = { ...scheduleOf('Bo'), displayName: `Days ${begun}` };
    const target = { scheduleId: await town.api.make('/on-call-schedule', days) };
    const others = { targets: [target], severities: ['Warning'] };
    const steps = [nobody, others];
    await town.api.put(`/escalation-policy/${policyId}`, { ...policyOf({}), steps });
    const probe = await town.probe(teamId);
    await town.until(10);
    const { incidentId } = await probe.open('Till closed');
    await town.until(190);
    const found = await incidentsOf(town.server.app.world).findOne({ _id: incidentId ?? '' });
    expect(town.heard.filter((line) => line.includes(' Bo push'))).toEqual([]);
    expect(found?.alerting?.revision).toBeLessThan(40);
  });
});
