import { describe, expect, it } from 'vitest';
import {
  type AppendIntent,
  allowedIntents,
  applyOperations,
  type IncidentOperations,
  type IntentOptions,
} from '../../src/incidents/intents.ts';
import type { EventSource, IncidentDocument, Intent } from '../../src/incidents/model.ts';
import { intents } from '../../src/incidents/model.ts';
import { openKeyOf } from '../../src/incidents/open-keys.ts';
import { transition } from '../../src/incidents/transition.ts';
import { AppError } from '../../src/kernel/index.ts';
import { words } from '../../src/sentences/index.ts';
import { alert, at, attribute, group, opened, plain } from './sample.ts';

const ada: EventSource = { kind: 'user', id: 'u', displayName: 'Ada', email: 'ada@example.com' };
const now = at(600);

function act(
  incident: IncidentDocument,
  intent: Intent,
  options: IntentOptions = {},
  more: Partial<AppendIntent> = {},
): IncidentDocument {
  return apply(incident, {
    appendIntent: { intent, message: null, messageIsPublic: null, options, ...more },
  });
}

function apply(incident: IncidentDocument, operations: IncidentOperations): IncidentDocument {
  return applyOperations(incident, operations, ada, now);
}

function fieldsOf(run: () => unknown): Record<string, string[]> {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error.fields ?? {};
    throw error;
  }
  throw new Error('It was not refused.');
}

const states: Record<string, () => IncidentDocument> = {
  open: () => opened(),
  resolved: () => act(opened(), 'Resolved'),
  snoozed: () => act(opened(), 'Snoozed', { snoozedUntil: at(3600) }),
  'snoozed and resolved': () => act(states.snoozed?.() ?? opened(), 'Resolved'),
  archived: () => act(opened(), 'Archived'),
  acknowledged: () => act(opened(), 'Investigated'),
  muted: () => ({ ...opened(), isMuted: true }),
  'snoozed until it is resolved': () => act(opened(), 'Snoozed', { snoozedUntil: null }),
};

/** What makes each intent complete. */
const complete: Partial<Record<Intent, [IntentOptions, Partial<AppendIntent>]>> = {
  Commented: [{}, { message: words('Looking.') }],
  Snoozed: [{ snoozedUntil: at(7200) }, {}],
  Assigned: [{ users: { ids: ['u1'], repeatAlerts: null } }, {}],
  Affects: [{ services: { ids: ['s1'], exclude: null, start: null, end: null } }, {}],
  Forwarded: [{ outboundIntegrationId: 'o1' }, {}],
};

const always: Intent[] = ['Commented', 'Assigned', 'Affects', 'Forwarded'];
const allowedIn: Record<string, Intent[]> = {
  open: [...always, 'Investigated', 'Resolved', 'Escalated', 'Snoozed', 'Archived'],
  resolved: [...always, 'Unresolved', 'Archived'],
  snoozed: [...always, 'Investigated', 'Resolved', 'Escalated', 'Snoozed', 'Unsnoozed', 'Archived'],
  'snoozed and resolved': [...always, 'Unresolved', 'Unsnoozed', 'Archived'],
  archived: [...always, 'Investigated', 'Resolved', 'Escalated', 'Snoozed', 'Unarchived'],
  acknowledged: [...always, 'Investigated', 'Resolved', 'Escalated', 'Snoozed', 'Archived'],
  muted: [...always, 'Investigated', 'Resolved', 'Escalated', 'Snoozed', 'Archived'],
  'snoozed until it is resolved': [
    ...always,
    ...(['Investigated', 'Resolved', 'Escalated', 'Snoozed', 'Unsnoozed', 'Archived'] as const),
  ],
};

