import type { Change, Feed, Telling } from './feed.ts';

/** More at once are not told one by one. */
const changesMax = 1_000;

/** The part of a feed that is to be told. */
export interface News {
  isAny: boolean;
  /** Oldest first. */
  tellings(): Promise<Telling[]>;
  /** It was told. */
  note(): void;
}

/** The changes of a feed, and which of them were told lately. */
export class FeedNews<Found extends Change = Change> {
  readonly #feed: Feed<Found>;
  /** Versions by id. */
  readonly #told = new Map<string, { version: string; at: number }>();

  constructor(feed: Feed<Found>) {
    this.#feed = feed;
  }

  /** The changes since then that were not told yet. */
  async newSince(moment: Date): Promise<News> {
    const found = await this.#feed.since(moment, changesMax + 1);
    const changes = found.filter(({ id, version }) => this.#told.get(id)?.version !== version);
    return this.#news(changes, found.length > changesMax);
  }

  /** All changes since then: for whoever was not there when they were told. */
  async allSince(moment: Date): Promise<News> {
    const found = await this.#feed.since(moment, changesMax + 1);
    return this.#news(found, found.length > changesMax);
  }

  /** Drops changes from before, which no look reaches any more. */
  forget(before: Date): void {
    if (this.#told.size <= changesMax) return;
    for (const [id, { at }] of this.#told) if (at < before.getTime()) this.#told.delete(id);
  }

  #news(changes: readonly Found[], isTooMany: boolean): News {
    return {
      isAny: isTooMany || changes.length > 0,
      tellings: async () => {
        const { tooMany } = this.#feed;
        if (isTooMany) return [{ about: tooMany.name, isSeen: () => true, event: () => tooMany }];
        return (await this.#feed.tell(changes)).toReversed();
      },
      note: () => {
        for (const { id, version, at } of changes)
          this.#told.set(id, { version, at: at.getTime() });
      },
    };
  }
}
