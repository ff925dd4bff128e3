import { afterEach, expect, test, vi } from 'vitest';
import { type EvaluationRules, evaluatePayload } from '../../src/ingest/evaluate.ts';
import { alertsSecondsMax } from '../../src/ingest/limits.ts';
import { ProgramCache } from '../../src/mapping/index.ts';
import { say } from '../../src/sentences/index.ts';

/** Payloads of many alerts, with a processor and a clock that the test moves. */

const program = new ProgramCache().get('test', () => ({
  attributes: [
    { name: 'Status', mappings: [{ static: 'Open' }] },
    { name: 'Severity', mappings: [{ static: 'Minor' }] },
  ],
}));
const type = {
  displayName: 'Test',
  handshake: null,
  preParser: null,
  split: { path: 'jsonBody.alerts', lift: {} },
  acceptsEmpty: false,
  followUp: null,
  keepsSeverity: null,
} as unknown as EvaluationRules['type'];
const rules = { type, program, displayName: 'Test', splitsAlerts: true };

afterEach(() => void vi.restoreAllMocks());

const evaluate = (count: number) =>
  evaluatePayload(
    rules,
    {
      payload: { jsonBody: { alerts: Array.from({ length: count }, (_, n) => ({ n })) } },
      problem: null,
    },
    async () => null,
    100,
  );

test('what others do on the clock meanwhile is not theirs', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 10_000;
    return now;
  });
  expect(await evaluate(50)).toHaveLength(50);
});

test('those beyond the processor time for them are reported as left out', async () => {
  let user = 0;
  vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => {
    user += 250_000;
    return { user, system: 0 };
  });
  const [first, ...read] = await evaluate(50);
  expect(read).toHaveLength(alertsSecondsMax / 0.25 + 1);
  expect(first).toMatchObject({
    outcome: 'Failed',
    failure: say('alertsLeftOut', { all: 50, read: read.length }),
  });
});
