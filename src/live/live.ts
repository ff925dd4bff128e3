import { onIncidentDue } from '../incidents/index.ts';
import { demandPayloadReader } from '../ingest/index.ts';
import { AppError, type Ctx, type World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import type { ActiveSession } from '../sessions/index.ts';
import { DutyNews } from './duty-news.ts';
import { deliveryFeed, incidentFeed, payloadFeed } from './feed.ts';
import { FeedNews } from './feed-news.ts';
import { type ReaderPlace, Watch } from './watch.ts';

export interface Live {
  /**
   * Events for one page, from where it was on: changes of incidents, or, with an integration, arrivals of its payloads.
   * Throws 404 and 403 for an integration out of reach, 429 for too many streams of one session, 503 for too many of
   * all.
   */
  open(ctx: Ctx, active: ActiveSession, from: LiveRequest): Promise<AsyncIterable<string>>;
  /** Streams that are open. */
  count(): number;
  /** Ends every stream, and opens no more; their pages come back to whoever answers then. */
  stop(): Promise<void>;
}

interface LiveRequest extends ReaderPlace {
  integrationId?: string | undefined;
}

interface LiveLimits {
  streamsOfSession: number;
  streams: number;
}

/** A browser has six connections to a server for all its tabs, unless it speaks HTTP/2 to a proxy. */
const defaultLimits: LiveLimits = { streamsOfSession: 12, streams: 2_000 };

function watchFeed(
  world: World,
  organizationId: string,
  integrationId: string | undefined,
  onIdle: () => void,
): Watch {
  if (integrationId === undefined) {
    const feeds = [
      new FeedNews(incidentFeed(world, organizationId)),
      new FeedNews(deliveryFeed(world, organizationId)),
    ];
    const duty = new DutyNews(world, organizationId);
    const now = () => world.clock.now();
    return new Watch(world, { feeds, now, organizationId, duty }, onIdle);
  }
  const feeds = [new FeedNews(payloadFeed(world, integrationId))];
  // Not the clock of the world: ids carry the time of the machine.
  return new Watch(world, { feeds, now: () => new Date(), organizationId }, onIdle);
}

/** Without a page that listens it does nothing at all. */
export function createLive(world: World, limits: LiveLimits = defaultLimits): Live {
  const watches = new Map<string, Watch>();
  /** How many streams each session has. */
  const ofSession = new Map<string, number>();
  let count = 0;
  let isStopping = false;
  let stopListening: (() => void) | undefined;

  function watchOf({ organizationId }: Ctx, integrationId: string | undefined): Watch {
    const key = integrationId ?? organizationId;
    const present = watches.get(key);
    if (present) return present;
    const watch = watchFeed(world, organizationId, integrationId, () => {
      if (watches.get(key) !== watch) return;
      watches.delete(key);
      if (watches.size > 0) return;
      stopListening?.();
      stopListening = undefined;
    });
    watches.set(key, watch);
    stopListening ??= onIncidentDue(world, () => {
      for (const one of watches.values()) one.poke();
    });
    return watch;
  }

  function takePlace(id: string): () => void {
    if (isStopping || count >= limits.streams)
      throw new AppError('overloaded', say('streamsFull'), {
        headers: { 'retry-after': '10' },
      });
    const own = ofSession.get(id) ?? 0;
    if (own >= limits.streamsOfSession)
      throw new AppError('rate-limited', say('ownStreamsFull', { count: own }), {
        headers: { 'retry-after': '10' },
      });
    count += 1;
    ofSession.set(id, own + 1);
    return () => {
      count -= 1;
      const left = (ofSession.get(id) ?? 1) - 1;
      if (left > 0) ofSession.set(id, left);
      else ofSession.delete(id);
    };
  }

  return {
    async open(ctx, active, { integrationId: given, ...place }) {
      const integrationId = given?.toLowerCase();
      if (integrationId !== undefined) await demandPayloadReader(ctx, integrationId);
      const giveBack = takePlace(active.session.id);
      let stream: Awaited<ReturnType<Watch['join']>>;
      try {
        stream = await watchOf(ctx, integrationId).join(ctx, active, place, giveBack);
      } catch (error) {
        giveBack();
        throw error;
      }
      if (isStopping) stream.end();
      return stream;
    },
    count: () => count,
    async stop() {
      isStopping = true;
      const all = [...watches.values()];
      for (const watch of all) watch.end();
      await Promise.all(all.map((watch) => watch.settled()));
    },
  };
}
