import { setTimeout as sleep } from 'node:timers/promises';
import { divide, type World } from '../kernel/index.ts';
import { noteLateness, Places, Sparingly } from '../pace/index.ts';
import type { Processes } from '../processes/index.ts';
import { contactKey } from './contact.ts';
import { type DeliveryDocument, lastRank } from './delivery.ts';
import {
  type DueContact,
  dueContacts,
  joined,
  type TargetsOf,
  toDueContact,
  withTargets,
} from './due-contacts.ts';
import { readsOf } from './lane-reads.ts';
import { traitsOf } from './lanes.ts';
import { type OutcomeOptions, Outcomes } from './outcomes.ts';
import { bringForward, putOff } from './put-off.ts';
import { claimTurn, type LaneRules, type LaneWork } from './turn.ts';

export interface LaneOptions extends OutcomeOptions, Pick<LaneWork, 'lane' | 'rules' | 'send'> {
  /** Where contacts of a lane are asked at different targets. */
  targetsOf?: TargetsOf;
}

const glanceMilliseconds = 1000;
/** The next look finds the others. */
const toldMax = 300;

/**
 * Sends what is due in one lane, the severest first; organizations and targets have their shares of what is sent at
 * once (`Places`). Several processes may run one each. No due loop: a contact that is free again takes the next
 * messages while others are still written to, so there are no batches that end together. `turn.ts` is about one
 * contact.
 */
export class LaneSender {
  readonly #work: LaneWork;
  /** Contacts that are being written to; each gets one message after the other. */
  readonly #busy = new Map<string, Promise<void>>();
  readonly #places: Places;
  readonly #targetsOf: TargetsOf | undefined;
  readonly #others = new Sparingly();
  #wake: (() => void) | undefined;
  /** Something may be due that was not when it was looked for. */
  #hasNews = false;
  /** Contacts with messages that have become due since it was looked. */
  #told: DueContact[] = [];

  constructor(world: World, processes: Processes, options: LaneOptions) {
    const { lane, rules, send, targetsOf } = options;
    const outcomes = new Outcomes(world, options);
    const reads = readsOf(world, lane);
    this.#work = { world, processes, lane, rules, reads, outcomes, send };
    this.#places = new Places(world.clock, traitsOf(lane).contactsAtOnce);
    this.#targetsOf = targetsOf;
  }

  get rules(): LaneRules {
    return this.#work.rules;
  }

  /** Until nothing is due and nothing is under way. */
  async run(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      this.#hasNews = false;
      this.#told = [];
      let due = await this.#dueContacts();
      const until = performance.now() + glanceMilliseconds;
      const mayLook = () => this.#hasNews || performance.now() >= until;
      // As long as nothing else comes, whoever is free takes the next of those that were found.
      do {
        if (this.#told.length > 0) due = joined(this.#work.lane, due, await this.#takeTold());
        this.#startNext(due);
        if (this.#busy.size === 0) return;
        await this.#somethingToDo();
        // However much comes meanwhile, messages that have waited for longer are looked for.
      } while ((due.length > 0 || this.#told.length > 0) && !mayLook() && !stopping.aborted);
    }
    await Promise.all(this.#busy.values());
  }

  /** These are stored and due: they need not wait for what is under way, nor be looked for. */
  hint(messages: readonly DeliveryDocument[]): void {
    const left = toldMax - this.#told.length;
    const now = this.#work.world.clock.now();
    this.#told.push(
      ...messages
        .slice(0, left)
        .map(({ rank = lastRank, nextAt = now, ...one }) =>
          toDueContact(this.#work.lane, { ...one, rank, nextAt }),
        ),
    );
    this.#wake?.();
  }

  #takeTold(): Promise<DueContact[]> {
    return withTargets(this.#told.splice(0), this.#targetsOf);
  }

  /** Stores results that the store has not taken before. */
  noteLeft(): Promise<void> {
    return this.#work.outcomes.noteLeft();
  }

  /** Deliveries to a tool that hangs are put off, so that they delay no others. */
  async #dueContacts(): Promise<DueContact[]> {
    const { world, lane } = this.#work;
    if (this.#places.free === 0) return [];
    const found = await dueContacts(world, lane, {
      busy: [...this.#busy.keys()],
      full: this.#places.full(),
      targetsOf: this.#targetsOf,
      others: this.#others,
    });
    this.#noteLateness(found);
    const [free, hanging] = divide(found, (one) => this.#places.waitOf(one) === 0);
    const ofTools = Map.groupBy(hanging, ({ contact }) => contact.ownerId);
    for (const [ownerId, [one]] of ofTools)
      if (one) await putOff(world, lane, ownerId, this.#places.waitOf(one));
    return free;
  }

  /** Notes how late this process is, without what waits for others that are slow: for those nobody need make way. */
  #noteLateness(found: readonly DueContact[]): void {
    const { world, lane } = this.#work;
    const now = world.clock.now().getTime();
    const waits = found.filter((one) => !this.#places.isSlow(one));
    noteLateness(world, lane, Math.max(0, ...waits.map(({ nextAt }) => now - nextAt.getTime())));
  }

  #startNext(due: DueContact[]): void {
    for (;;) {
      const next = this.#places.next(due);
      if (!next) return;
      due.splice(due.indexOf(next), 1);
      if (!this.#busy.has(contactKey(next.contact))) this.#start(next);
    }
  }

  #start(due: DueContact): void {
    const { world, lane } = this.#work;
    const key = contactKey(due.contact);
    const leave = this.#places.take(due);
    const work = this.#tell(due)
      .catch((error: unknown) => world.log.error({ err: error, lane }, 'messages are sent later'))
      .finally(() => {
        leave();
        this.#busy.delete(key);
      });
    this.#busy.set(key, work);
  }

  async #tell(due: DueContact): Promise<void> {
    const send: LaneWork['send'] = (message) => this.#ask(due, () => this.#work.send(message));
    await this.#work.rules.tell(await claimTurn({ ...this.#work, send }, due.contact));
  }

  /** One attempt: what it says about the target counts before anything else begins. */
  async #ask(due: DueContact, send: () => ReturnType<LaneWork['send']>) {
    const end = this.#places.ask(due);
    const result = await send().catch((error: unknown) => {
      end(false);
      throw error;
    });
    const isLate = result.outcome === 'retry' && result.code === 'timeout';
    if (end(isLate)) await this.#opened(due);
    return result;
  }

  /** A target that hung answers again. */
  async #opened({ organizationId }: DueContact): Promise<void> {
    const { world, lane } = this.#work;
    await bringForward(world, lane, organizationId).catch((error: unknown) =>
      // They are due without this, too, a little later.
      world.log.warn({ err: error, lane }, 'messages that waited are sent later'),
    );
    this.#hasNews = true;
    this.#wake?.();
  }

  /** A contact is free again, a hint came, or a moment has passed. */
  async #somethingToDo(): Promise<void> {
    // It came while was looked for what is due.
    if (this.#hasNews || this.#told.length > 0) return;
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
