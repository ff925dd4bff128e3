import { hash } from 'node:crypto';
import { AppError, Newest, type World, within } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { findStatusPage, type PageName, statusPageNames } from './find-page.ts';
import {
  filterFor,
  historyStart,
  type LoadedIncidents,
  loadIncidents,
  loadPageParts,
  loadTitles,
  noteChanges,
} from './load-source.ts';
import { type PageContent, type PageSource, pageContent, withTitles } from './page-content.ts';
import { type Planned, withPlanned } from './planned.ts';
import type { StatusPage } from './status-pages.ts';

/** How old a page may be: nobody looks more often than once a second. */
const freshMilliseconds = 1000;
/** A page that takes long is looked at less often: never more than a tenth of the time. */
const costFactor = 10;
/** How long a visitor waits for the store before the last page is served. */
const patienceMilliseconds = 400;
/** How long for a page that nobody has seen yet. Making it goes on meanwhile, for whoever asks again. */
const firstPatienceMilliseconds = 3000;
/** How long the store may take to find one document before it counts as not answering. */
const answerMilliseconds = 2000;
/** How long it may take before somebody else tries again. */
const givenUpMilliseconds = 15_000;
/** The same for a page of which nothing is known: all of its incidents are read, maybe on a busy machine. */
const firstGivenUpMilliseconds = 60_000;
/** Changes that were written late are seen: usually at once, and after a crash with the next long look. */
const overlapMilliseconds = 10_000;
const longOverlapMilliseconds = 15 * 60_000;
const longLookMilliseconds = 60_000;
/** A page that nobody has asked for is looked at again after so long. */
const warmMilliseconds = 60_000;
const pagesMax = 500;

interface Known {
  content: PageContent | null;
  fingerprint: string;
  loaded: LoadedIncidents;
  /** The filter by which the incidents were chosen. */
  filter: string;
  readAt: Date;
  longLookAt: Date;
  fresh: { from: number; until: number; realUntil: number };
  running: Promise<PageContent | null> | null;
}

/**
 * The contents of pages, kept in memory: computed at most once per second however many visitors ask, and still there
 * when the store does not answer.
 */
export class PageCache {
  readonly #world: World;
  readonly #known = new Newest<string, Known>(pagesMax);

  constructor(world: World) {
    this.#world = world;
  }

  /**
   * Null where there is no such page. The same object until the page says something else. Fails only where nothing is
   * known, and the store fails or takes long.
   */
  async contentOf(name: PageName): Promise<PageContent | null> {
    const { content, running } = this.#look(name);
    if (!running) return content;
    if (!content)
      return within(firstPatienceMilliseconds, running, async () => {
        throw await this.#whyLate(name);
      });
    const known = () => content;
    return within(patienceMilliseconds, running.catch(known), known);
  }

  /** Why a page of which nothing is known yet is late: much is read for it, or the store answers nothing. */
  async #whyLate(name: PageName): Promise<AppError> {
    const found = findStatusPage(this.#world, name).then(() => true);
    const isAnswering = await within(answerMilliseconds, found, () => false);
    return isAnswering
      ? notReady()
      : new AppError('store-unavailable', say('databaseAway'), inAMoment);
  }

  /** The content that is known, if any, and the making of a newer one where that may be too old. */
  #look(name: PageName): Pick<Known, 'content' | 'running'> {
    const key = keyOf(name);
    const known = this.#known.get(key) ?? newEntry();
    this.#known.set(key, known);
    const { content } = known;
    if (content && isFresh(known.fresh, this.#world.clock.now())) return { content, running: null };
    const givenUp = content ? givenUpMilliseconds : firstGivenUpMilliseconds;
    known.running ??= within(givenUp, this.#refresh(key, name, known), () => {
      throw notReady();
    }).finally(() => {
      known.running = null;
    });
    return { content, running: known.running };
  }

