import { describe, expect, it } from 'vitest';
import { applyOperations } from '../../src/incidents/index.ts';
import { intents } from '../../src/incidents/model.ts';
import { sourceOfRule } from '../../src/routing/index.ts';
import type { RuleActions } from '../../src/routing/routings.ts';
import { inEnglish, say, words } from '../../src/sentences/index.ts';
import { at } from '../incidents/sample.ts';
import { ids, incident, now, run } from './sample.ts';

type Given = Parameters<typeof run>[1];

/** The effects of a rule with these actions, and the incident after it. */
function act(actions: RuleActions, given: Given = {}) {
  const done = run([{ displayName: 'Rule', actions }], given);
  const [fired] = done.fired;
  if (!fired?.effects) throw new Error('The rule did not fire at once.');
  return {
    ...fired.effects,
    summary: inEnglish(fired.effects.summary),
    after: done.incident,
    fired,
  };
}

const rule = { kind: 'key' as const, id: 'k', displayName: 'Key' };
const resolved = applyOperations(
  incident(),
  { appendIntent: { intent: 'Resolved', message: null, messageIsPublic: null, options: {} } },
  rule,
  now,
);

describe('actions', () => {
  it('assigns to teams, each once, and not to those that are gone', () => {
    const { operations, after, summary, repeatAlerts } = act({
      assignToTeams: [ids.database, ids.database.toUpperCase(), ids.gone],
    });
    expect(after.teamIds).toEqual([ids.payments, ids.database]);
    expect(after.events.at(-1)).toMatchObject({
      intent: 'Assigned',
      by: { kind: 'rule', id: '1', routingId: 'routing', displayName: 'Rule' },
    });
    expect(operations).toHaveLength(1);
    expect(repeatAlerts).toBe(true);
    expect(summary).toBe('Assigned to Database; not done: teams that do not exist any more (1).');
  });

  it('assigns to a team that has it already only to repeat alerts', () => {
    const assignToTeams = [ids.payments];
    const quiet = act({ assignToTeams, assignToTeamsRepeatAlerts: false });
    expect(quiet).toMatchObject({ operations: [], outcome: 'Skipped', repeatAlerts: false });
    expect(quiet.summary).toBe('Not done: already with Payments.');
    const loud = act({ assignToTeams, assignToTeamsRepeatAlerts: true });
    expect(loud.after.events.at(-1)?.intent).toBe('Assigned');
  });

  it('changes the severity and sets attributes, in one event', () => {
    const { after, summary } = act({
      changeSeverity: 'Critical',
      setAttributes: [
        { name: 'Team', value: 'Leads', isImage: false, hideInPreviews: true },
        { name: 'host', value: null, isImage: false, hideInPreviews: false },
      ],
    });
    expect(after.severity).toBe('Critical');
    expect(after.attributes).toEqual([
      { name: 'host', value: '' },
      { name: 'Team', value: 'Leads', hideInPreviews: true },
    ]);
    expect(after.events).toHaveLength(2);
    expect(summary).toBe('Severity Critical; set Team, host.');
  });

  it('a rule is nobody: the incident stays unattended and untouched', () => {
    for (const addInteraction of ['Escalated', 'Commented'] as const) {
      const { after } = act({ addInteraction, comment: 'c', setAttributes: [] });
      expect(after).toMatchObject({ unattended: true, lastInteractionAt: null });
    }
    expect(act({ addInteraction: 'Investigated' }).after.unattended).toBe(false);
  });

  it.each(intents)(
    '%s: is applied when it is possible, else skipped, and nothing throws',
    (intent) => {
      for (const subject of [incident(), resolved]) {
        const { operations, outcome, summary, after } = act(
          {
            addInteraction: intent,
            affectsServices: [ids.checkout],
            forwardToOutboundIntegrations: [ids.jira],
            assignToTeams: intent === 'Assigned' ? [ids.database] : null,
            snoozeForRelativeInMinutes: intent === 'Snoozed' ? 10 : null,
            comment: intent === 'Commented' ? 'Why' : null,
          },
          { incident: subject },
        );
        const isApplied = after.events.at(-1)?.intent === intent && operations.length === 1;
        expect(outcome).toBe(isApplied ? 'Applied' : 'Skipped');
        if (!isApplied) expect(summary).toContain(`${intent} is not possible now`);
      }
    },
  );

  it('each interaction is possible in one state at least, except those that are made by what they name', () => {
    const possible = intents.filter((intent) => {
      const states = [
        incident(),
        resolved,
        { ...incident(), isArchived: true },
        { ...incident(), snoozed: { until: at(60) } },
      ];
      return states.some((subject) => {
        const { after } = act(
          {
            addInteraction: intent,
            affectsServices: [ids.checkout],
            forwardToOutboundIntegrations: [ids.jira],
            assignToTeams: [ids.database],
            snoozeForRelativeInMinutes: 1,
            comment: 'Why',
          },
          { incident: subject },
        );
        return after.events.some(({ by, intent: made }) => by?.kind === 'rule' && made === intent);
      });
    });
    expect(intents.filter((intent) => !possible.includes(intent))).toEqual([
      'Created',
      'Deleted',
      'Updated',
      'Released',
      'Unacknowledged',
      'Merged',
      'Unmerged',
    ]);
  });

  it('affects services in addition to those that are affected', () => {
    const subject = { ...incident(), serviceIds: [ids.gone] };
    const { after, operations, summary, excludeFromUptimeCalculation } = act(
      {
        addInteraction: 'Affects',
        affectsServices: [ids.checkout.toUpperCase()],
        excludeFromUptimeCalculation: true,
        comment: 'Checkout is slow',
        messageIsPublic: true,
      },
      { incident: subject },
    );
    expect(after.serviceIds).toEqual([ids.gone, ids.checkout]);
    expect(after.excludeFromUptimeCalculation).toBe(true);
    expect(after.events.at(-1)).toMatchObject({
      message: words('Checkout is slow'),
      messageIsPublic: true,
    });
    expect(operations).toHaveLength(1);
    expect(excludeFromUptimeCalculation).toBeNull();
    expect(summary).toBe('Affects Checkout; excluded from uptime.');
    const again = act(
      { addInteraction: 'Affects', affectsServices: [ids.checkout] },
      { incident: after, event: { intent: 'Updated' } },
    );
    expect(again.summary).toBe('Not done: the services are affected already.');
  });

  it('excludes from uptime without an interaction, too', () => {
    const { operations, excludeFromUptimeCalculation, after } = act({
      excludeFromUptimeCalculation: true,
    });
    expect({ operations, excludeFromUptimeCalculation }).toEqual({
      operations: [],
      excludeFromUptimeCalculation: true,
    });
    expect(after.excludeFromUptimeCalculation).toBe(true);
  });

  it('forwards to each outbound integration, the comment once', () => {
    const { after, summary } = act({
      addInteraction: 'Forwarded',
      forwardToOutboundIntegrations: [ids.jira, ids.slack, ids.gone],
      comment: 'See the runbook',
    });
    const made = after.events
      .slice(1)
      .map(({ options, message }) => [options?.outboundIntegrationId, message]);
    expect(made).toEqual([
      [ids.jira, words('See the runbook')],
      [ids.slack, undefined],
    ]);
    expect(summary).toBe(
      'Forwarded to Jira, Slack; not done: outbound integrations that do not exist any more (1).',
    );
  });

  it.each([
    ['minutes', { snoozeForRelativeInMinutes: 10 }, '2026-03-02T10:10:00.000Z'],
    [
      'the next such time in the team’s zone',
      { snoozeUntilAbsolute: '07:00' },
      '2026-03-03T06:00:00.000Z',
    ],
    ['later today', { snoozeUntilAbsolute: '12:00' }, '2026-03-02T11:00:00.000Z'],
    [
      'on the weekday',
      { snoozeUntilAbsolute: '07:00', snoozeUntilWeekdayAbsolute: 'mon' },
      '2026-03-09T06:00:00.000Z',
    ],
    ['a weekday alone', { snoozeUntilWeekdayAbsolute: 'wed' }, '2026-03-03T23:00:00.000Z'],
    [
      'the time after the minutes',
      { snoozeForRelativeInMinutes: 120, snoozeUntilAbsolute: '12:00' },
      '2026-03-03T11:00:00.000Z',
    ],
    [
      'over the change of clocks',
      {
        snoozeUntilAbsolute: '07:00',
        snoozeUntilWeekdayAbsolute: 'sun',
        snoozeForRelativeInMinutes: 10080 * 3,
      },
      '2026-03-29T05:00:00.000Z',
    ],
  ] as const)('snoozes: %s', (_name, actions, expected) => {
    const { after } = act({ addInteraction: 'Snoozed', ...actions });
    expect(after.snoozed?.until?.toISOString()).toBe(expected);
    expect(after.unsnoozeAt?.toISOString()).toBe(expected);
  });

  it('does not snooze without an end', () => {
    for (const actions of [{}, { snoozeForRelativeInMinutes: 0 }])
      expect(act({ addInteraction: 'Snoozed', ...actions })).toMatchObject({
        operations: [],
        summary: 'Not done: no end of the snooze.',
      });
  });

  it.each([
    [{ affectsServices: [ids.checkout] }, 'affectsServices needs the interaction Affects'],
    [
      { forwardToOutboundIntegrations: [ids.jira] },
      'forwardToOutboundIntegrations needs the interaction Forwarded',
    ],
    [{ snoozeUntilAbsolute: '07:00' }, 'snoozing needs the interaction Snoozed'],
  ])('says that %o does nothing alone', (actions, reason) => {
    expect(act(actions)).toMatchObject({ operations: [], summary: `Not done: ${reason}.` });
  });

  it('comments when no interaction takes the comment with it', () => {
    const alone = act({ comment: 'Look' });
    expect(alone.after.events.at(-1)).toMatchObject({
      intent: 'Commented',
      message: words('Look'),
      messageIsPublic: false,
    });
    const refused = act({ addInteraction: 'Unresolved', comment: 'Look' });
    expect(refused.after.events.at(-1)?.intent).toBe('Commented');
    const taken = act({ addInteraction: 'Resolved', comment: 'Look' });
    expect(taken.after.events.slice(1)).toMatchObject([
      { intent: 'Resolved', message: words('Look') },
    ]);
  });

  it('deletes after some seconds', () => {
    expect(act({ deleteInRelativeInSeconds: 0 })).toMatchObject({ deleteAfterSeconds: 0 });
    expect(act({ deleteInRelativeInSeconds: 60 })).toMatchObject({
      deleteAfterSeconds: 60,
      summary: 'Deleted after 60 s.',
    });
  });

  it('discards, and does nothing else', () => {
    expect(act({ discard: true, changeSeverity: 'Critical', comment: 'x' })).toMatchObject({
      discard: true,
      operations: [],
      summary: 'Discarded.',
    });
  });

  it('a rule without actions fires, and says that it does nothing', () => {
    const [fired] = run([{ actions: null }]).fired;
    expect(fired?.effects).toMatchObject({
      operations: [],
      outcome: 'Applied',
      summary: say('effectsNone'),
    });
  });

  it('its operations make the incident that the run saw', () => {
    const { operations, after, fired } = act({
      assignToTeams: [ids.database],
      changeSeverity: 'Minor',
      addInteraction: 'Resolved',
      comment: 'Known',
      setAttributes: [{ name: 'a', value: '1', isImage: true, hideInPreviews: false }],
    });
    let made = incident();
    for (const operation of operations)
      made = applyOperations(made, operation, sourceOfRule(fired), now);
    const content = ({ events, _id, ...rest }: typeof made) => ({
      ...rest,
      events: events.map(({ id, ...event }) => event),
    });
    expect(content(made)).toEqual(content(after));
  });
});
