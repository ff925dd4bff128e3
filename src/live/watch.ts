import type { Ctx, World } from '../kernel/index.ts';
import { type ActiveSession, standingsOfSessions } from '../sessions/index.ts';
import type { DutyNews } from './duty-news.ts';
import { eventText } from './event.ts';
import { EventStream } from './event-stream.ts';
import type { Telling } from './feed.ts';
import type { FeedNews, News } from './feed-news.ts';
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

export interface WatchOptions {
  feeds: readonly FeedNews[];
  /** By the clock that the changes of the feeds carry. */
  now(): Date;
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
const beatMilliseconds = 15_000;
const checkMilliseconds = 2_000;

/**
 * Looks at feeds for all who read them, for as long as there are any: a query to each for what changed, and where there
 * is something to tell, or every 2 s, one look at who the readers are by now. Changes are read before that, so none
 * reaches anybody who might not see it when it was made. Whoever falls behind is told to fetch again.
 */
export class Watch {
  readonly #world: World;
  readonly #feeds: readonly FeedNews[];
  readonly #now: () => Date;
  readonly #organizationId: string;
  readonly #duty: DutyNews | undefined;
  readonly #onIdle: () => void;
  readonly #readers = new Set<Reader>();
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
    { feeds, now, organizationId, duty }: WatchOptions,
    onIdle: () => void,
  ) {
    this.#world = world;
    this.#feeds = feeds;
    this.#now = now;
    this.#organizationId = organizationId;
    this.#duty = duty;
    this.#onIdle = onIdle;
    this.#position = now();
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
      const now = this.#now();
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
      await this.#tell([reader], await this.#look((feed) => feed.allSince(from)), since);
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
    const now = this.#now();
    const back = new Date(now.getTime() - farBackMilliseconds);
    const known = await this.#look((feed) => feed.allSince(back));
    await this.#duty?.look();
    if (this.#readers.size > 0) return;
    for (const news of known) news.note();
    this.#position = now;
    this.#farBackAt = performance.now();
  }

  #schedule(delay: number): void {
    if (this.#readers.size === 0 || this.#current || (this.#timer && delay > 0)) return;
    clearTimeout(this.#timer);
    const wait = Math.max(delay, this.#pauseUntil - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#current = this.#takeTurn().finally(() => {
        this.#current = undefined;
        this.#schedule(this.#isPoked ? 0 : everyMilliseconds);
      });
    }, wait);
    this.#timer.unref();
  }

  async #takeTurn(): Promise<void> {
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

  #look(at: (feed: FeedNews) => Promise<News>): Promise<News[]> {
    return Promise.all(this.#feeds.map(at));
  }

  async #tellChanges(start: number): Promise<void> {
    const now = this.#now();
    const isFarBack = start - this.#farBackAt >= farBackEveryMilliseconds;
    const back = isFarBack ? farBackMilliseconds : lookBackMilliseconds;
    const since = new Date(this.#position.getTime() - back);
    const news = await this.#look((feed) => feed.newSince(since));
    const readers = [...this.#readers];
    if (news.some(({ isAny }) => isAny) || start - this.#checkedAt >= checkMilliseconds) {
      this.#checkedAt = start;
      await this.#tell(readers, news, this.#position);
    }
    if (await this.#duty?.look()) this.#tellDuty(readers, this.#position);
    // Only now: what failed on the way is found again.
    for (const one of news) one.note();
    this.#position = now;
    if (isFarBack) this.#farBackAt = start;
    const horizon = new Date(now.getTime() - 2 * farBackMilliseconds);
    for (const feed of this.#feeds) feed.forget(horizon);
    for (const reader of readers)
      if (start - reader.beatAt >= beatMilliseconds) {
        reader.beatAt = start;
        const data = { now: now.toISOString() };
        reader.stream.put('beat', { name: 'beat', data }, positionOf(now));
      }
  }

  /**
   * To those who are still who they were. `before`: before all of it, as a reader that has the first of it may miss the
   * rest.
   */
  async #tell(readers: readonly Reader[], news: readonly News[], before: Date): Promise<void> {
    // Changes are read before the readers' rights: nobody gets a change that they might not see when it was made.
    const tellings = (await Promise.all(news.map((one) => one.tellings()))).flat();
    const standings = await standingsOfSessions(
      this.#world,
      this.#organizationId,
      readers.map(({ session }) => session),
    );
    const position = positionOf(before);
    const textsOf = new Map<string, Texts>();
    for (const { stream, ctx, session, standing } of readers) {
      const present = standings.get(session.id);
      if (!present || JSON.stringify(present) !== standing) {
        const reason = present ? 'rights-changed' : 'session-ended';
        stream.put('end', { name: 'end', data: { reason } }, position);
        stream.end();
        continue;
      }
      const texts: Texts = textsOf.get(standing) ?? new Map();
      textsOf.set(standing, texts);
      const seen = tellings.filter((one) => one.isSeen(ctx));
      const told = await Promise.all(seen.map((one) => textOf(ctx, one, position, texts)));
      for (const [n, { about }] of seen.entries()) stream.putText(about, told[n] ?? '', position);
    }
  }

  #tellDuty(readers: readonly Reader[], before: Date): void {
    const position = positionOf(before);
    for (const { stream } of readers)
      stream.put('on-call', { name: 'on-call', data: {} }, position);
  }
}

/** In the words of the stream, once for all who may see and change the same. */
type Texts = Map<Telling, Promise<string>>;

function textOf(ctx: Ctx, telling: Telling, position: string, texts: Texts): Promise<string> {
  const known = texts.get(telling);
  if (known) return known;
  const text = Promise.resolve(telling.event(ctx)).then((event) => eventText(event, position));
  texts.set(telling, text);
  return text;
}
