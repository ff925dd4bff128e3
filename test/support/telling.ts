import { AsyncLocalStorage } from 'node:async_hooks';
import { createEngine } from '../../src/alerting/engine.ts';
import { SceneCache } from '../../src/alerting/scene-cache.ts';
import { createChannels } from '../../src/channels/index.ts';
import { readConfig } from '../../src/config.ts';
import { vapidKeysOf } from '../../src/contacts/index.ts';
import { createOutboundClient } from '../../src/egress/index.ts';
import { incidentModel } from '../../src/incidents/index.ts';
import { addressList, type Task } from '../../src/kernel/index.ts';
import { deliveriesOf } from '../../src/notifications/delivery.ts';
import { createSender, createSendMessage } from '../../src/notifications/index.ts';
import type { Town } from '../stories/town.ts';

/**
 * What happens to a write: the process dies before or behind it, the store does not answer for a while, or answers with
 * an error.
 */
export type Fault = 'killed-before' | 'killed-after' | 'stalled' | 'broken-before' | 'broken-after';

const running = new AsyncLocalStorage<TellingProcess>();
/** One each: what waits is held by what it waits for, and one for all would hold every dead process with its server. */
const never = () => new Promise<never>(() => {});

/**
 * What tells people, as a process of its own: it has memory of its own, and dies at the write that a test says. Many of
 * them share the store of one server, which serves the API and tells nobody itself.
 */
export class TellingProcess {
  readonly #tasks: Task[];
  readonly #ending = new AbortController();
  readonly #stop: () => void;
  #fate: (write: number) => Fault | null;
  #gate = Promise.withResolvers<void>();
  #blocked = Promise.withResolvers<void>();
  #work: Promise<void> | undefined;
  writes = 0;
  isDead = false;
  /** By its fate, and not because the test is over. */
  wasKilled = false;
  isStalled = false;
  /** Writes that the store did not answer in time, or answered with an error. */
  stalls = 0;
  /** Messages that it counted as sent. */
  sent = 0;

