import { describe, expect, it } from 'vitest';
import { applyOperations } from '../../src/incidents/intents.ts';
import { type EventSource, type IncidentDocument, severities } from '../../src/incidents/model.ts';
import { groupKeyOf, openKeyOf } from '../../src/incidents/open-keys.ts';
import { subIncidentsMax } from '../../src/incidents/sub-incidents.ts';
import { type Alert, transition } from '../../src/incidents/transition.ts';
import { inEnglish, say } from '../../src/sentences/index.ts';
import { alert, at, attribute, group, noCandidates, opened, plain } from './sample.ts';

const key = (correlationId: string, grouping: string | null = null) =>
  openKeyOf('integration', correlationId, grouping);

describe('status of an incident (spec 3.1)', () => {
  it('opens when no open incident has the correlation', () => {
    const { outcome, incident, retired } = transition(alert(), noCandidates, plain);
    expect(outcome).toBe('Opened');
    expect(retired).toBeNull();
    expect(incident).toMatchObject({
      status: 'Open',
      title: 'Disk is full',
      severity: 'Warning',
      teamIds: ['team'],
      unattended: true,
      isMuted: false,
      eventsTotalCount: 1,
      version: 1,
      openKeys: [key('disk')],
    });
    expect(incident.events).toMatchObject([
      { intent: 'Created', status: 'Open', by: { kind: 'integration' } },
    ]);
    expect(incident.snoozed).toBeUndefined();
  });

  it('is created as resolved when nothing is open: no open key, nothing to attend to, no snooze', () => {
    const { outcome, incident } = transition(alert({ status: 'Resolved' }), noCandidates, {
      isMuted: false,
      snoozed: { until: at(60) },
    });
    expect(outcome).toBe('Resolved');
    expect(incident).toMatchObject({ status: 'Resolved', unattended: false });
    expect(incident.openKeys).toBeUndefined();
    expect(incident.snoozed).toBeUndefined();
    expect(incident.unsnoozeAt).toBeUndefined();
  });

  it('updates an open incident: new values, changes on record, severity, and never the title', () => {
    const current = opened({ attributes: [attribute('Host', 'db-1'), attribute('Zone', 'a')] });
    const { outcome, incident } = transition(
      alert({
        at: at(30),
        title: 'Another title',
        severity: 'Critical',
        attributes: [attribute('HOST', 'db-2'), attribute('Free', '1 %')],
      }),
      { sameProblem: current, openGroup: null },
      plain,
    );
    expect(outcome).toBe('Updated');
    expect(incident).toMatchObject({
      _id: current._id,
      title: 'Disk is full',
      severity: 'Critical',
      status: 'Open',
      version: 2,
      eventsTotalCount: 2,
      lastUpdatedAt: at(30),
      createdAt: at(0),
      openKeys: [key('disk')],
    });
    expect(incident.attributes.map(({ name, value }) => [name, value])).toEqual([
      ['HOST', 'db-2'],
      ['Zone', 'a'],
      ['Free', '1 %'],
    ]);
    expect(incident.events.at(-1)).toMatchObject({
      intent: 'Updated',
      severity: 'Critical',
      changes: [
        { name: 'HOST', newValue: 'db-2', oldValue: 'db-1' },
        { name: 'Free', newValue: '1 %', oldValue: null },
      ],
    });
    expect(current.version, 'the input is left alone').toBe(1);
    expect(current.events).toHaveLength(1);
  });

  it('resolves an open incident: its severity and attributes stay, its key is free', () => {
    const current = opened({ severity: 'Critical' });
    const { outcome, incident } = transition(
      alert({ status: 'Resolved', severity: 'Minor', attributes: [] }),
      { sameProblem: current, openGroup: null },
      plain,
    );
    expect(outcome).toBe('Resolved');
    expect(incident).toMatchObject({
      status: 'Resolved',
      severity: 'Critical',
      unattended: false,
      attributes: current.attributes,
    });
    expect('openKeys' in incident).toBe(false);
    expect(incident.events.at(-1)).toMatchObject({ intent: 'Resolved', severity: 'Critical' });
  });

  it('keeps an update that repeats every value, without changes', () => {
    const current = opened();
    const { incident } = transition(alert(), { sameProblem: current, openGroup: null }, plain);
    expect(incident.events.at(-1)).toMatchObject({ intent: 'Updated' });
    expect(incident.events.at(-1)?.changes).toBeUndefined();
  });

  it('never moves lastUpdatedAt back for a payload that is applied late', () => {
    const current = transition(
      alert({ at: at(100) }),
      { sameProblem: opened(), openGroup: null },
      plain,
    ).incident;
    const { incident } = transition(
      alert({ at: at(50) }),
      { sameProblem: current, openGroup: null },
      plain,
    );
    expect(incident.lastUpdatedAt).toEqual(at(100));
  });

  it('opens snoozed with a timer, and snoozed without one where there is no end', () => {
    const timed = transition(alert(), noCandidates, { isMuted: false, snoozed: { until: at(60) } });
    expect(timed.incident).toMatchObject({ snoozed: { until: at(60) }, unsnoozeAt: at(60) });
    const endless = transition(alert(), noCandidates, { isMuted: false, snoozed: { until: null } });
    expect(endless.incident.snoozed).toEqual({ until: null });
    expect(endless.incident.unsnoozeAt).toBeUndefined();
  });

  it('opens muted, and an update under a muted window does not mute what was open before', () => {
    const muted = { isMuted: true, snoozed: null };
    expect(transition(alert(), noCandidates, muted).incident.isMuted).toBe(true);
    const updated = transition(alert(), { sameProblem: opened(), openGroup: null }, muted);
    expect(updated.incident.isMuted).toBe(false);
  });

  it('stays snoozed when it resolves itself (spec 3.3)', () => {
    const snoozed = transition(alert(), noCandidates, {
      isMuted: false,
      snoozed: { until: at(9) },
    });
    const { incident } = transition(
      alert({ status: 'Resolved' }),
      { sameProblem: snoozed.incident, openGroup: null },
      plain,
    );
    expect(incident).toMatchObject({ status: 'Resolved', snoozed: { until: at(9) } });
  });
});

