import { describe, expect, it } from 'vitest';
import { spansOf } from '../../src/incident-days/index.ts';
import { joined } from '../../src/incidents/earlier-events.ts';
import { appendEvent } from '../../src/incidents/events.ts';
import type { EventSource, IncidentDocument, IncidentEvent } from '../../src/incidents/model.ts';
import { recentEvents, runsToMove } from '../../src/incidents/move-events.ts';
import { words } from '../../src/sentences/index.ts';
import { at, opened } from './sample.ts';

const integration: EventSource = { kind: 'integration', payloadId: 'p' };
const person: EventSource = { kind: 'user', id: 'u', displayName: 'Ada', email: 'ada@example.com' };

/** A generator that gives the same numbers in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** An incident whose updates are moved now and then, beside the history as if they never were. */
class Rehearsal {
  whole: IncidentEvent[] = [];
  incident: IncidentDocument;
  readonly moved = new Map<string, ReturnType<typeof runsToMove>[number]>();
  #count = 0;

  constructor() {
    this.incident = { ...opened(), events: [], eventsTotalCount: 0 };
    this.append({ intent: 'Created', by: integration });
  }

  append(given: Partial<IncidentEvent> & Pick<IncidentEvent, 'intent'>): void {
    this.#count += 1;
    const event: IncidentEvent = {
      id: String(this.#count),
      at: at(this.#count),
      status: 'Open',
      severity: 'Warning',
      ...given,
    };
    this.whole = appendEvent(this.whole, event);
    const { incident } = this;
    incident.events = appendEvent(incident.events, event);
    incident.eventsTotalCount += 1;
  }

  /** Alerting has looked at all but the latest `unseen`. */
  move(unseen: number): void {
    const seen = this.incident.eventsTotalCount - unseen;
    this.incident.alerting = { routed: seen, announced: this.incident.eventsTotalCount };
    const runs = runsToMove(this.incident);
    for (const run of runs) if (!this.moved.has(run._id)) this.moved.set(run._id, run);
    // Those that are stored: an earlier move that was interrupted may have stored fewer.
    const ids = new Set(
      runs.flatMap(({ _id }) => this.moved.get(_id)?.events ?? []).map(({ id }) => id),
    );
    this.incident.events = this.incident.events.filter(({ id }) => !ids.has(id));
  }

  read(): IncidentEvent[] {
    const runs = [...this.moved.values()].sort((a, b) => a.from - b.from);
    return joined(this.incident.events, runs);
  }
}

const ids = (events: readonly IncidentEvent[]) => events.map(({ id }) => Number(id));

describe('updates that leave the incident', () => {
  it.each(Array.from({ length: 40 }, (_, seed) => seed))(
    'are read as if they were still there (%d)',
    (seed) => {
      const next = random(seed);
      const rehearsal = new Rehearsal();
      // Some histories are storms, some are people talking, most are both.
      const [moving, talking, turning] = [next() * 0.1, next() * 0.05, next() * 0.05];
      let severity: 'Warning' | 'Critical' = 'Warning';
      for (let n = 0; n < 900; n += 1) {
        if (next() < turning) severity = severity === 'Warning' ? 'Critical' : 'Warning';
        if (next() < talking)
          rehearsal.append({ intent: 'Commented', by: person, message: words('hm'), severity });
        else rehearsal.append({ intent: 'Updated', by: integration, severity });
        if (next() < moving) rehearsal.move(Math.floor(next() * 40));
      }
      expect(ids(rehearsal.read())).toEqual(ids(rehearsal.whole));
      expect(rehearsal.incident.events.slice(-recentEvents)).toEqual(
        rehearsal.whole.slice(-recentEvents),
      );
    },
  );

  it('do not come twice when a move was interrupted or crossed by a write', () => {
    const rehearsal = new Rehearsal();
    for (let n = 0; n < 60; n += 1) rehearsal.append({ intent: 'Updated', by: integration });
    const { events } = rehearsal.incident;
    rehearsal.move(0);
    // They were stored, but have not left, or were written back.
    rehearsal.incident.events = events;
    expect(ids(rehearsal.read())).toEqual(ids(rehearsal.whole));
    for (let n = 0; n < 60; n += 1) rehearsal.append({ intent: 'Updated', by: integration });
    rehearsal.move(0);
    expect(ids(rehearsal.read())).toEqual(ids(rehearsal.whole));
  });

  it('leave behind what alerting has not looked at, what people did, and every other severity', () => {
    const rehearsal = new Rehearsal();
    for (let n = 0; n < 100; n += 1) rehearsal.append({ intent: 'Updated', by: integration });
    rehearsal.move(101);
    expect(rehearsal.moved.size).toBe(0);
    rehearsal.append({ intent: 'Updated', by: integration, severity: 'Critical' });
    rehearsal.append({ intent: 'Commented', by: person, severity: 'Critical' });
    for (let n = 0; n < 100; n += 1)
      rehearsal.append({ intent: 'Updated', by: integration, severity: 'Critical' });
    rehearsal.move(50);
    expect(ids(rehearsal.incident.events)).toEqual([
      1,
      102,
      103,
      ...Array.from({ length: 50 }, (_, n) => 154 + n),
    ]);
    // A status page needs to read no more than that.
    expect(spansOf(rehearsal.incident)).toEqual(spansOf({ events: rehearsal.whole }));
  });
});
