import { describe, expect, it } from 'vitest';
import { appendEvent, eventsKeptMax, integrationUpdatesMax } from '../../src/incidents/events.ts';
import type { EventSource, IncidentEvent, Intent } from '../../src/incidents/model.ts';
import { words } from '../../src/sentences/index.ts';
import { at } from './sample.ts';

const integration: EventSource = { kind: 'integration', payloadId: 'p' };
const person: EventSource = { kind: 'user', id: 'u', displayName: 'Ada', email: 'ada@example.com' };
let count = 0;

function event(intent: Intent, by: EventSource | undefined, message?: string): IncidentEvent {
  count += 1;
  return {
    id: String(count).padStart(8, '0'),
    at: at(count),
    intent,
    status: 'Open',
    severity: 'Minor',
    ...(by && { by }),
    ...(message !== undefined && { message: words(message) }),
  };
}

function history(...intents: [Intent, EventSource | undefined, number][]): IncidentEvent[] {
  let events: IncidentEvent[] = [];
  for (const [intent, by, times] of intents)
    for (let n = 0; n < times; n += 1) events = appendEvent(events, event(intent, by));
  return events;
}

const updates = (events: IncidentEvent[]) =>
  events.filter((one) => one.intent === 'Updated' && one.by?.kind === 'integration').length;

describe('256 integration updates without an interaction (spec 2.6)', () => {
  it.each([255, 256])('keeps all %d', (times) => {
    const events = history(['Created', integration, 1], ['Updated', integration, times]);
    expect(updates(events)).toBe(times);
  });

  it('from the 257th on the oldest update goes, never the opening', () => {
    const events = history(['Created', integration, 1], ['Updated', integration, 300]);
    expect(updates(events)).toBe(integrationUpdatesMax);
    expect(events[0]?.intent).toBe('Created');
    const ids = events.slice(1).map(({ id }) => Number(id));
    expect(ids[0], 'the 45th update is the oldest kept').toBe(Number(events[0]?.id) + 45);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  it('an interaction of a person starts the count again', () => {
    const events = history(
      ['Created', integration, 1],
      ['Updated', integration, 256],
      ['Commented', person, 1],
      ['Updated', integration, 256],
    );
    expect(updates(events)).toBe(512);
    expect(updates(appendEvent(events, event('Updated', integration)))).toBe(512);
  });

  it('what goes then comes from behind the interaction', () => {
    const before = history(
      ['Created', integration, 1],
      ['Updated', integration, 10],
      ['Investigated', { kind: 'key', id: 'k', displayName: 'Robot' }, 1],
      ['Updated', integration, 256],
    );
    const after = appendEvent(before, event('Updated', integration));
    expect(after.slice(0, 12)).toEqual(before.slice(0, 12));
    expect(after[12]?.id).toBe(before[13]?.id);
  });

  it('a timer is no interaction', () => {
    const events = history(
      ['Created', integration, 1],
      ['Updated', integration, 200],
      ['Unsnoozed', undefined, 1],
      ['Updated', integration, 200],
    );
    expect(updates(events)).toBe(256);
    expect(events.some(({ intent }) => intent === 'Unsnoozed')).toBe(true);
  });
});

describe('what a document can hold', () => {
  it('stops at 2048 events, updates of integrations first', () => {
    let events = history(['Created', integration, 1], ['Updated', integration, 5]);
    for (let n = 0; n < eventsKeptMax; n += 1)
      events = appendEvent(events, event('Commented', person));
    expect(events).toHaveLength(eventsKeptMax);
    expect(updates(events)).toBe(0);
    expect(events[0]?.intent).toBe('Created');
  });

  it('stops at four megabytes of text, the oldest first, the opening and the newest never', () => {
    let events = history(['Created', integration, 1]);
    for (let n = 0; n < 1200; n += 1)
      events = appendEvent(events, event('Commented', person, 'x'.repeat(5000)));
    expect(JSON.stringify(events).length).toBeLessThan(4.5 * 1024 * 1024);
    expect(events[0]?.intent).toBe('Created');
    expect(events.at(-1)?.id).toBe(String(count).padStart(8, '0'));
  });
});
