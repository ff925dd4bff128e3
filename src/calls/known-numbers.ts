import type { CallNumber } from './call-number.ts';

/**
 * Numbers as they were when they were last read: what a caller can be told while the store does not answer, and how to
 * tell whether the carrier asks. Nothing is decided by it while the store answers.
 */
export class KnownNumbers {
  readonly #numbers = new Map<string, CallNumber>();

  /** Null: the number is gone. */
  note(integrationId: string, number: CallNumber | null): void {
    if (number) this.#numbers.set(integrationId, number);
    else this.#numbers.delete(integrationId);
  }

  /** As a call has it, where the number itself was not read yet. */
  noteFirst(integrationId: string, number: CallNumber): void {
    if (!this.#numbers.has(integrationId)) this.#numbers.set(integrationId, number);
  }

  get(integrationId: string): CallNumber | null {
    return this.#numbers.get(integrationId) ?? null;
  }
}
