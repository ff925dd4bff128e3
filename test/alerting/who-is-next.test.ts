import { describe, expect, it } from 'vitest';
import { type WhoIsNext, whoIsNext } from '../../src/alerting/who-is-next.ts';
import type { IncidentDocument } from '../../src/incidents/index.ts';
import { opened, sceneAt, start, type TimelineOptions, timelineOf } from './timeline.ts';

const minute = 60_000;
const two: TimelineOptions['teams'] = {
  T: {
    tiers: [{ autoEscalationEnabled: true, autoEscalationAfterMinutes: 7 }, {}],
    onDuty: [['A', 'B'], ['C']],
  },
};

function next(
  incident: IncidentDocument,
  now: number,
  { teams, unreachable = [] }: Pick<TimelineOptions, 'teams' | 'unreachable'>,
  silenceEnd: Date | null = null,
): Promise<WhoIsNext> {
  return whoIsNext(incident, new Date(now), {
    sceneFor: async (_incident, _turns, at) => sceneAt(teams, unreachable, at.getTime()),
    turnOf: async () => 0,
    silenceEnd: async () => silenceEnd,
    quietUntil: async () => null,
  });
}

function inWords({ alerts }: WhoIsNext): string[] {
  return alerts.map(({ at, teamId, tier, userIds }) => {
    const minutes = Math.round((at.getTime() - start) / (minute / 100)) / 100;
    return `${minutes} ${teamId === 'T' ? '' : `${teamId} `}tier ${tier} ${userIds.join(',')}`;
  });
}

describe('who is next', () => {
  it.each<[string, TimelineOptions]>([
    ['tiers with a time each', { teams: two }],
    [
      'repeats, assigned teams and rounds',
      {
        teams: {
          T: {
            tiers: [
              {
                autoEscalationEnabled: true,
                autoEscalationAfterMinutes: 5,
                repeats: 2,
                repeatsAfterMinutes: 3,
                autoAssignToTeams: ['U'],
              },
              {},
            ],
            tierSettings: { repeats: 1, repeatsAfterMinutes: 20 },
            onDuty: [['A'], ['B']],
          },
          U: two.T ?? { tiers: [], onDuty: [] },
        },
      },
    ],
    [
      'nobody in the first tiers, and one who cannot be reached',
      {
        teams: { T: { ...two.T, tiers: [{}, {}, {}], onDuty: [[], ['X'], ['C']] } },
        unreachable: ['X'],
      },
    ],
    [
      'an acknowledgement that only a resolution is to end',
      {
        teams: {
          T: {
            tiers: [
              {
                autoEscalationEnabled: true,
                autoEscalationAfterMinutes: 5,
                autoEscalationMode: 'resolved',
              },
              {},
            ],
            onDuty: [['A'], ['B']],
          },
        },
        actions: { 2: { intent: 'Investigated' } },
      },
    ],
    [
      'an escalation by hand after an acknowledgement',
      {
        teams: two,
        actions: { 3: { intent: 'Investigated' }, 5: { intent: 'Escalated', by: 'A' } },
      },
    ],
  ])('is who is told then: %s', async (_name, options) => {
    const seen: { incident: IncidentDocument; now: number }[] = [];
    const { alerts } = timelineOf({
      ...options,
      onDecision: (_incident, now, { after, state }) =>
        seen.push({ incident: { ...after, alerting: state }, now }),
    });
    const acts = Object.keys(options.actions ?? {}).map((at) => start + Number(at) * minute);
    expect(seen.length).toBeGreaterThan(1);
    for (const { incident, now } of seen) {
      const said = inWords(await next(incident, now, options));
      const [at = ''] = said[0]?.split(' ') ?? [];
      const until = said.length > 0 ? start + Number(at) * minute : Number.POSITIVE_INFINITY;
      // Somebody acts before: what would have been cannot be seen.
      if (acts.some((one) => one > now && one <= until)) continue;
      const later = alerts.filter((one) => start + Number(one.split(' ')[0]) * minute > now);
      const first = later[0]?.split(' ')[0];
      // What follows at the very instant of the decision is of the next one.
      if (said.length > 0 && until === now) continue;
      expect(said).toEqual(later.filter((one) => one.split(' ')[0] === first));
    }
  });

  it('waits for the end of a snooze and of a silence, whichever is later', async () => {
    const incident = opened('T', 'Critical');
    const until = new Date(start + 30 * minute);
    const snoozed = { ...incident, snoozed: { until }, unsnoozeAt: until };
    const waiting = await next(snoozed, start, { teams: two });
    expect(waiting).toMatchObject({ because: 'Snoozed', until });
    expect(inWords(waiting)).toEqual(['30 tier 1 A,B']);
    const silenced = { ...snoozed, isMuted: true, silencedBy: { id: 's', displayName: 'Move' } };
    const over = new Date(start + 45 * minute);
    const silent = await next(silenced, start, { teams: two }, over);
    expect(silent).toMatchObject({ because: 'Silenced', until: over });
    expect(inWords(silent)).toEqual(['45 tier 1 A,B']);
    expect(inWords(await next(silenced, start, { teams: two }))).toEqual(['30 tier 1 A,B']);
  });

  it('is nobody, and says why', async () => {
    const incident = opened('T', 'Critical');
    const because = async (change: Partial<IncidentDocument>, teams = two) => {
      const said = await next({ ...incident, ...change }, start, { teams });
      expect(said).toMatchObject({ alerts: [], until: null });
      return said.because;
    };
    expect(await because({ status: 'Resolved' })).toBe('Resolved');
    expect(await because({ isArchived: true })).toBe('Archived');
    expect(await because({ snoozed: { until: null } })).toBe('Snoozed');
    expect(await because({ isMuted: true })).toBe('Muted');
    expect(await because({ teamIds: [] })).toBe('NoTeam');
    expect(await because({}, { T: { tiers: [{}], onDuty: [[]] } })).toBe('NobodyOnCall');
    const taken = timelineOf({ teams: two, actions: { 2: { intent: 'Investigated' } } });
    expect((await next(taken.incident, start + 3 * minute, { teams: two })).because).toBe(
      'Acknowledged',
    );
    const { incident: done } = timelineOf({ teams: two });
    expect((await next(done, start + 60 * minute, { teams: two })).because).toBe('AllTold');
  });
});
