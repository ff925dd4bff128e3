import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';
import { type Contact, contactKey } from './contact.ts';
import { dueContacts } from './due-contacts.ts';
import { traitsOf } from './lanes.ts';
import { type OutcomeOptions, Outcomes } from './outcomes.ts';
import { claimTurn, type LaneRules, type LaneWork } from './turn.ts';

export interface LaneOptions extends OutcomeOptions, Pick<LaneWork, 'lane' | 'rules' | 'send'> {}

const glanceMilliseconds = 1000;

/**
 * Sends what is due in one lane, the severest first. Several processes may run one each. No due loop: a contact that is free again takes the
 * next messages while others are still written to, so there are no batches that end together. `turn.ts` is about one contact.
 */
export class LaneSender {
  readonly #work: LaneWork;
  /** Contacts that are being written to; each gets one message after the other. */
  readonly #busy = new Map<string, Promise<void>>();
  /** Contacts that are written to at the same time. */
  readonly #contactsAtOnce: number;
  #wake: (() => void) | undefined;
  /** Something may be due that was not when it was looked for. */
  #hasNews = false;

  constructor(world: World, processes: Processes, options: LaneOptions) {
    const { lane, rules, send } = options;
    const outcomes = new Outcomes(world, options);
    this.#work = { world, processes, lane, rules, outcomes, send };
    this.#contactsAtOnce = traitsOf(lane).contactsAtOnce;
  }

  get rules(): LaneRules {
    return this.#work.rules;
  }

  /** Until nothing is due and nothing is under way. */
  async run(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      this.#hasNews = false;
      const due = await this.#dueContacts();
      // As long as nothing new comes, whoever is free takes the next of those that were found.
      do {
        this.#startNext(due);
        if (this.#busy.size === 0) return;
        await this.#somethingToDo();
      } while (due.length > 0 && !this.#hasNews && !stopping.aborted);
    }
    await Promise.all(this.#busy.values());
  }

  /** Something new is due: what is under way need not be waited for. */
  hint(): void {
    this.#hasNews = true;
    this.#wake?.();
  }

  /** Stores results that the store has not taken before. */
  noteLeft(): Promise<void> {
    return this.#work.outcomes.noteLeft();
  }

  async #dueContacts(): Promise<Contact[]> {
    const { world, lane } = this.#work;
    const isFull = this.#busy.size >= this.#contactsAtOnce;
    return isFull ? [] : dueContacts(world, lane, [...this.#busy.keys()]);
  }

  #startNext(due: Contact[]): void {
    while (this.#busy.size < this.#contactsAtOnce) {
      const contact = due.shift();
      if (!contact) return;
      if (!this.#busy.has(contactKey(contact))) this.#start(contact);
    }
  }

  #start(contact: Contact): void {
    const { world, lane } = this.#work;
    const key = contactKey(contact);
    const work = this.#tell(contact)
      .catch((error: unknown) => world.log.error({ err: error, lane }, 'messages are sent later'))
      .finally(() => void this.#busy.delete(key));
    this.#busy.set(key, work);
  }

  async #tell(contact: Contact): Promise<void> {
    await this.#work.rules.tell(await claimTurn(this.#work, contact));
  }

  /** A contact is free again, a hint came, or a moment has passed. */
  async #somethingToDo(): Promise<void> {
    // The hint came while was looked for what is due.
    if (this.#hasNews) return;
    const glance = new AbortController();
    const { signal } = glance;
    await Promise.race([
      ...this.#busy.values(),
      new Promise<void>((resolve) => {
        this.#wake = resolve;
      }),
      sleep(glanceMilliseconds, undefined, { signal, ref: false }).then(
        () => {
          this.#hasNews = true;
        },
        () => {},
      ),
    ]);
    this.#wake = undefined;
    glance.abort();
  }
}
