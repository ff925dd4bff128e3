import { systemContext, type World } from '../kernel/index.ts';
import { getResource, type StoredFilter, storedFilter } from '../resources/index.ts';
import {
  type StatusPage,
  type StatusPageInternal,
  type StatusPageWire,
  statusPageKind,
} from './status-pages.ts';

/** How visitors name a page: both are unique over all organizations. */
export type PageName = { slug: string } | { host: string };

/** The page of whatever organization, or null. */
export async function findStatusPage(world: World, name: PageName): Promise<StatusPage | null> {
  const lookup =
    'slug' in name
      ? { 'lookup.slug': name.slug.toLowerCase() }
      : { 'lookup.host': name.host.toLowerCase() };
  return onePage(world, lookup);
}

/** The page with this id, or null. */
export function findStatusPageById(world: World, id: string): Promise<StatusPage | null> {
  return onePage(world, { _id: id });
}

/** The names of pages in addresses: the host for pages on hosts of their own, else the slug. */
export async function statusPageNames(world: World, limit: number): Promise<PageName[]> {
  const found = await statusPageKind
    .model(world.store)
    .find(storedFilter(statusPageKind, { _id: { $gt: '' } }), { lookup: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<{ lookup?: { host?: string; slug?: string } }[]>();
  return found.flatMap(({ lookup: { host, slug } = {} }): PageName[] => {
    if (host !== undefined) return [{ host }];
    return slug === undefined ? [] : [{ slug }];
  });
}

/** Hosts of pages, in lower case. */
export async function statusPageHosts(world: World): Promise<Set<string>> {
  const found = await statusPageKind
    .model(world.store)
    .find(storedFilter(statusPageKind, { 'lookup.host': { $exists: true } }), { 'lookup.host': 1 })
    .lean<{ lookup?: { host?: string } }[]>();
  return new Set(found.flatMap(({ lookup }) => lookup?.host ?? []));
}

async function onePage(
  world: World,
  filter: StoredFilter<StatusPageWire, StatusPageInternal>,
): Promise<StatusPage | null> {
  const found = await statusPageKind
    .model(world.store)
    .findOne(storedFilter(statusPageKind, filter), { organizationId: 1 })
    .lean<{ _id: string; organizationId?: string }>();
  if (!found?.organizationId) return null;
  return getResource(systemContext(world, found.organizationId), statusPageKind, found._id);
}

/**
 * Where people find the page, without a slash at its end: its own host, reached as this server is, or below this
 * server.
 */
export function statusPageUrl({ wire }: Pick<StatusPage, 'wire'>, publicUrl: string): string {
  const host = wire.customHostSettings?.host;
  return host
    ? `${new URL(publicUrl).protocol}//${host.toLowerCase()}`
    : `${publicUrl}/status/${wire.slug}`;
}
