import { describe, expect, it } from 'vitest';
import type { Asked } from '../../src/alerting/index.ts';
import type { PolicyWire } from '../../src/on-call/index.ts';
import { inEnglish } from '../../src/sentences/index.ts';
import { afterRules, simulateAlerting } from '../../src/stage/index.ts';
import { opened, sceneAt, start } from '../alerting/timeline.ts';

const minute = 60_000;
const onCall = (scheduleId: string) => ({ targets: [{ scheduleId }] });
const steps: PolicyWire['steps'] = [
  { ...onCall('a'), repeats: 1, repeatsAfterMinutes: 3 },
  { ...onCall('b'), afterMinutes: 10, severities: ['Minor'] },
  { ...onCall('c'), afterMinutes: 10 },
  { ...onCall('d'), afterMinutes: 10, stopsWhen: 'resolved' },
  { targets: [{ userId: 'x' }], afterMinutes: 10 },
];

function simulated({
  policy = {},
  acknowledgedAfter,
  urgency,
}: {
  policy?: Partial<PolicyWire>;
  acknowledgedAfter?: number;
  urgency?: 'High' | 'Low';
} = {}) {
  const policies = { p: { teamId: 'T', steps, ...policy } };
  const teams = { T: { tiers: [], onDuty: [], defaultPolicyId: 'p', administrators: ['boss'] } };
  const scenes = (now: Date, asked: Asked) => ({
    ...sceneAt(teams, ['x'], now.getTime(), policies),
    ...asked,
  });
  const at = new Date(start);
  const acknowledgedAt =
    acknowledgedAfter === undefined ? undefined : new Date(start + acknowledgedAfter * minute);
  const incident = afterRules(opened('T', 'Critical'), { channels: [], policies: [] });
  const { steps: taken, ...rest } = simulateAlerting(scenes, incident, {
    at,
    acknowledgedAt,
    urgency,
  });
  const lines = taken.map(({ at: due, tier, repeat, outcome, people, why }) =>
    [
      due === null ? '-' : (due.getTime() - start) / minute,
      `step ${tier}${repeat > 0 ? ` again` : ''}`,
      outcome,
      ...people.map(({ name }) => name),
      ...(why ? [inEnglish(why)] : []),
    ].join(' '),
  );
  return { ...rest, lines };
}

describe('a simulation', () => {
  it('says of each step when somebody is told, or why not', () => {
    const { lines, hasMore, messages } = simulated();
    expect(lines).toEqual([
      '0 step 1 told A',
      '3 step 1 again told A',
      '10 step 2 skipped It is not for incidents of the severity Critical.',
      '20 step 3 told C',
      '30 step 4 told D',
      expect.stringMatching(/^40 step 5 nobody ./),
    ]);
    expect(hasMore).toBe(false);
    expect(messages.filter(({ dropReason }) => !dropReason)).toHaveLength(4);
  });

  it('says what an acknowledgement stops, and that it lapses', () => {
    const { lines } = simulated({ acknowledgedAfter: 12 });
    expect(lines).toEqual([
      ...['0 step 1 told A', '3 step 1 again told A'],
      '10 step 2 skipped It is not for incidents of the severity Critical.',
      '30 step 4 told D',
      '- step 3 stopped Somebody has acknowledged the incident.',
      '- step 5 stopped Somebody has acknowledged the incident.',
    ]);
    const lapsing = { acknowledgementLapsesAfterMinutes: 60 };
    const lapsed = simulated({ acknowledgedAfter: 12, policy: lapsing });
    expect(lapsed.lines).toContain('92 step 3 told C');
    expect(lapsed.events.map(({ intent }) => intent)).toContain('Unacknowledged');
  });

  it('says what stays undone where the incident is not urgent', () => {
    const policy = { lowUrgencyEscalates: false };
    const { lines } = simulated({ urgency: 'Low', policy });
    expect(lines.slice(0, 3)).toEqual([
      '0 step 1 told A',
      '3 step 1 again told A',
      '- step 2 stopped The incident is not urgent, which the policy takes no further.',
    ]);
    expect(lines).toHaveLength(6);
  });

  it('ends, however often a policy goes round', () => {
    const policy = { steps: [onCall('a')], loops: 99, loopAfterMinutes: 1 };
    expect(simulated({ policy }).hasMore).toBe(true);
  });
});