describe('groups (spec 3.2)', () => {
  it('rule 1: the grouping is part of the key, so equal correlation ids in two groups are two problems', () => {
    expect(key('disk', 'rack-1')).not.toBe(key('disk', 'rack-2'));
    expect(key('disk', 'rack-1')).not.toBe(key('disk'));
  });

  it('rule 2: without an open group an incident opens and starts one', () => {
    const { incident, outcome } = transition(alert({ groupingKey: 'rack-1' }), noCandidates, plain);
    expect(outcome).toBe('Opened');
    expect(incident).toMatchObject({
      groupKey: groupKeyOf('integration', 'rack-1'),
      groupingKey: 'rack-1',
      openKeys: [key('disk', 'rack-1')],
      subIncidents: [{ correlationId: 'disk', status: 'Open', title: 'Disk is full' }],
    });
  });

  it('rule 3: an open subincident is updated, the group with it', () => {
    const current = group('disk', 'cpu');
    const { outcome, incident } = transition(
      alert({ groupingKey: 'rack-1', correlationId: 'cpu', severity: 'Critical', at: at(5) }),
      { sameProblem: current, openGroup: current },
      plain,
    );
    expect(outcome).toBe('Updated');
    expect(incident.subIncidents?.map((sub) => [sub.correlationId, sub.severity])).toEqual([
      ['disk', 'Warning'],
      ['cpu', 'Critical'],
    ]);
    expect(incident.severity, 'as bad as the worst that is open').toBe('Critical');
    expect(incident.subIncidents?.[1]?.events).toHaveLength(2);
  });

  it('rule 3: an open subincident is resolved while the group stays open with the others', () => {
    const current = group('disk', 'cpu');
    const { outcome, incident } = transition(
      alert({ groupingKey: 'rack-1', correlationId: 'disk', status: 'Resolved' }),
      { sameProblem: current, openGroup: current },
      plain,
    );
    expect(outcome).toBe('Updated');
    expect(incident.status).toBe('Open');
    expect(incident.openKeys).toEqual([key('cpu', 'rack-1')]);
    expect(incident.groupKey).toBe(groupKeyOf('integration', 'rack-1'));
  });

  it('resolves the group with its last open subincident', () => {
    let current = group('disk', 'cpu');
    for (const correlationId of ['disk', 'cpu'])
      current = transition(
        alert({ groupingKey: 'rack-1', correlationId, status: 'Resolved' }),
        { sameProblem: current, openGroup: current },
        plain,
      ).incident;
    expect(current.status).toBe('Resolved');
    expect('openKeys' in current).toBe(false);
    expect('groupKey' in current, 'rule 6: the next payload starts a new group').toBe(false);
    expect(current.unattended).toBe(false);
  });

  it('rule 4: without a window a new correlation joins however late', () => {
    const current = group('disk');
    const { outcome, incident, retired } = transition(
      alert({ groupingKey: 'rack-1', correlationId: 'cpu', at: at(1_000_000) }),
      { sameProblem: null, openGroup: current },
      plain,
    );
    expect(outcome).toBe('Updated');
    expect(retired).toBeNull();
    expect(incident._id).toBe(current._id);
    expect(incident.openKeys).toEqual([key('disk', 'rack-1'), key('cpu', 'rack-1')]);
    expect(incident.title, 'of the group').toBe('Disk is full');
  });

  it.each([
    [59, 'joins'],
    [60, 'joins'],
    [60.001, 'starts a new group'],
  ])('rule 5: %d s after the last update with a window of 60 s it %s', (seconds, what) => {
    const current = group('disk');
    const { outcome, incident, retired, reason } = transition(
      alert({
        groupingKey: 'rack-1',
        correlationId: 'cpu',
        at: at(seconds),
        groupingWindowSeconds: 60,
      }),
      { sameProblem: null, openGroup: current },
      plain,
    );
    if (what === 'joins') {
      expect([outcome, incident._id, retired]).toEqual(['Updated', current._id, null]);
      return;
    }
    expect(outcome).toBe('Opened');
    expect(inEnglish(reason)).toContain('60 s');
    expect(incident._id).not.toBe(current._id);
    expect(incident.groupKey).toBe(current.groupKey);
    expect(retired).toMatchObject({ _id: current._id, status: 'Open', version: 2 });
    expect(retired && 'groupKey' in retired).toBe(false);
    expect(retired?.openKeys, 'its own problems still find it').toEqual([key('disk', 'rack-1')]);
  });

  it('rule 5: the window counts from the last update of any subincident', () => {
    const touched = transition(
      alert({ groupingKey: 'rack-1', at: at(100) }),
      { sameProblem: group('disk'), openGroup: group('disk') },
      plain,
    ).incident;
    const { outcome } = transition(
      alert({
        groupingKey: 'rack-1',
        correlationId: 'cpu',
        at: at(150),
        groupingWindowSeconds: 60,
      }),
      { sameProblem: null, openGroup: touched },
      plain,
    );
    expect(outcome).toBe('Updated');
  });

  it('a resolved payload outside the window is created as resolved and ends no group', () => {
    const { outcome, retired, incident } = transition(
      alert({
        groupingKey: 'rack-1',
        correlationId: 'cpu',
        status: 'Resolved',
        at: at(61),
        groupingWindowSeconds: 60,
      }),
      { sameProblem: null, openGroup: group('disk') },
      plain,
    );
    expect([outcome, retired, incident.status]).toEqual(['Resolved', null, 'Resolved']);
  });

  it('a retired group is still updated and resolved by its own problems', () => {
    const { groupKey: _, ...retired } = group('disk');
    const { incident } = transition(
      alert({ groupingKey: 'rack-1', status: 'Resolved' }),
      { sameProblem: retired, openGroup: null },
      plain,
    );
    expect(incident).toMatchObject({ _id: retired._id, status: 'Resolved' });
  });

  it('a problem that comes back in an open group is a second subincident', () => {
    const current = group('disk', 'cpu');
    const resolved = transition(
      alert({ groupingKey: 'rack-1', status: 'Resolved' }),
      { sameProblem: current, openGroup: current },
      plain,
    ).incident;
    const { incident } = transition(
      alert({ groupingKey: 'rack-1' }),
      { sameProblem: null, openGroup: resolved },
      plain,
    );
    expect(incident.subIncidents?.map((sub) => [sub.correlationId, sub.status])).toEqual([
      ['disk', 'Resolved'],
      ['cpu', 'Open'],
      ['disk', 'Open'],
    ]);
  });

  it('a full group of open subincidents gives way to a new one; resolved ones are dropped first', () => {
    const current = group('disk');
    const [sub] = current.subIncidents ?? [];
    if (!sub) throw new Error('A group has a subincident.');
    const full = Array.from({ length: subIncidentsMax }, (_, n) => ({
      ...sub,
      correlationId: `n${n}`,
    }));
    const next = alert({ groupingKey: 'rack-1', correlationId: 'one more' });
    const refused = transition(
      next,
      { sameProblem: null, openGroup: { ...current, subIncidents: full } },
      plain,
    );
    expect(refused.outcome).toBe('Opened');
    expect(refused.reason).toEqual(say('groupFull'));
    expect(refused.retired?._id).toBe(current._id);

    const withResolved = full.with(7, { ...sub, correlationId: 'n7', status: 'Resolved' });
    const taken = transition(
      next,
      { sameProblem: null, openGroup: { ...current, subIncidents: withResolved } },
      plain,
    );
    expect(taken.outcome).toBe('Updated');
    expect(taken.incident.subIncidents).toHaveLength(subIncidentsMax);
    expect(taken.incident.subIncidents?.some((one) => one.correlationId === 'n7')).toBe(false);
  });
});

