import { expect, it } from 'vitest';
import {
  correlateDecision as correlate,
  decisionsOf,
  keptDecisions,
} from '../../src/ingest/decisions.ts';
import { type Decision, outcomes } from '../../src/ingest/model.ts';
import { words } from '../../src/sentences/index.ts';

const why = words('Why.');

const others: Decision[][] = [
  [],
  [{ step: 'read', result: words('The body is not valid JSON.') }],
  [{ step: 'mute', result: words('Muted.') }, correlate('Updated', 'i1', words('Another reason.'))],
];

it('what is stored of decisions gives all of them, whatever became of the payload', () => {
  const lengths = new Set<number>();
  for (const outcome of outcomes)
    for (const incidentIds of [undefined, ['i1', null]])
      for (const before of others)
        for (const last of [correlate(outcome, 'i1', why), correlate('Opened', 'i2', why)]) {
          const decisions = [...before, last];
          const head = { outcome, reason: why, incidentId: 'i1' };
          const payload = { ...head, ...(incidentIds && { incidentIds }), decisions };
          const kept = keptDecisions(payload);
          lengths.add(decisions.length - kept.length);
          expect(decisionsOf({ ...payload, decisions: kept })).toEqual(decisions);
        }
  expect([...lengths].sort()).toEqual([0, 1]);
  for (const decisions of others)
    expect(decisionsOf({ outcome: 'Discarded', reason: why, incidentId: null, decisions })).toEqual(
      decisions,
    );
});

it('a payload that has none stored says what became of it', () => {
  const payload = { outcome: 'Opened' as const, reason: why, incidentId: 'i1' };
  expect(decisionsOf(payload)).toEqual([correlate('Opened', 'i1', why)]);
  expect(decisionsOf({ ...payload, outcome: 'Accepted' })).toEqual([]);
});
