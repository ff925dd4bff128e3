import { describe, expect, it } from 'vitest';
import type { EventSource, IncidentDocument, IncidentEvent } from '../../src/incidents/index.ts';
import { actsOn, asOpened, openAt } from '../../src/incidents/index.ts';

const ada: EventSource = { kind: 'user', id: 'ada', displayName: 'Ada', email: null };
const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 10, minute));

function event(
  minute: number,
  intent: IncidentEvent['intent'],
  more: Partial<IncidentEvent> = {},
): IncidentEvent {
  return {
    id: `${minute} ${intent}`,
    at: at(minute),
    intent,
    status: 'Open',
    severity: 'Minor',
    ...more,
  };
}

const opened = event(0, 'Created', { by: { kind: 'integration', payloadId: 'payload' } });

function incident(...events: IncidentEvent[]): IncidentDocument {
  return {
    ...{ _id: 'incident', organizationId: 'organization', integrationId: 'integration' },
    ...{ teamIds: ['own', 'given'], title: 'Down', attributes: [], correlationId: 'problem' },
    ...{
      status: 'Open',
      severity: 'Critical',
      unattended: true,
      isArchived: false,
      isMuted: false,
    },
    ...{ version: 5, createdAt: at(0), lastUpdatedAt: at(9), lastInteractionAt: null },
    events: [opened, ...events],
    eventsTotalCount: events.length + 1,
  };
}

describe('what people did', () => {
  it('is one act for each request, whatever lines it left', () => {
    const acts = actsOn(
      incident(
        event(1, 'Released', { by: ada }),
        event(1, 'Escalated', { by: ada }),
        event(2, 'Updated', { by: ada, severity: 'Critical' }),
        event(2, 'Investigated', { by: ada, severity: 'Critical' }),
        event(3, 'Updated', { by: { kind: 'integration', payloadId: 'x' }, severity: 'Critical' }),
        event(4, 'Released', { by: ada, severity: 'Critical' }),
      ),
    );
    expect(
      acts.map(({ operations }) => [operations.changeSeverity, operations.appendIntent?.intent]),
    ).toEqual([
      [undefined, 'Escalated'],
      ['Critical', 'Investigated'],
      [undefined, 'Released'],
    ]);
  });

  it('is nothing where titles were changed or incidents merged', () => {
    const changed = event(1, 'Updated', { by: ada, changes: [] });
    expect(actsOn(incident(changed, event(2, 'Merged', { by: ada })))).toEqual([]);
  });
});

it('an incident is as it opened without what came later', () => {
  const given = event(1, 'Assigned', { by: ada, options: { teams: { ids: ['given'] } } });
  expect(asOpened(incident(given))).toMatchObject({
    ...{ teamIds: ['own'], severity: 'Minor', events: [opened], eventsTotalCount: 1, version: 1 },
  });
});

it('an incident is open at an instant by the last line before it', () => {
  const ended = incident(event(5, 'Resolved', { status: 'Resolved' }));
  expect(openAt(ended, at(5))).toMatchObject({ status: 'Open', openKeys: [expect.any(String)] });
  expect(openAt(ended, at(6))).toBeNull();
  expect(openAt(ended, at(0))).toBeNull();
});
