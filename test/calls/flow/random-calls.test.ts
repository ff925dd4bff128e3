import { expect, it } from 'vitest';
import { firstSeed, quickRuns } from '../../support/runs.ts';
import { randomCall } from './random-calls.ts';

const runs = quickRuns(10_000);

it(`${runs} random calls from seed ${firstSeed} on end as they should, whatever a carrier loses, doubles or reorders`, () => {
  const outcomes = new Map<string, number>();
  for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
    const { session, problems } = randomCall(seed);
    if (problems.length > 0) expect.fail(`seed ${seed}: ${problems.join('; ')}`);
    outcomes.set(session.outcome, (outcomes.get(session.outcome) ?? 0) + 1);
  }
  // Chance has reached every end.
  expect([...outcomes.keys()].toSorted()).toEqual([
    'Accepted',
    'Blocklisted',
    'Failed',
    'Missed',
    'Voicemail',
  ]);
});

it('a seed gives the same call every time', () => {
  for (let seed = 1; seed < 200; seed += 1) {
    const [one, other] = [randomCall(seed), randomCall(seed)];
    expect(other.log).toEqual(one.log);
    expect(other.session).toEqual(one.session);
  }
});
