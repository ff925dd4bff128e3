import { expect, it } from 'vitest';
import { decisionsOf, keptDecisions } from '../../src/ingest/decisions.ts';
import { type Decision, outcomes } from '../../src/ingest/model.ts';

const correlate = (outcome: string, id: string, reason: string): Decision => ({
  step: 'correlate',
  result: `${outcome} ${id}: ${reason}`,
});

const others: Decision[][] = [
  [],
  [{ step: 'read', result: 'The body is not valid JSON.' }],
  [{ step: 'mute', result: 'Muted.' }, correlate('Updated', 'i1', 'Another reason.')],
];

it('what is stored of decisions gives all of them, whatever became of the payload', () => {
  const lengths = new Set<number>();
  for (const outcome of outcomes)
    for (const incidentIds of [undefined, ['i1', null]])
      for (const before of others)
        for (const last of [correlate(outcome, 'i1', 'Why.'), correlate('Opened', 'i2', 'Why.')]) {
          const decisions = [...before, last];
          const head = { outcome, reason: 'Why.', incidentId: 'i1' };
          const payload = { ...head, ...(incidentIds && { incidentIds }), decisions };
          const kept = keptDecisions(payload);
          lengths.add(decisions.length - kept.length);
          expect(decisionsOf({ ...payload, decisions: kept })).toEqual(decisions);
        }
  expect([...lengths].sort()).toEqual([0, 1]);
  for (const decisions of others)
    expect(
      decisionsOf({ outcome: 'Discarded', reason: 'Why.', incidentId: null, decisions }),
    ).toEqual(decisions);
});

it('a payload that has none stored says what became of it', () => {
  const payload = { outcome: 'Opened' as const, reason: 'Why.', incidentId: 'i1' };
  expect(decisionsOf(payload)).toEqual([correlate('Opened', 'i1', 'Why.')]);
  expect(decisionsOf({ ...payload, outcome: 'Accepted' })).toEqual([]);
});