describe('which intents are possible', () => {
  for (const [state, allowed] of Object.entries(allowedIn)) {
    it(`${state}: ${allowed.join(', ')}`, () => {
      const incident = states[state]?.() ?? opened();
      expect(allowedIntents(incident).toSorted()).toEqual(allowed.toSorted());
    });

    it.each(intents)(`${state}: %s is taken when it is allowed, else refused by name`, (intent) => {
      const incident = states[state]?.() ?? opened();
      const [options, more] = complete[intent] ?? [{}, {}];
      if (allowed.includes(intent)) {
        const next = act(incident, intent, options, more);
        expect(next.version).toBe(incident.version + 1);
        expect(next.events.at(-1)).toMatchObject({ intent, by: ada, at: now, status: next.status });
        expect(next.eventsTotalCount).toBe(incident.eventsTotalCount + 1);
        expect(next.lastInteractionAt).toEqual(now);
      }
      // The answer names what is possible.
      else
        expect(fieldsOf(() => act(incident, intent, options, more))).toEqual({
          'operations.appendIntent.intent': [
            `${intent} is not possible now. Values must be one of ${allowedIntents(incident).join(', ')}`,
          ],
        });
    });
  }
});

describe('what intents do', () => {
  it('Investigated, Escalated, Archived and an assignment to people end "unattended"; a comment does not', () => {
    for (const intent of ['Investigated', 'Escalated', 'Archived'] as const)
      expect(act(opened(), intent).unattended, intent).toBe(false);
    const assign = (options: IntentOptions) => act(opened(), 'Assigned', options).unattended;
    expect(assign({ users: { ids: ['u1'], repeatAlerts: null } })).toBe(false);
    expect(assign({ teams: { ids: ['t2'], repeatAlerts: null } })).toBe(true);
    expect(act(opened(), 'Commented', {}, { message: words('Hm.') }).unattended).toBe(true);
  });

  it('Resolved lets go of the problem, Unresolved takes it back', () => {
    const resolved = act(opened(), 'Resolved');
    expect(resolved.status).toBe('Resolved');
    expect('openKeys' in resolved).toBe(false);
    const reopened = act(resolved, 'Unresolved');
    expect(reopened).toMatchObject({
      status: 'Open',
      openKeys: [openKeyOf('integration', 'disk', null)],
    });
  });

  it('an incident without an integration reopens without a key', () => {
    const byHand = { ...act(opened(), 'Resolved'), integrationId: null, correlationId: null };
    expect(act(byHand, 'Unresolved').openKeys).toBeUndefined();
  });

  it('Resolved closes every subincident; Unresolved opens those that the group closed and no others', () => {
    const current = group('disk', 'cpu', 'ram');
    const partly = transition(
      alert({ groupingKey: 'rack-1', correlationId: 'disk', status: 'Resolved' }),
      { sameProblem: current, openGroup: current },
      plain,
    ).incident;
    const closed = act(partly, 'Resolved');
    expect(closed.subIncidents?.every((sub) => sub.status === 'Resolved')).toBe(true);
    const reopened = act(closed, 'Unresolved');
    expect(reopened.subIncidents?.map((sub) => [sub.correlationId, sub.status])).toEqual([
      ['disk', 'Resolved'],
      ['cpu', 'Open'],
      ['ram', 'Open'],
    ]);
    expect(reopened.openKeys).toHaveLength(2);
    expect(reopened.groupKey).toBe(current.groupKey);
  });

  it('a group that ended by itself reopens with the latest subincident of each problem, each key once', () => {
    let current = group('disk', 'cpu');
    for (const [correlationId, status] of [
      ['disk', 'Resolved'],
      ['disk', 'Open'],
      ['disk', 'Resolved'],
      ['cpu', 'Resolved'],
    ] as const) {
      const key = openKeyOf('integration', correlationId, 'rack-1');
      current = transition(
        alert({ groupingKey: 'rack-1', correlationId, status }),
        { sameProblem: current.openKeys?.includes(key) ? current : null, openGroup: current },
        plain,
      ).incident;
    }
    expect(current.status).toBe('Resolved');
    const reopened = act(current, 'Unresolved');
    expect(reopened.subIncidents?.map((sub) => [sub.correlationId, sub.status])).toEqual([
      ['disk', 'Resolved'],
      ['cpu', 'Open'],
      ['disk', 'Open'],
    ]);
    expect(new Set(reopened.openKeys).size).toBe(2);
  });

  it('Snoozed takes a moment to come, says so when it is missing or past, and can be prolonged', () => {
    const snoozed = act(opened(), 'Snoozed', { snoozedUntil: at(3600) });
    expect(snoozed).toMatchObject({ snoozed: { until: at(3600) }, unsnoozeAt: at(3600) });
    expect(act(snoozed, 'Snoozed', { snoozedUntil: at(7200) }).unsnoozeAt).toEqual(at(7200));
    expect(fieldsOf(() => act(opened(), 'Snoozed'))).toHaveProperty([
      'operations.appendIntent.intentOptions.snoozingOptions',
    ]);
    expect(fieldsOf(() => act(opened(), 'Snoozed', { snoozedUntil: now }))).toHaveProperty([
      'operations.appendIntent.intentOptions.snoozingOptions.snoozedUntil',
    ]);
  });

  it('without an end it is snoozed until it is resolved, by hand or by the tool, and awake when it reopens', () => {
    const snoozed = act(states.snoozed?.() ?? opened(), 'Snoozed', { snoozedUntil: null });
    expect(snoozed.snoozed).toEqual({ until: null });
    expect('unsnoozeAt' in snoozed).toBe(false);
    expect(snoozed.events.at(-1)?.options).toEqual({ snoozedUntil: null });
    const byHand = act(snoozed, 'Resolved');
    const candidates = { sameProblem: snoozed, openGroup: null };
    const byTool = transition(alert({ status: 'Resolved' }), candidates, plain).incident;
    for (const resolved of [byHand, byTool]) {
      expect('snoozed' in resolved).toBe(false);
      expect('snoozed' in act(resolved, 'Unresolved')).toBe(false);
    }
  });

  it('Unsnoozed wakes it', () => {
    const awake = act(states.snoozed?.() ?? opened(), 'Unsnoozed');
    expect('snoozed' in awake || 'unsnoozeAt' in awake).toBe(false);
  });

  it('reopening an incident that is still snoozed sets its timer again; one whose time is over is awake', () => {
    // The timer's task takes the timer off a resolved incident and leaves it snoozed (spec 3.3).
    const { unsnoozeAt: _, ...resolved } = states['snoozed and resolved']?.() ?? opened();
    expect(act(resolved, 'Unresolved')).toMatchObject({
      snoozed: { until: at(3600) },
      unsnoozeAt: at(3600),
    });
    const later = applyOperations(
      resolved,
      { appendIntent: { intent: 'Unresolved', message: null, messageIsPublic: null, options: {} } },
      ada,
      at(3600),
    );
    expect('snoozed' in later || 'unsnoozeAt' in later).toBe(false);
  });

  it('Assigned adds teams and people once; without either it says what is missing', () => {
    const next = act(opened(), 'Assigned', {
      teams: { ids: ['team', 't2', 't2'], repeatAlerts: true },
      users: { ids: ['u1', 'u1'], repeatAlerts: null },
    });
    expect(next.teamIds).toEqual(['team', 't2']);
    expect(next.userIds).toEqual(['u1']);
    expect(next.events.at(-1)?.options).toMatchObject({ teams: { repeatAlerts: true } });
    expect(fieldsOf(() => act(opened(), 'Assigned'))).toHaveProperty([
      'operations.appendIntent.intentOptions',
    ]);
  });

  it('Affects replaces the services and keeps what it does not mention', () => {
    const first = act(opened(), 'Affects', {
      services: { ids: ['s1', 's2'], exclude: true, start: '2026-03-02T09:00:00Z', end: null },
    });
    expect(first).toMatchObject({
      serviceIds: ['s1', 's2'],
      excludeFromUptimeCalculation: true,
      statusPageStartOverride: '2026-03-02T09:00:00Z',
    });
    const second = act(first, 'Affects', {
      services: { ids: ['s3'], exclude: null, start: null, end: null },
    });
    expect(second).toMatchObject({ serviceIds: ['s3'], excludeFromUptimeCalculation: true });
    expect(second.statusPageStartOverride).toBe('2026-03-02T09:00:00Z');
    expect(fieldsOf(() => act(opened(), 'Affects'))).toHaveProperty([
      'operations.appendIntent.intentOptions.affectingOptions',
    ]);
  });

  it('Forwarded wants to know where to', () => {
    expect(fieldsOf(() => act(opened(), 'Forwarded'))).toHaveProperty([
      'operations.appendIntent.intentOptions.forwardingOptions',
    ]);
  });

  it('Commented wants a message', () => {
    expect(fieldsOf(() => act(opened(), 'Commented'))).toHaveProperty([
      'operations.appendIntent.message',
    ]);
  });

  it('keeps the message and whether it is public', () => {
    const next = act(opened(), 'Resolved', {}, { message: words('Done.'), messageIsPublic: true });
    expect(next.events.at(-1)).toMatchObject({ message: words('Done.'), messageIsPublic: true });
  });
});

