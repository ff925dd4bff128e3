import { expect, it } from 'vitest';
import { agentDayAt, noteOfAgentDay } from '../../src/alerting/tell-agent-days.ts';
import { inEnglish } from '../../src/sentences/index.ts';

const key = {
  id: 'key',
  organizationId: 'organization',
  wire: {
    displayName: 'Triage',
    kind: 'agent',
    userId: null,
    teamIds: null,
    scopes: null,
    expiresAt: null,
    agent: { ownerId: 'ada' },
  },
} as const;
const entry = (action: string, entityDisplayName: string) => ({
  action,
  content: { entityDisplayName },
});

it.each<[string, string, [string, string] | null]>([
  ['UTC', '2026-03-02T07:59:59Z', null],
  ['UTC', '2026-03-02T08:00:00Z', ['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z']],
  ['UTC', '2026-03-02T21:59:59Z', ['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z']],
  ['UTC', '2026-03-02T22:00:00Z', null],
  // The day on which clocks went forward has 23 hours.
  [
    'Europe/Berlin',
    '2026-03-30T06:00:00Z',
    ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ],
])('in %s at %s the day to tell of is %j', (zone, now, period) => {
  const day = agentDayAt(zone, new Date(now));
  const instants = day && [day.from, day.until].map((at) => new Date(at).toISOString());
  expect(instants).toEqual(period);
});

it('a note says what was done, each incident once, and nothing of a day without changes', () => {
  const day = agentDayAt('UTC', new Date('2026-03-02T09:00:00Z'));
  if (!day) throw new Error('It is the time.');
  expect(noteOfAgentDay(key, [], day)).toBeNull();
  const note = noteOfAgentDay(
    key,
    [
      ...['A', 'B', 'C', 'D', 'E', 'F', 'A'].map((name) => entry('incident.commented', name)),
      entry('incident.resolved', 'G'),
      entry('incident.unassigned', 'H'),
    ],
    day,
  );
  expect(note && inEnglish(note.title)).toBe('What the agent “Triage” did yesterday');
  expect(note && inEnglish(note.body)).toMatch(
    /: 9\. Commented: A, B, C, D, E and 1 more\. Resolved: G\. Others: incident\.unassigned\. You answer/,
  );
});
