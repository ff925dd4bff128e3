import type { Ctx, World } from '../kernel/index.ts';
import { type ActiveSession, standingsOfSessions } from '../sessions/index.ts';
import type { DutyNews } from './duty-news.ts';
import { eventText, type LiveEvent } from './event.ts';
import { EventStream } from './event-stream.ts';
import type { Change, Feed } from './feed.ts';
import { positionOf, resumedAt } from './position.ts';

interface Reader {
  stream: EventStream;
  ctx: Ctx;
  session: ActiveSession['session'];
  /** The rights of the person; a change of them ends the stream. */
  standing: string;
  beatAt: number;
}

/** Where a page is: what it had last, and when it began to fetch what it shows. */
export interface ReaderPlace {
  position?: string | undefined;
  pageFrom?: string | undefined;
}

export interface WatchOptions<Found extends Change> {
  feed: Feed<Found>;
  organizationId: string;
  /** With it, readers are told when somebody else may be on call. */
  duty?: DutyNews;
}

/** How far back every look goes: a change says when it was made, and is there a moment later. */
const lookBackMilliseconds = 2_000;
/** How far back every so often, for writes that waited for the store, and processes whose clock is behind. */
const farBackMilliseconds = 60_000;
const farBackEveryMilliseconds = 10_000;
/**
 * How far back a page that does not say when it began is told what changed: it fetched what it shows a moment ago, and
 * again what is older.
 */
const joinBackMilliseconds = 10_000;
/** Between two looks, for what other processes write. What this one writes is looked at at once. */
const everyMilliseconds = 500;
const pauseMillisecondsMin = 100;
/** A process spends at most this part of its time on looking for changes. */
const shareMax = 1 / 4;
const changesMax = 1_000;
const beatMilliseconds = 15_000;
const checkMilliseconds = 2_000;

/**
 * Looks at one feed for all who read it, for as long as there are any: a query for what changed, and where there is
 * something to tell, or every 2 s, one look at who the readers are by now. Changes are read before that, so none
 * reaches anybody who might not see it when it was made. Whoever falls behind is told to fetch again.
 */
export class Watch<Found extends Change = Change> {
  readonly #world: World;
  readonly #feed: Feed<Found>;
  readonly #organizationId: string;
  readonly #duty: DutyNews | undefined;
  readonly #onIdle: () => void;
  readonly #readers = new Set<Reader>();
  /** The changes that were sent lately: versions by id. */
  readonly #told = new Map<string, { version: string; at: number }>();
  #position: Date;
  #farBackAt = Number.NEGATIVE_INFINITY;
  #checkedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #current: Promise<void> | undefined;
  #isPoked = false;
  /** Number of readers that are about to join. */
  #joining = 0;
  #pauseUntil = 0;

  /** `onIdle`: when the last reader has gone. */
  constructor(
    world: World,
    { feed, organizationId, duty }: WatchOptions<Found>,
    onIdle: () => void,
  ) {
    this.#world = world;
    this.#feed = feed;
    this.#organizationId = organizationId;
    this.#duty = duty;
    this.#onIdle = onIdle;
    this.#position = feed.now();
  }

  /**
   * Begins with `ready`, then everything since the position, since the page began, or since ten seconds ago. Calls
   * `onClose` once, unless it throws before.
   */
  async join(
    ctx: Ctx,
    active: ActiveSession,
    { position, pageFrom }: ReaderPlace,
    onClose: () => void,
  ): Promise<EventStream> {
    const reader: Reader = {
      ctx,
      session: active.session,
      standing: JSON.stringify(active.standing),
      stream: new EventStream(() => {
        this.#leave(reader);
        onClose();
      }),
      beatAt: performance.now(),
    };
    this.#joining += 1;
    try {
      await this.#prime();
      const now = this.#feed.now();
      const resumed = resumedAt(position, now);
      const began = resumedAt(pageFrom, now);
      const since =
        resumed ??
        (began
          ? new Date(began.getTime() - lookBackMilliseconds)
          : new Date(now.getTime() - joinBackMilliseconds));
      const data = {
        resumed: resumed !== null,
        since: since.toISOString(),
        now: now.toISOString(),
      };
      reader.stream.put('ready', { name: 'ready', data }, positionOf(since));
      // From here on it is told what changes; what changed until here it is told now.
      this.#readers.add(reader);
      this.#schedule(everyMilliseconds);
      const from = resumed ? new Date(since.getTime() - farBackMilliseconds) : since;
      const missed = await this.#feed.since(from, changesMax + 1);
      await this.#tell([reader], missed, { isPart: missed.length > changesMax, position: since });
      // Whether somebody changed it while the reader was away, nobody knows.
      if (this.#duty && resumed) this.#tellDuty([reader], since);
    } catch (error) {
      this.#readers.delete(reader);
      throw error;
    } finally {
      this.#joining -= 1;
      this.#rest();
    }
    return reader.stream;
  }

  /** Something may have changed. */
  poke(): void {
    this.#isPoked = true;
    this.#schedule(0);
  }

  end(): void {
    for (const { stream } of this.#readers) stream.end();
  }

  /** Waits for a look that is under way. */
  async settled(): Promise<void> {
    await this.#current;
  }

  #leave(reader: Reader): void {
    this.#readers.delete(reader);
    this.#rest();
  }

  #rest(): void {
    if (this.#readers.size + this.#joining > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#onIdle();
  }

  /** Changes from before the first reader are no news. */
  async #prime(): Promise<void> {
    if (this.#readers.size > 0) return;
    const now = this.#feed.now();
    const back = new Date(now.getTime() - farBackMilliseconds);
    const known = await this.#feed.since(back, changesMax);
    await this.#duty?.look();
    if (this.#readers.size > 0) return;
    for (const change of known) this.#note(change);
    this.#position = now;
    this.#farBackAt = performance.now();
  }

  #schedule(delay: number): void {
    if (this.#readers.size === 0 || this.#current || (this.#timer && delay > 0)) return;
    clearTimeout(this.#timer);
    const wait = Math.max(delay, this.#pauseUntil - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#current = this.#look().finally(() => {
        this.#current = undefined;
        this.#schedule(this.#isPoked ? 0 : everyMilliseconds);
      });
    }, wait);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    const start = performance.now();
    this.#isPoked = false;
    try {
      await this.#tellChanges(start);
    } catch (error) {
      // Pages notice: they get no sign of life either.
      this.#world.log.warn({ err: error }, 'changes could not be looked for; trying again');
    }
    const took = performance.now() - start;
    this.#pauseUntil = performance.now() + Math.max(pauseMillisecondsMin, took / shareMax - took);
  }