describe('size of a document', () => {
  const long = (letter: string) => letter.repeat(65_536);

  it('a long value that changes with every payload does not outgrow a document', () => {
    let current = opened();
    for (let n = 0; n < 130; n += 1)
      current = transition(
        alert({ attributes: [attribute('Log', long(String.fromCharCode(97 + (n % 26))))] }),
        { sameProblem: current, openGroup: null },
        plain,
      ).incident;
    expect(JSON.stringify(current).length).toBeLessThan(8 * 1024 * 1024);
    expect(current.events[0]?.intent).toBe('Created');
    expect(current.eventsTotalCount).toBe(131);
  });

  it('names made up by the tool do not fill an incident: the oldest go, the latest payload stays whole', () => {
    let current = opened();
    for (let n = 0; n < 100; n += 1)
      current = transition(
        alert({ attributes: [attribute(`made up ${n}`, long('x'))] }),
        { sameProblem: current, openGroup: null },
        plain,
      ).incident;
    expect(current.attributes.at(-1)?.name).toBe('made up 99');
    expect(current.attributes.some(({ name }) => name === 'made up 0')).toBe(false);
    expect(JSON.stringify(current).length).toBeLessThan(12 * 1024 * 1024);
  });

  it('a group of large subincidents is full before a document is', () => {
    let current = group('disk');
    let groups = 1;
    for (let n = 0; n < 30; n += 1) {
      const decided = transition(
        alert({
          groupingKey: 'rack-1',
          correlationId: `n${n}`,
          attributes: ['Log', 'Trace', 'Core', 'Heap'].map((name) => attribute(name, long('x'))),
        }),
        { sameProblem: null, openGroup: current },
        plain,
      );
      if (decided.outcome === 'Opened') groups += 1;
      current = decided.incident;
      expect(JSON.stringify(current).length).toBeLessThan(12 * 1024 * 1024);
    }
    expect(groups).toBeGreaterThan(1);
  });
});

