import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Town } from '../stories/town.ts';
import { isWhole } from '../support/runs.ts';
import { type Fault, nextDue, TellingProcess } from '../support/telling.ts';

let town: Town;
let team: string;
let post: (title: string) => Promise<{ incidentId: string | null }>;

/**
 * A team that follows a policy, whose integration holds back what is over within a minute. Acknowledgements lapse after
 * half an hour.
 */
beforeAll(async () => {
  town = await Town.start();
  await town.begin('2026-01-05T02:00:00Z');
  const { api } = town;
  team = await api.make('/team', { displayName: 'Payments', timeZoneId: 'UTC' });
  const [ada, bob, cem] = await Promise.all(['Ada', 'Bob', 'Cem'].map((name) => town.person(name)));
  const scheduleId = await api.make('/on-call-schedule', {
    displayName: 'Primary',
    teamId: team,
    layers: [{ groups: [{ userIds: [ada] }] }],
  });
  await api.make('/escalation-policy', {
    displayName: 'Usual',
    teamId: team,
    isDefault: true,
    steps: [
      { targets: [{ scheduleId }] },
      { targets: [{ userId: bob }, { userId: cem }], share: { size: 1 }, afterMinutes: 5 },
    ],
    acknowledgementLapsesAfterMinutes: 30,
  });
  const probe = await town.probe(team, { holdSettings: { pauseMinutes: 1 } });
  post = (title) => probe.send(title);
});
afterAll(() => town.stop());

const healthy = () => new TellingProcess(town, true, () => null);
let hours = 2;

/**
 * What became of one incident, with a fault at one write of those who tell of it; another process follows a killed one.
 */
async function incidentWith(fate: (write: number) => Fault | null) {
  hours += 2;
  const begun = Date.UTC(2026, 0, 5, hours);
  const mails = town.smtp.mails.length;
  let telling = new TellingProcess(town, true, fate);
  let { writes } = telling;
  /** Everything that is due at a minute, within one: nobody may be told later than that. */
  const lookAt = async (minutes: number) => {
    const until = begun + (minutes + 1) * 60_000;
    town.server.clock.set(new Date(begun + minutes * 60_000));
    for (let n = 0; n < 7; n += 1) {
      await telling.run();
      if (telling.isDead) telling = healthy();
      else writes = Math.max(writes, telling.writes);
      town.server.clock.advance(8);
      const due = await nextDue(town);
      if (due === null || due.getTime() >= until) return;
    }
  };
  const people = async (intent: string) => {
    await town.api.patch(`/incident/${incidentId}`, { operations: { appendIntent: { intent } } });
  };
  town.server.clock.set(new Date(begun));
  const { incidentId } = await post(`Till ${hours} closed`);
  await lookAt(0);
  const beforeRelease = town.smtp.mails.length - mails;
  await lookAt(1);
  await lookAt(6);
  town.server.clock.set(new Date(begun + 8 * 60_000));
  await people('Investigated');
  await lookAt(8);
  await lookAt(38);
  await lookAt(43);
  await people('Resolved');
  await lookAt(44);
  telling.kill();
  // Who is killed between a mail and its record sends it again, under the same name: at least once.
  const told = new Map(
    town.smtp.mails
      .slice(mails)
      .map(({ messageId, to_, subject }) => [messageId, `${to_[0]?.split('.')[0]} ${subject}`]),
  );
  const said = [...told.values()].map((line) => line.replaceAll(`Till ${hours}`, 'Till'));
  return {
    writes,
    end: {
      beforeRelease,
      // Cem and Bob take turns from one incident to the next.
      told: said.map((line) => line.replace(/^(bob|cem)/, 'second')).toSorted(),
      history: (await town.history(incidentId)).map((line) =>
        line.replace(/: (Bob|Cem)$/, ': second').replace(/before .*?,/, 'before then,'),
      ),
    },
  };
}

describe('a policy, a hold and a lapse, with a fault at every write', () => {
  it('lose no message and add none', async () => {
    const { writes, end: expected } = await incidentWith(() => null);
    expect(expected.beforeRelease).toBe(0);
    expect(expected.told.filter((line) => line.startsWith('ada'))).toHaveLength(4);
    expect(expected.history.filter((line) => line.startsWith('Unacknowledged'))).toHaveLength(1);
    expect(writes).toBeGreaterThan(10);
    const faults: Fault[] = isWhole
      ? ['killed-before', 'killed-after', 'broken-before', 'broken-after']
      : ['killed-before', 'broken-after'];
    for (const [index, fault] of faults.entries())
      for (let at = 1; at <= writes; at += 1) {
        // Without much time every second write of each, so that all are met.
        if (!isWhole && at % faults.length !== index) continue;
        const { end } = await incidentWith((write) => (write === at ? fault : null));
        expect(end, `${fault} at write ${at} of ${writes}`).toEqual(expected);
      }
  });
});
