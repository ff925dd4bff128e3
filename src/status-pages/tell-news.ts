import { organizationPlans } from '../identity/index.ts';
import { incidentsAffecting } from '../incidents/index.ts';
import { removeInSteps } from '../jobs/index.ts';
import { repeatableId, systemContext, type World } from '../kernel/index.ts';
import { findResource, listResources, withIds } from '../resources/index.ts';
import { serviceMaintenanceKind } from '../services/index.ts';
import { isDuplicateKey } from '../store/index.ts';
import { filterFor, loadPageParts } from './load-source.ts';
import { type News, newsOf, overtakenNews } from './news.ts';
import { type StatusPage, statusPageKind } from './status-pages.ts';
import { emailSubscriberKind, smsSubscriberKind } from './subscribers.ts';
import { type NewsDocument, newsModel, storedNewsOf } from './subscription-models.ts';

/** Older news is not told any more: a server that was down longer has worse news. */
const lateMilliseconds = 30 * 60_000;
/** Longer than the longest span that has to settle, and than payloads wait. */
const changedMilliseconds = 2 * lateMilliseconds;
const keptDays = 30;

/** Pages that write to somebody, of all organizations. */
export async function* pagesWithSubscribers(
  world: World,
  stopping: AbortSignal,
): AsyncGenerator<StatusPage> {
  for await (const { id: organizationId } of organizationPlans(world)) {
    const ctx = systemContext(world, organizationId);
    const { items } = await listResources(ctx, statusPageKind);
    for (const page of items) {
      if (stopping.aborted) return;
      const ofPage = { 'lookup.statusPageId': page.id };
      const isRead =
        (await findResource(ctx, emailSubscriberKind, ofPage)) ??
        (await findResource(ctx, smsSubscriberKind, ofPage));
      if (isRead) yield page;
    }
  }
}

/** Stores what has become news of the page, and gives all whose messages are not stored yet, oldest first. */
export async function storeNews(world: World, page: StatusPage): Promise<NewsDocument[]> {
  const now = world.clock.now();
  const { id: statusPageId, organizationId } = page;
  const parts = await loadPageParts(world, page);
  const since = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const incidents = await incidentsAffecting(
    world,
    filterFor(page, parts.services),
    since(changedMilliseconds),
  );
  const began = since(lateMilliseconds);
  const news = [
    ...newsOf({ page, ...parts, incidents }, began, now),
    ...(await newsOfOvertaken(world, page, now)),
  ];
  const stored = storedNewsOf(world);
  for (const one of news) {
    // By the key alone: when it is due may change with the plan.
    const _id = repeatableId(0, 'status-page-news', statusPageId, one.key);
    try {
      await stored.insertOne({ _id, organizationId, statusPageId, news: one, createdAt: now });
    } catch (error) {
      // Told before.
      if (!isDuplicateKey(error)) throw error;
    }
    await nowLast(world, statusPageId, one);
  }
  return stored
    .find({
      statusPageId,
      createdAt: { $gt: since(changedMilliseconds) },
      storedAt: { $exists: false },
    })
    .sort({ 'news.dueAt': 1 })
    .toArray();
}

/** Earlier news of the same maintenance count no more. */
async function nowLast(
  world: World,
  statusPageId: string,
  { maintenanceId, dueAt }: News,
): Promise<void> {
  if (maintenanceId === undefined) return;
  const before = {
    statusPageId,
    'news.maintenanceId': maintenanceId,
    'news.dueAt': { $lt: dueAt },
  };
  const stillCounts = { 'news.until': { $gt: new Date(0) } };
  await storedNewsOf(world).updateMany(
    { ...before, ...stillCounts },
    { $unset: { 'news.until': 1 } },
  );
}

/** The news of maintenance to come or under way that somebody has deleted, or changed so that it will not be. */
async function newsOfOvertaken(world: World, page: StatusPage, now: Date): Promise<News[]> {
  if (page.wire.publicHideMaintenances) return [];
  const told = await storedNewsOf(world)
    .find({ statusPageId: page.id, 'news.maintenanceId': { $gt: '' }, 'news.until': { $gt: now } })
    .sort({ 'news.dueAt': 1 })
    .toArray();
  if (told.length === 0) return [];
  const ids = told.flatMap(({ news }) => news.maintenanceId ?? []);
  const ctx = systemContext(world, page.organizationId);
  const { items } = await listResources(ctx, serviceMaintenanceKind, withIds(ids));
  const present = new Map(items.map((one) => [one.id, one]));
  return overtakenNews(
    told.map(({ news }) => news),
    present,
    now,
  );
}

export async function newsIsStored(world: World, { _id }: NewsDocument): Promise<void> {
  await storedNewsOf(world).updateOne({ _id }, { $set: { storedAt: world.clock.now() } });
}

export function findNews(world: World, id: string): Promise<NewsDocument | null> {
  return storedNewsOf(world).findOne({ _id: id });
}

export async function removeOldNews(world: World, stopping: AbortSignal): Promise<void> {
  const horizon = new Date(world.clock.now().getTime() - keptDays * 86_400_000);
  // Times that are still to come may be called off, however long ago they were told.
  const isOver = { 'news.until': { $not: { $gt: world.clock.now() } } };
  await removeInSteps(world, newsModel, { createdAt: { $lt: horizon }, ...isOver }, { stopping });
}