  constructor(
    town: Town,
    isAlone: boolean,
    fate: (write: number) => Fault | null,
    // How long it waits for a receiver.
    timeoutMilliseconds = 10_000,
  ) {
    this.#fate = fate;
    const { world, processes: real, url } = town.server.app;
    intercept(town);
    const processes = { ...real, exclusive: () => isAlone };
    const outbound = createOutboundClient({ allowedPrivateTargets: addressList('127.0.0.0/8') });
    const channels = createChannels({
      settings: readConfig({
        TOCSIN_SMTP_URL: town.smtp.url,
        TOCSIN_MAIL_FROM: 'tocsin@example.com',
        ...town.carrier.env,
      }),
      publicUrl: () => url,
      vapidKeys: () => vapidKeysOf(world),
      outbound,
      timeoutMilliseconds,
    });
    const send = createSendMessage(world, {
      channels,
      outbound,
      publicUrl: () => url,
      answerDomain: () => null,
    });
    const poke = () => {};
    const sender = createSender(world, processes, {
      channels,
      send: (...given) => (this.isDead ? never() : send(...given)),
      poke,
      onFinished: (_lane, outcome) => {
        if (outcome === 'sent') this.sent += 1;
      },
    });
    const cache = new SceneCache(world, processes, channels);
    const engine = createEngine(world, processes, { cache, sender, poke });
    this.#stop = () => {
      engine.stop();
      void channels.close();
    };
    const looking = sender.tasks.filter(({ name }) => name === 'due-messages');
    const sending = sender.tasks.filter(({ name }) => name !== 'due-messages');
    this.#tasks = [...looking, engine.task, ...sending];
  }

  /** Everything that is due, once; ends early when the process dies or the store does not answer it. */
  async run(): Promise<void> {
    if (this.isDead) return;
    this.#work ??= running
      .run(this, () => this.#runAll())
      .finally(() => {
        this.#work = undefined;
      });
    await Promise.race([this.#work, this.#blocked.promise]);
  }

  /** Does something else as this process, such as taking a report of a carrier. */
  async does(work: () => Promise<unknown>): Promise<void> {
    const done = running.run(this, work).then(
      () => {},
      () => {},
    );
    await Promise.race([done, this.#blocked.promise]);
  }

  /** The store answers again. */
  release(): void {
    this.isStalled = false;
    if (!this.isDead) this.#blocked = Promise.withResolvers();
    this.#gate.resolve();
    this.#gate = Promise.withResolvers();
  }

  /** Nothing happens to it any more. */
  mend(): void {
    this.#fate = () => null;
    this.release();
  }

  kill(): void {
    if (this.isDead) return;
    this.isDead = true;
    this.#ending.abort();
    this.#stop();
    this.#blocked.resolve();
  }

  async #runAll(): Promise<void> {
    // As the timer does: what fails is run again.
    for (const task of this.#tasks) await task.run(this.#ending.signal).catch(() => {});
  }

  async write<Result>(operation: () => Promise<Result>): Promise<Result> {
    if (this.isDead) return never();
    this.writes += 1;
    const fault = this.#fate(this.writes);
    if (fault === 'killed-before') {
      this.wasKilled = true;
      this.kill();
      return never();
    }
    if (fault === 'broken-before' || fault === 'broken-after') this.stalls += 1;
    if (fault === 'broken-before') throw new Error('The store does not answer.');
    if (fault === 'stalled') {
      this.isStalled = true;
      this.stalls += 1;
      this.#blocked.resolve();
      await this.#gate.promise;
      if (this.isDead) return never();
    }
    const result = await operation();
    if (fault === 'killed-after') {
      this.wasKilled = true;
      this.kill();
      return never();
    }
    if (fault === 'broken-after') throw new Error('The answer of the store was lost.');
    return result;
  }
}

const writing = [
  'insertOne',
  'insertMany',
  'updateOne',
  'updateMany',
  'findOneAndUpdate',
  'bulkWrite',
  'deleteOne',
] as const;
const intercepted = new WeakSet<object>();

type Writes = Record<string, (...given: unknown[]) => Promise<unknown>>;

/** At the edge of the store: each write of a process asks it first. */
function intercept({ server }: Town): void {
  for (const collection of Object.values(server.app.world.store.connection.collections)) {
    if (intercepted.has(collection)) continue;
    intercepted.add(collection);
    // as: the driver's methods, whatever they are given.
    const methods = collection as unknown as Writes;
    for (const name of writing) {
      const original = methods[name]?.bind(collection);
      if (!original) continue;
      methods[name] = (...given) => {
        const process = running.getStore();
        return process ? process.write(() => original(...given)) : original(...given);
      };
    }
  }
}

/** When the next thing is due, or null. */
export async function nextDue({ server }: Town): Promise<Date | null> {
  const { world } = server.app;
  const [incident] = await incidentModel(world.store)
    .collection.find({ 'alerting.nextAt': { $exists: true } })
    .sort({ 'alerting.nextAt': 1 })
    .limit(1)
    .toArray();
  const [message] = await deliveriesOf(world)
    .find({ nextAt: { $exists: true } })
    .sort({ nextAt: 1 })
    .limit(1)
    .toArray();
  const instants = [incident?.alerting.nextAt as Date | undefined, message?.nextAt];
  const known = instants.flatMap((at) => (at ? at.getTime() : []));
  return known.length === 0 ? null : new Date(Math.min(...known));
}

/** With processes that nothing happens to, everything comes to its end, whatever time it takes. */
export async function comeToRest(
  town: Town,
  processes: readonly TellingProcess[],
  until = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (let looks = 0; looks < 400; looks += 1) {
    for (const process of processes) await process.run();
    const due = await nextDue(town);
    if (due === null || due.getTime() > until) return;
    if (due > town.server.clock.now()) town.server.clock.set(due);
  }
  throw new Error('It never comes to rest.');
}

/** How often each message left, by its id. */
export function taken(
  { smtp, pushService, carrier }: Town,
  byTools: readonly string[] = [],
): Map<string, number> {
  const keys = [
    ...byTools,
    ...smtp.mails.map(({ messageId }) => /<([^@]+)@/.exec(messageId ?? '')?.[1] ?? ''),
    ...pushService.pushes.map(({ payload }) => String(payload.key)),
    ...[...carrier.texts, ...carrier.calls].map(
      ({ statusUrl }) => URL.parse(statusUrl ?? '')?.searchParams.get('d') ?? '',
    ),
  ];
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
