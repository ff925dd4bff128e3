import { describe, expect, test } from 'vitest';
import { collect, linesOf } from './collected.ts';
import { critical, onCall } from './fixtures/on-call.ts';
import { people } from './fixtures/people.ts';

const account = { ...people, ...onCall };

describe('people', () => {
  const brought = collect(people);

  test('have the first phone number as theirs, and others beside it', () => {
    const [ada] = brought.of('tocsin_user');
    expect(ada).toEqual({
      displayName: 'Ada "Zero" Åström 🚒',
      email: 'Ada@example.com',
      phoneNumber: '+12025550143',
      timeZoneId: 'America/New_York',
      noticesBeforeMinutes: [1440],
    });
  });

  test('are told by urgency as their rules say', () => {
    const [rules] = brought.of('tocsin_user_notification_rules');
    expect(rules).toEqual({
      userId: 'pagerduty:users:PADA001',
      otherwise: null,
      contacts: [
        { id: 'voicecall-1', channel: 'VoiceCall', target: '+49301234567', label: 'Home' },
      ],
      rules: [
        {
          displayName: 'High urgency',
          urgencies: ['High'],
          steps: [
            { channel: 'Push', afterMinutes: 0 },
            { channel: 'VoiceCall', afterMinutes: 5 },
            { channel: 'VoiceCall', afterMinutes: 15, contactId: 'voicecall-1' },
          ],
        },
        {
          displayName: 'Low urgency',
          urgencies: ['Low'],
          steps: [{ channel: 'Email', afterMinutes: 0 }],
        },
      ],
    });
  });

  test('of whom no rules are known get a line, and none that sends nothing', () => {
    expect(brought.of('tocsin_user_notification_rules')).toHaveLength(2);
    expect(linesOf(brought).join('\n')).toContain(
      'behaviour pagerduty:users:PCHI001: no notification rules were read',
    );
  });

  test('are in their teams; nobody who is gone is', () => {
    expect(brought.of('tocsin_team_membership')).toEqual([
      {
        teamId: 'pagerduty:teams:PTEAM01',
        userId: 'pagerduty:users:PADA001',
        role: 'Administrator',
      },
      { teamId: 'pagerduty:teams:PTEAM01', userId: 'pagerduty:users:PBOB001', role: 'Member' },
      { teamId: 'pagerduty:teams:PTEAM02', userId: 'pagerduty:users:PCHI001', role: 'Member' },
    ]);
  });

  test('are in the teams that they say where memberships cannot be read', () => {
    const alone = collect(people, { notReadable: ['team-members'] });
    expect(alone.of('tocsin_team_membership')).toEqual([
      { teamId: 'pagerduty:teams:PTEAM01', userId: 'pagerduty:users:PADA001', role: 'Member' },
    ]);
  });
});

describe('schedules', () => {
  const brought = collect(account);
  const [weeks, managers] = brought.of('tocsin_schedule');

  test('have the layer that is listed first on top, and none that has ended', () => {
    expect(weeks?.layers.map(({ displayName, level }) => [displayName, level])).toEqual([
      ['Nights', 1],
      ['Weeks', 0],
    ]);
    expect(linesOf(brought)).toContain(
      'past pagerduty:schedule-details:PSCHED1/schedule_layers/2: had ended',
    );
  });

  test('keep the place of whoever is gone', () => {
    expect(weeks?.layers[1]).toEqual({
      id: 'PLAYER1',
      displayName: 'Weeks',
      level: 0,
      startsAt: '2026-01-01T00:00:00-05:00',
      turns: { every: 7, unit: 'days', from: '2026-01-05T09:10:00-05:00' },
      groups: [
        { userIds: ['pagerduty:users:PADA001'] },
        { userIds: ['pagerduty:users:PBOB001'] },
        { userIds: [] },
      ],
    });
  });

  test('have windows past midnight and over weekends', () => {
    expect(weeks?.layers[0]?.hours?.slice(-2)).toEqual([
      { fromDay: 'sun', from: '21:30', untilDay: 'mon', until: '07:00' },
      { fromDay: 'fri', from: '18:00', untilDay: 'mon', until: '08:00' },
    ]);
  });

  test('without a team belong to that of the policy that uses them, or to whoever is answered', () => {
    expect(managers?.teamId).toBe('pagerduty:teams:ownerless');
    const [, owned] = collect(account, { answers: { ownerless: 'Platform' } }).of(
      'tocsin_schedule',
    );
    expect(owned?.teamId).toBe('pagerduty:teams:PTEAM02');
  });

  test('have overrides that replace, unless they are over', () => {
    expect(brought.of('tocsin_on_call_override')).toEqual([
      {
        userId: 'pagerduty:users:PBOB001',
        type: 'online',
        mode: 'replace',
        scheduleId: 'pagerduty:schedules:PSCHED1',
        start: '2026-12-24T09:00:00-05:00',
        end: '2026-12-25T09:00:00-05:00',
      },
    ]);
  });
});

test('a policy waits as long as the rules say, and a rule of nobody takes no time', () => {
  const [policy] = collect(account).of('tocsin_escalation_policy');
  expect(policy).toMatchObject({
    displayName: 'Critical',
    teamId: 'pagerduty:teams:PTEAM01',
    isDefault: true,
    loops: 2,
    loopAfterMinutes: 10,
    lowUrgencyEscalates: false,
    steps: [
      {
        afterMinutes: 0,
        targets: [{ scheduleId: 'pagerduty:schedules:PSCHED1', pick: 'onCall' }],
      },
      {
        afterMinutes: 5,
        share: { size: 1, over: 'targets' },
        targets: [
          { userId: 'pagerduty:users:PCHI001' },
          { scheduleId: 'pagerduty:schedules:PSCHED2', pick: 'onCall' },
        ],
      },
    ],
  });
});

test('a policy of nobody tells the administrators of its team, and says so', () => {
  const brought = collect({
    ...people,
    'escalation-policies': [{ ...critical, escalation_rules: [], teams: [] }],
  });
  const [policy] = brought.of('tocsin_escalation_policy');
  expect(policy?.steps).toEqual([
    { afterMinutes: 0, targets: [{ teamId: 'pagerduty:teams:ownerless', pick: 'administrators' }] },
  ]);
  expect(brought.asked.map(({ id, usual }) => [id, usual])).toContainEqual([
    'ownerless',
    'PagerDuty',
  ]);
});
