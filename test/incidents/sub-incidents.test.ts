import { describe, expect, it } from 'vitest';
import { bytesOfEvents, isIntegrationUpdate } from '../../src/incidents/events.ts';
import { type IncidentDocument, severities } from '../../src/incidents/model.ts';
import { subUpdateBytesMax, subUpdatesMax } from '../../src/incidents/sub-incidents.ts';
import { transition } from '../../src/incidents/transition.ts';
import { updateBetween } from '../../src/incidents/writes.ts';
import { alert, at, attribute, group, plain } from './sample.ts';

const correlations = (count: number) => Array.from({ length: count }, (_, n) => `s${n}`);

function update(current: IncidentDocument, correlationId: string, n: number, value = `${n}`) {
  const isThere = subsOf(current).some((sub) => sub.correlationId === correlationId);
  const { incident } = transition(
    alert({
      groupingKey: 'rack-1',
      correlationId,
      at: at(n),
      severity: severities[n % severities.length] ?? 'Minor',
      attributes: [attribute('Value', value)],
    }),
    { sameProblem: isThere ? current : null, openGroup: current },
    plain,
  );
  return incident;
}

const subsOf = ({ subIncidents = [] }: IncidentDocument) => subIncidents;
const updatesBehindLatest = (incident: IncidentDocument) =>
  subsOf(incident).flatMap(({ events }) => events.slice(0, -1).filter(isIntegrationUpdate));

describe('a busy group', () => {
  it.each([1, 2, 7, 40, 300])('of %i subincidents keeps a bounded history of all', (count) => {
    let current = group(...correlations(count));
    const sent = new Map<string, number>();
    for (let n = 1; n <= 2 * count + 400; n += 1) {
      const correlation = `s${n % count}`;
      sent.set(correlation, (sent.get(correlation) ?? 0) + 1);
      current = update(current, correlation, n);
      const changed = subsOf(current).find((sub) => sub.correlationId === correlation);
      expect(changed?.events.at(-1)?.at).toEqual(at(n));
    }
    expect(updatesBehindLatest(current).length).toBeLessThanOrEqual(subUpdatesMax);
    for (const { correlationId, events, eventsTotalCount } of subsOf(current)) {
      expect(events[0]?.intent).toBe('Created');
      expect(eventsTotalCount).toBe(1 + (sent.get(correlationId) ?? 0));
    }
    // The newest are those that stay.
    const kept = updatesBehindLatest(current).map((event) => event.at.getTime());
    const latest = 2 * count + 400;
    const oldest = latest - subUpdatesMax - count;
    expect(Math.min(...kept)).toBeGreaterThanOrEqual(at(oldest).getTime());
    expect(kept.length).toBeGreaterThan(0);
  });

  it('with long values keeps no more than its bytes', () => {
    let current = group('a', 'b', 'c');
    for (let n = 1; n <= 60; n += 1)
      current = update(current, 'abc'[n % 3] ?? 'a', n, `${n} `.repeat(8000));
    expect(bytesOfEvents(updatesBehindLatest(current))).toBeLessThanOrEqual(subUpdateBytesMax);
    for (const { events } of subsOf(current)) expect(events.length).toBeGreaterThan(1);
  });

  it('is written by what changed of it, wherever that is', () => {
    const before = group(...correlations(10));
    for (const [place, correlation] of correlations(10).entries()) {
      const after = update(before, correlation, 1);
      const { $set = {} } = updateBetween(before, after) as { $set?: Record<string, unknown> };
      const subs = Object.keys($set).filter((path) => path.startsWith('subIncidents'));
      expect(subs).toEqual([`subIncidents.${place}`]);
      expect($set[`subIncidents.${place}`]).toBe(after.subIncidents?.[place]);
    }
    const more = update(before, 'another', 1);
    expect(updateBetween(before, more)).toMatchObject({
      $set: { subIncidents: more.subIncidents },
    });
  });
});
