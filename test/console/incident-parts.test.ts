import { describe, expect, it } from 'vitest';
import { arrangeAttributes, guidesOf } from '../../console/pages/incident/arrange-attributes.ts';
import { foldRepeats } from '../../console/pages/incident/fold-repeats.ts';
import type { IncidentEvent } from '../../console/parts/incident-actions/incident.ts';
import { initialsOf } from '../../console/parts/initials.ts';

const attribute = (name: string, value: string) => ({
  name,
  value,
  isImage: false,
  isGroupingKey: false,
  hideInPreviews: false,
});

describe('attributes', () => {
  it('are said once: an object and its members are one table, and JSON is folded', () => {
    const { plain, nested, raw } = arrangeAttributes([
      attribute('Alert Name', 'Down'),
      attribute('Labels', '{"alertname":"Down","pod":"a","deep":{"x":1}}'),
      attribute('Labels.alertname', 'Down'),
      attribute('Labels.pod', 'a'),
      attribute('Details', '{"host":"db-1","list":[1]}'),
      attribute('Broken', '{not json'),
    ]);
    expect(plain.map(({ name }) => name)).toEqual(['Alert Name', 'Broken']);
    expect(nested).toEqual([
      { name: 'Labels', rows: [{ name: 'pod', value: 'a' }] },
      { name: 'Details', rows: [{ name: 'host', value: 'db-1' }] },
    ]);
    expect(raw.map(({ name }) => name)).toEqual(['Labels', 'Details']);
  });

  it('give links to runbooks and dashboards, each once, and only to the web', () => {
    expect(
      guidesOf([
        attribute('Annotations', '{"runbook_url":"https://r.example/1","dashboard":"ftp://x"}'),
        attribute('dashboardURL', 'https://d.example/1'),
        attribute('Runbook', 'See https://r.example/1, then call.'),
        attribute('playbook', 'javascript:alert(1)'),
      ]),
    ).toEqual([
      { kind: 'runbook', to: 'https://r.example/1' },
      { kind: 'dashboard', to: 'https://d.example/1' },
    ]);
  });
});

describe('a history', () => {
  const event = (intent: string, given: object = {}) =>
    ({
      id: `${Math.random()}`,
      severity: 'Critical',
      status: 'Open',
      message: null,
      modification: { intent, user: null, externalUser: null, rule: null, apiKey: null },
      attributeChanges: [],
      ...given,
    }) as unknown as IncidentEvent;
  const change = (name: string, oldValue: string, newValue: string) => ({
    attributeChanges: [{ name, oldValue, newValue }],
  });

  it('counts an alert that came again, from what it said first to what it says now', () => {
    const entries = foldRepeats([
      event('Updated', change('Value', '2', '3')),
      event('Updated', change('Labels', '{"a":1}', '{"a":2}')),
      event('Updated', change('Value', '1', '2')),
      event('Commented', { message: 'x' }),
      event('Updated', { severity: 'Critical' }),
      event('Created', { severity: 'Minor' }),
    ]);
    expect(entries.map((one) => [one.event.modification.intent, one.repeats, one.changes])).toEqual(
      [
        ['Updated', 3, [{ name: 'Value', oldValue: '1', newValue: '3' }]],
        ['Commented', 0, []],
        // It became worse: that is no repetition.
        ['Updated', 0, []],
        ['Created', 0, []],
      ],
    );
  });
});

it('initials are the first letters of the first and the last name, also of an address', () => {
  expect(
    ['Ada Lovelace', 'Ada', 'grace.b.hopper@example.com', '李 小龍', '🙂'].map(initialsOf),
  ).toEqual(['AL', 'A', 'GH', '李小', '?']);
});