describe('a severity that was chosen', () => {
  const person: EventSource = { kind: 'user', id: 'u', displayName: 'Ada', email: null };
  const rule: EventSource = { kind: 'rule', id: 'r', routingId: 'x', displayName: 'Night' };
  const incidents = { single: () => opened(), group: () => group('disk', 'cpu') };
  const grouping = { single: null, group: 'rack-1' };

  for (const kind of ['single', 'group'] as const)
    for (const by of [person, rule])
      for (const chosen of severities)
        it.each(severities)(
          `${kind}, ${chosen} by a ${by.kind}: a payload with %s leaves it alone until it is resolved`,
          (severity) => {
            const update = { groupingKey: grouping[kind], severity };
            const current = applyOperations(
              incidents[kind](),
              { changeSeverity: chosen },
              by,
              at(10),
            );
            const send = (to: IncidentDocument, over: Partial<Alert>) =>
              transition(alert({ ...update, ...over }), { sameProblem: to, openGroup: to }, plain)
                .incident;
            const updated = send(current, {});
            expect(updated.severity).toBe(chosen);
            expect(updated.events.at(-1)?.severity).toBe(chosen);
            const resolved = applyOperations(
              updated,
              {
                appendIntent: {
                  intent: 'Resolved',
                  message: null,
                  messageIsPublic: null,
                  options: {},
                },
              },
              person,
              at(20),
            );
            expect(resolved.severity).toBe(chosen);
            expect(resolved.isSeverityChosen).toBeUndefined();
          },
        );

  it('the payload that resolves ends it, too; the next problem has the severity of its payload', () => {
    const current = applyOperations(opened(), { changeSeverity: 'Minor' }, person, at(10));
    const resolved = transition(
      alert({ status: 'Resolved' }),
      { sameProblem: current, openGroup: null },
      plain,
    ).incident;
    expect(resolved).toMatchObject({ status: 'Resolved', severity: 'Minor' });
    expect('isSeverityChosen' in resolved).toBe(false);
  });

  it('without a choice the payload decides', () => {
    const { incident } = transition(
      alert({ severity: 'Critical' }),
      { sameProblem: opened(), openGroup: null },
      plain,
    );
    expect(incident.severity).toBe('Critical');
  });
});
