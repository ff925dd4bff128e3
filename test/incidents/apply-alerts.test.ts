import { beforeAll, describe, expect, it } from 'vitest';
import { type AlertInput, decideAlerts, incidentModel } from '../../src/incidents/index.ts';
import type { World } from '../../src/kernel/index.ts';
import { say } from '../../src/sentences/index.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { alert, attribute, plain } from './sample.ts';

let t: TestApp;
let world: World;
let count = 0;

beforeAll(async () => {
  t = await sharedTestApp();
  world = t.app.world;
});

const input = (over: Partial<AlertInput['alert']>): AlertInput => ({
  alert: alert(over),
  circumstances: plain,
});

async function apply(...inputs: AlertInput[]) {
  const batch = await decideAlerts(world, inputs);
  return { results: batch.results, ...(await batch.commit()) };
}

/** A correlation id that no other test has. */
function problem(): string {
  count += 1;
  return `problem ${count}`;
}

const stored = (correlationId: string) =>
  incidentModel(world.store).find({ correlationId }).sort({ _id: 1 }).lean();

/** Somebody else changes the incident between decision and write. */
async function overtake(correlationId: string): Promise<void> {
  await incidentModel(world.store).updateOne({ correlationId }, { $inc: { version: 1 } });
}

describe('the end of a problem that is said again', () => {
  const minute = 60_000;
  const ended = (correlationId: string, afterMinutes: number, groupingKey: string | null = null) =>
    input({
      correlationId,
      groupingKey,
      status: 'Resolved',
      at: new Date(alert().at.getTime() + afterMinutes * minute),
    });
  const outcomesOf = async (...inputs: AlertInput[]) => {
    const outcomes: string[] = [];
    for (const one of inputs) {
      const { results } = await apply(one);
      outcomes.push(...results.map(({ outcome }) => outcome));
    }
    return outcomes;
  };

  it('is discarded for an hour, and names the incident that had it', async () => {
    const correlationId = problem();
    await apply(input({ correlationId }));
    const again = [ended(correlationId, 1), ended(correlationId, 2), ended(correlationId, 60)];
    expect(await outcomesOf(...again)).toEqual(['Resolved', 'Discarded', 'Discarded']);
    const { results } = await apply(ended(correlationId, 15));
    const [incident] = await stored(correlationId);
    expect(results[0]).toMatchObject({
      outcome: 'Discarded',
      reason: say('endRepeated', { incident: incident?._id ?? '?' }),
      incident: null,
    });
    expect(await outcomesOf(ended(correlationId, 62))).toEqual(['Resolved']);
    expect(await stored(correlationId)).toHaveLength(2);
  });

  it('is created as resolved when it is seen for the first time, and then discarded', async () => {
    const correlationId = problem();
    const once = [1, 2, 3].map((after) => ended(correlationId, after));
    expect(await outcomesOf(...once)).toEqual(['Resolved', 'Discarded', 'Discarded']);
  });

  it('is discarded within one batch, too, and for several problems of it', async () => {
    const [a, b] = [problem(), problem()];
    const { results } = await apply(
      input({ correlationId: a }),
      ended(a, 1),
      ended(b, 1),
      ended(a, 2),
      ended(b, 2),
    );
    expect(results.map(({ outcome }) => outcome)).toEqual([
      'Opened',
      'Resolved',
      'Resolved',
      'Discarded',
      'Discarded',
    ]);
  });

  it('a problem that began anew ends anew', async () => {
    const correlationId = problem();
    const begun = input({ correlationId, at: ended(correlationId, 3).alert.at });
    await apply(input({ correlationId }));
    const steps = [
      ended(correlationId, 1),
      begun,
      ended(correlationId, 4),
      ended(correlationId, 5),
    ];
    expect(await outcomesOf(...steps)).toEqual(['Resolved', 'Opened', 'Resolved', 'Discarded']);
  });

  it('in a group it adds no subincident, while the group is open and after', async () => {
    const [a, b] = [problem(), problem()];
    const group = problem();
    await apply(input({ correlationId: a, groupingKey: group }));
    await apply(input({ correlationId: b, groupingKey: group }));
    const steps = [ended(a, 1, group), ended(a, 2, group), ended(b, 3, group)];
    expect(await outcomesOf(...steps)).toEqual(['Updated', 'Discarded', 'Resolved']);
    const after = [ended(a, 4, group), ended(b, 4, group)];
    expect(await outcomesOf(...after)).toEqual(['Discarded', 'Discarded']);
    expect((await stored(a))[0]?.subIncidents).toHaveLength(2);
  });

  it('of another integration or group is another problem', async () => {
    const correlationId = problem();
    await apply(input({ correlationId }), ended(correlationId, 1));
    const other = ended(correlationId, 2);
    other.alert.integrationId = 'another';
    expect(await outcomesOf(other, ended(correlationId, 2, 'group'))).toEqual([
      'Resolved',
      'Resolved',
    ]);
  });
});