  /** The content of the page once that is saved; null where there is no such page. Throws as the saving does. */
  async previewOf(name: PageName, planned: Planned): Promise<PageContent | null> {
    const content = await this.contentOf(name);
    const loaded = this.#known.get(keyOf(name))?.loaded;
    if (!content || !loaded) return null;
    const { page } = content;
    const parts = await withPlanned(
      this.#world,
      page,
      await loadPageParts(this.#world, page),
      planned,
    );
    const source = { page, ...parts, incidents: loaded.incidents.values() };
    return withTitles(await pageContent(source, this.#world.clock.now()), loaded.titled);
  }

  /**
   * Makes the pages that are not known yet, and looks anew at those that nobody has asked for lately, one after the
   * other: an outage brings visitors, and the first one would wait until all incidents of the page have been read.
   */
  async keepWarm(signal: AbortSignal): Promise<void> {
    for (const name of await statusPageNames(this.#world, pagesMax)) {
      if (signal.aborted) return;
      const known = this.#known.get(keyOf(name));
      if (known?.content && performance.now() < known.fresh.realUntil + warmMilliseconds) continue;
      await this.#look(name).running?.catch((error: unknown) =>
        this.#world.log.warn({ err: error }, 'a status page could not be made'),
      );
    }
  }

  async #refresh(key: string, name: PageName, known: Known): Promise<PageContent | null> {
    const begun = performance.now();
    try {
      const page = await findStatusPage(this.#world, name);
      if (!page) {
        this.#known.delete(key);
        known.content = null;
        return null;
      }
      const source = await this.#read(page, known);
      const untitled = await pageContent(source, this.#world.clock.now());
      await loadTitles(this.#world, untitled, known.loaded.titled);
      const content = withTitles(untitled, known.loaded.titled);
      const fingerprint = hash('sha256', JSON.stringify({ ...content, at: null }));
      if (!known.content || fingerprint !== known.fingerprint) known.content = content;
      known.fingerprint = fingerprint;
      return known.content;
    } catch (error) {
      if (known.content)
        this.#world.log.warn({ err: error }, 'the last status page is served: the store failed');
      else this.#known.delete(key);
      throw error;
    } finally {
      const lasts = Math.max(freshMilliseconds, (performance.now() - begun) * costFactor);
      const from = this.#world.clock.now().getTime();
      known.fresh = { from, until: from + lasts, realUntil: performance.now() + lasts };
    }
  }

  async #read(page: StatusPage, known: Known): Promise<PageSource> {
    const now = this.#world.clock.now();
    const parts = await loadPageParts(this.#world, page);
    const filter = filterFor(page, parts.services);
    const chosenBy = JSON.stringify([filter, historyStart(page, new Date(0)).getTime()]);
    const isLong = now.getTime() - known.longLookAt.getTime() >= longLookMilliseconds;
    if (chosenBy !== known.filter || now < known.readAt) {
      known.loaded = await loadIncidents(this.#world, page, parts.services);
      known.filter = chosenBy;
      known.longLookAt = now;
    } else {
      const overlap = isLong ? longOverlapMilliseconds : overlapMilliseconds;
      const since = new Date(known.readAt.getTime() - overlap);
      await noteChanges(this.#world, filter, since, known.loaded);
    }
    if (isLong) this.#forgetOld(page, known);
    known.readAt = now;
    return { page, ...parts, incidents: known.loaded.incidents.values() };
  }

  #forgetOld(page: StatusPage, known: Known): void {
    const now = this.#world.clock.now();
    known.longLookAt = now;
    const horizon = historyStart(page, now).getTime();
    const { incidents } = known.loaded;
    for (const [id, { updatedAt, status }] of incidents)
      if (updatedAt < horizon && status !== 'Open') incidents.delete(id);
  }
}

function keyOf(name: PageName): string {
  return 'slug' in name ? `/${name.slug.toLowerCase()}` : name.host.toLowerCase();
}

const inAMoment = { headers: { 'retry-after': '5' } };

function notReady(): AppError {
  return new AppError('overloaded', say('pageNotReady'), inAMoment);
}

function newEntry(): Known {
  return {
    content: null,
    fingerprint: '',
    loaded: { incidents: new Map(), titled: new Map() },
    filter: '',
    readAt: new Date(0),
    longLookAt: new Date(0),
    fresh: { from: 0, until: 0, realUntil: 0 },
    running: null,
  };
}

function isFresh({ from, until, realUntil }: Known['fresh'], now: Date): boolean {
  const instant = now.getTime();
  return instant >= from && instant < until && performance.now() < realUntil;
}