describe('severity and attributes', () => {
  const named = (incident: IncidentDocument) =>
    incident.attributes.map(({ name, value }) => `${name}=${value}`);

  it('changeSeverity is one event; the severity it has already is none', () => {
    const next = apply(opened(), { changeSeverity: 'Critical' });
    expect(next.events.at(-1)).toMatchObject({ intent: 'Updated', severity: 'Critical', by: ada });
    expect(apply(opened(), { changeSeverity: 'Warning' }).events).toHaveLength(1);
  });

  it('changeTitle is in the history and stays, whatever payloads say', () => {
    const next = apply(opened(), { changeTitle: 'The till is closed' });
    expect(next.events.at(-1)).toMatchObject({
      intent: 'Updated',
      changes: [{ name: 'Title', newValue: 'The till is closed', oldValue: 'Disk is full' }],
    });
    const payload = alert({ title: 'Disk is full again' });
    const updated = transition(payload, { sameProblem: next, openGroup: null }, plain).incident;
    expect(updated.title).toBe('The till is closed');
    expect(apply(next, { changeTitle: next.title }).events).toHaveLength(2);
  });

  it('overrideAttributes leaves nothing else and records what went', () => {
    const next = apply(opened(), {
      overrideAttributes: [attribute('Zone', 'a'), attribute('zone', 'b')],
    });
    expect(named(next)).toEqual(['zone=b']);
    expect(next.events.at(-1)?.changes).toContainEqual({
      name: 'Host',
      newValue: null,
      oldValue: 'db-1',
    });
  });

  it('addAttributes refuses a name that is there, in any case, and one given twice', () => {
    expect(named(apply(opened(), { addAttributes: [attribute('Zone', 'a')] }))).toEqual([
      'Host=db-1',
      'Zone=a',
    ]);
    for (const addAttributes of [
      [attribute('HOST', 'x')],
      [attribute('Zone', 'a'), attribute('zone', 'b')],
    ])
      expect(fieldsOf(() => apply(opened(), { addAttributes }))).toHaveProperty([
        'operations.addAttributes',
      ]);
  });

  it('upsertAttributes changes and adds', () => {
    const next = apply(opened(), {
      upsertAttributes: [attribute('host', 'db-2'), attribute('Zone', 'a')],
    });
    expect(named(next)).toEqual(['host=db-2', 'Zone=a']);
  });

  it('a refused intent takes the rest of the operations with it', () => {
    const incident = opened();
    expect(() =>
      apply(incident, {
        changeSeverity: 'Critical',
        appendIntent: { intent: 'Unresolved', message: null, messageIsPublic: null, options: {} },
      }),
    ).toThrow(AppError);
    expect(incident.severity).toBe('Warning');
  });
});
