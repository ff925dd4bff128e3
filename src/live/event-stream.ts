import { eventText, type LiveEvent } from './event.ts';

/** Beyond that a reader is told to fetch again what it shows. */
const waitingMax = 500;

/**
 * Events on their way to one page, for the router to send. Waits for the reader, and holds one event about a thing at
 * most: of several the last. So its size is bounded, however slow the reader is and whatever happens meanwhile.
 */
export class EventStream implements AsyncIterableIterator<string> {
  readonly #waiting = new Map<string, string>();
  readonly #onClose: () => void;
  #isOpen = true;
  #wake: (() => void) | undefined;

  /** `onClose`: once, when neither side adds anything any more. */
  constructor(onClose: () => void) {
    this.#onClose = onClose;
  }

  /** Adds an event about something. A later one about the same takes its place, further back. */
  put(about: string, event: LiveEvent, position: string): void {
    this.putText(about, eventText(event, position), position);
  }

  /** The same in the words of the stream, which many readers share. */
  putText(about: string, text: string, position: string): void {
    if (!this.#isOpen) return;
    this.#waiting.delete(about);
    this.#waiting.set(about, text);
    if (this.#waiting.size > waitingMax) {
      this.#waiting.clear();
      this.#waiting.set('reset', eventText({ name: 'reset', data: {} }, position));
    }
    this.#wake?.();
  }

  /** The reader gets what is there and then the end. */
  end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#wake?.();
    this.#onClose();
  }

  async next(): Promise<IteratorResult<string>> {
    if (this.#waiting.size === 0 && this.#isOpen)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    this.#wake = undefined;
    if (this.#waiting.size === 0) return { done: true, value: undefined };
    const value = [...this.#waiting.values()].join('');
    this.#waiting.clear();
    return { done: false, value };
  }

  /** The reader has gone, also while it waited for the next event. */
  async return(): Promise<IteratorResult<string>> {
    this.#waiting.clear();
    this.end();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
