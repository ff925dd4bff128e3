import type { StreamEvent } from './event-reader.ts';

/** In the clock of the server: longer than a page takes to load. */
const keptMilliseconds = 30_000;
const keptMax = 200;
/** An event carries a position from before the look that found it. */
const lookBackMilliseconds = 2_000;
const kept: readonly string[] = ['incident', 'told', 'on-call', 'reset'];

/**
 * The latest events, for a tab that listens to another one: it began to fetch what it shows before it listened. Of very
 * many it is told to fetch again.
 */
export class Lately {
  #events: StreamEvent[] = [];

  note(event: StreamEvent): void {
    if (!kept.includes(event.name)) return;
    const oldest = Number(event.id) - keptMilliseconds;
    this.#events = [...this.#events.filter(({ id }) => Number(id) >= oldest), event];
    if (this.#events.length > keptMax) this.#events = [{ id: event.id, name: 'reset', data: {} }];
  }

  /** The events after a page began, by its position, or not much before. */
  since(pageFrom: string | undefined): readonly StreamEvent[] {
    const from = Number(pageFrom ?? 0) - lookBackMilliseconds;
    return this.#events.filter(({ id }) => Number(id) >= from);
  }
}