  async #tellChanges(start: number): Promise<void> {
    const now = this.#feed.now();
    const isFarBack = start - this.#farBackAt >= farBackEveryMilliseconds;
    const back = isFarBack ? farBackMilliseconds : lookBackMilliseconds;
    const since = new Date(this.#position.getTime() - back);
    const found = await this.#feed.since(since, changesMax + 1);
    const news = found.filter(({ id, version }) => this.#told.get(id)?.version !== version);
    const readers = [...this.#readers];
    const isPart = found.length > changesMax;
    if (isPart || news.length > 0 || start - this.#checkedAt >= checkMilliseconds) {
      this.#checkedAt = start;
      await this.#tell(readers, news, { isPart, position: this.#position });
    }
    if (await this.#duty?.look()) this.#tellDuty(readers, this.#position);
    // Only now: what failed on the way is found again.
    for (const change of news) this.#note(change);
    this.#position = now;
    if (isFarBack) this.#farBackAt = start;
    this.#forget();
    for (const reader of readers)
      if (start - reader.beatAt >= beatMilliseconds) {
        reader.beatAt = start;
        const data = { now: now.toISOString() };
        reader.stream.put('beat', { name: 'beat', data }, positionOf(now));
      }
  }

  /**
   * Oldest first, to those who are still who they were. `isPart`: there are more than these. `position`: before all of
   * them, as a reader that has the first of them may miss the others.
   */
  async #tell(
    readers: readonly Reader[],
    changes: readonly Found[],
    { isPart, position: before }: { isPart: boolean; position: Date },
  ): Promise<void> {
    // Changes are read before the readers' rights: nobody gets a change that they might not see when it was made.
    const eventsOf = await this.#feed.eventsOf(isPart ? [] : changes);
    const standings = await standingsOfSessions(
      this.#world,
      this.#organizationId,
      readers.map(({ session }) => session),
    );
    const position = positionOf(before);
    /** In the words of the stream, once for all who may see and change the same. */
    const texts = new Map<string, Promise<Map<string, string>>>();
    for (const { stream, ctx, session, standing } of readers) {
      const present = standings.get(session.id);
      if (!present || JSON.stringify(present) !== standing) {
        const reason = present ? 'rights-changed' : 'session-ended';
        stream.put('end', { name: 'end', data: { reason } }, position);
        stream.end();
        continue;
      }
      if (isPart) {
        stream.put('reset', { name: 'reset', data: {} }, position);
        continue;
      }
      const own = texts.get(standing) ?? eventsOf(ctx).then((events) => textsOf(events, position));
      texts.set(standing, own);
      for (const [id, text] of await own) stream.putText(id, text, position);
    }
  }

  #tellDuty(readers: readonly Reader[], before: Date): void {
    const position = positionOf(before);
    for (const { stream } of readers)
      stream.put('on-call', { name: 'on-call', data: {} }, position);
  }

  #note({ id, version, at }: Change): void {
    this.#told.set(id, { version, at: at.getTime() });
  }

  /** Drops versions of changes that no look reaches any more. */
  #forget(): void {
    const horizon = this.#position.getTime() - 2 * farBackMilliseconds;
    if (this.#told.size <= changesMax) return;
    for (const [id, { at }] of this.#told) if (at < horizon) this.#told.delete(id);
  }
}

/** Oldest first, as they are told. */
function textsOf(events: ReadonlyMap<string, LiveEvent>, position: string): Map<string, string> {
  return new Map(
    [...events].toReversed().map(([id, event]) => [id, eventText(event, position)] as const),
  );
}