describe('a batch of alerts on a store', () => {
  it('alerts on one incident see each other and are one write', async () => {
    const correlationId = problem();
    const { results, overtaken } = await apply(
      input({ correlationId }),
      input({ correlationId, attributes: [attribute('Host', 'db-2')] }),
      input({ correlationId, status: 'Resolved' }),
      input({ correlationId }),
    );
    expect(results.map(({ outcome }) => outcome)).toEqual([
      'Opened',
      'Updated',
      'Resolved',
      'Opened',
    ]);
    expect(overtaken.size).toBe(0);
    expect((await stored(correlationId)).map(({ status, version }) => [status, version])).toEqual([
      ['Resolved', 3],
      ['Open', 1],
    ]);
  });

  it('of a changed incident only what changed is written: a field of somebody else stays', async () => {
    const correlationId = problem();
    await apply(input({ correlationId }));
    const batch = await decideAlerts(world, [input({ correlationId })]);
    await incidentModel(world.store).updateOne({ correlationId }, { serviceIds: ['s1'] });
    await batch.commit();
    expect(await stored(correlationId)).toMatchObject([{ serviceIds: ['s1'], version: 2 }]);
  });

  it('two decisions to open one problem: one is written, the other is overtaken and then updates', async () => {
    const correlationId = problem();
    const [one, other] = await Promise.all([
      decideAlerts(world, [input({ correlationId })]),
      decideAlerts(world, [input({ correlationId })]),
    ]);
    const [first, second] = await Promise.all([one.commit(), other.commit()]);
    expect(first.overtaken.size + second.overtaken.size).toBe(1);
    expect(await stored(correlationId)).toHaveLength(1);
    const again = await apply(input({ correlationId }));
    expect(again.results[0]?.outcome).toBe('Updated');
  });

  it('only the alert that was overtaken is', async () => {
    const [mine, theirs] = [problem(), problem()];
    await apply(input({ correlationId: mine }), input({ correlationId: theirs }));
    const batch = await decideAlerts(world, [
      input({ correlationId: mine }),
      input({ correlationId: theirs }),
      input({ correlationId: problem() }),
    ]);
    await overtake(theirs);
    const { overtaken, refused } = await batch.commit();
    expect([...overtaken]).toEqual([1]);
    expect(refused.size).toBe(0);
    expect(await stored(mine)).toMatchObject([{ eventsTotalCount: 2 }]);
  });

  it('what opens behind a resolve that was overtaken is not written: the resolve would end it', async () => {
    const correlationId = problem();
    await apply(input({ correlationId }));
    const batch = await decideAlerts(world, [
      input({ correlationId, status: 'Resolved' }),
      input({ correlationId }),
    ]);
    // The other process resolved it: the key is free, and an insert would go through.
    await incidentModel(world.store).updateOne(
      { correlationId },
      { $inc: { version: 1 }, $set: { status: 'Resolved' }, $unset: { openKeys: 1 } },
    );
    const { overtaken } = await batch.commit();
    expect([...overtaken].toSorted()).toEqual([0, 1]);
    expect(await stored(correlationId)).toHaveLength(1);
    await apply(input({ correlationId, status: 'Resolved' }), input({ correlationId }));
    expect((await stored(correlationId)).at(-1)?.status).toBe('Open');
  });

  it('a new group takes over from the one that retires, in one go', async () => {
    const rack = problem();
    const grouped = (correlationId: string, seconds: number) =>
      input({
        correlationId,
        groupingKey: rack,
        groupingWindowSeconds: 60,
        at: new Date(Date.parse('2026-03-02T10:00:00Z') + seconds * 1000),
      });
    const [one, other] = [problem(), problem()];
    await apply(grouped(one, 0));
    const { results, overtaken } = await apply(grouped(other, 61));
    expect([results[0]?.outcome, overtaken.size]).toEqual(['Opened', 0]);
    const groups = await incidentModel(world.store)
      .find({ groupingKey: rack })
      .sort({ _id: 1 })
      .lean();
    expect(groups.map(({ groupKey }) => groupKey !== undefined)).toEqual([false, true]);
    expect(groups.every(({ status }) => status === 'Open')).toBe(true);
    await apply(grouped(one, 62));
    const [retired] = await stored(one);
    expect(retired?.eventsTotalCount, 'its own problem still finds it').toBe(2);
  });

  it('a deleted incident takes no update that was decided before: a new one is opened', async () => {
    const correlationId = problem();
    const { results } = await apply(input({ correlationId }));
    const id = results[0]?.incident?._id ?? '';
    await incidentModel(world.store).updateOne(
      { _id: id },
      { organizationId: t.organizationId, isArchived: true },
    );
    const batch = await decideAlerts(world, [input({ correlationId })]);
    expect((await t.api.delete(`/incident/${id}`)).status).toBe(200);
    const { overtaken } = await batch.commit();
    expect([...overtaken]).toEqual([0]);
    const again = await apply(input({ correlationId }));
    expect(again.results[0]?.outcome).toBe('Opened');
  });

  it('the 300th update keeps 256, in the document too', async () => {
    const correlationId = problem();
    await apply(input({ correlationId }));
    for (let n = 0; n < 10; n += 1)
      await apply(...Array.from({ length: 30 }, () => input({ correlationId })));
    const [incident] = await stored(correlationId);
    expect(incident?.eventsTotalCount).toBe(301);
    expect(incident?.events).toHaveLength(257);
    expect(incident?.events[0]?.intent).toBe('Created');
    expect(new Set(incident?.events.map(({ id }) => id)).size).toBe(257);
  });
});
