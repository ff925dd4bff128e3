import type { World } from '../../kernel/index.ts';
import {
  type CalendarText,
  calendarChanges,
  type PublishedCalendar,
  writeCalendar,
} from '../../on-call/index.ts';

/** How long a change that another process made may go unnoticed; programs look once an hour. */
const keptMilliseconds = 60_000;
const charactersMax = 32 * 1024 * 1024;

interface Written extends CalendarText {
  key: string;
  writtenAt: number;
}

/**
 * Calendars that were written lately: programs of a whole team ask for the same one, and half a year takes a while to
 * compute.
 */
export class CalendarCache {
  readonly #world: World;
  readonly #host: () => string;
  /** By feed, the one written longest ago first. */
  readonly #texts = new Map<string, Written>();
  /** Calendars that are being written, for all who ask meanwhile. */
  readonly #pending = new Map<string, Promise<Written>>();
  #characters = 0;

  constructor(world: World, host: () => string) {
    this.#world = world;
    this.#host = host;
  }

  async textOf(calendar: PublishedCalendar): Promise<CalendarText> {
    const { id, version } = calendar.feed;
    const now = this.#world.clock.now().getTime();
    const key = `${version} ${calendarChanges(this.#world)}`;
    const known = this.#texts.get(id);
    if (known?.key === key && Math.abs(now - known.writtenAt) < keptMilliseconds) return known;
    const pending = this.#pending.get(`${id} ${key}`) ?? this.#write(calendar, key, now);
    this.#pending.set(`${id} ${key}`, pending);
    return pending.finally(() => this.#pending.delete(`${id} ${key}`));
  }

  async #write(calendar: PublishedCalendar, key: string, writtenAt: number): Promise<Written> {
    const { id } = calendar.feed;
    const written = { ...(await writeCalendar(calendar, this.#host())), key, writtenAt };
    this.#forget(id);
    this.#texts.set(id, written);
    this.#characters += written.text.length;
    for (const oldest of this.#texts.keys()) {
      if (this.#characters <= charactersMax) break;
      this.#forget(oldest);
    }
    return written;
  }

  #forget(id: string): void {
    this.#characters -= this.#texts.get(id)?.text.length ?? 0;
    this.#texts.delete(id);
  }
}
