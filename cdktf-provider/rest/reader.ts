/**
 * Reads of single objects. A refresh of a thousand objects is a thousand requests, which the limits
 * of a key stretch over minutes; so once a type has been read several times, whole pages of its list
 * are fetched and reads are answered from them. Any write forgets the pages.
 */
import type { Value, ValueObject } from '../runtime/value.ts';
import { isObject } from '../runtime/value.ts';
import type { ApiClient } from './client.ts';
import { ApiFailure } from './failure.ts';
import { listAll } from './pages.ts';
import type { ResolvedResource } from './resolved.ts';
import { target } from './target.ts';

export interface Reader {
  /** Null when the object does not exist. */
  read(resource: ResolvedResource, stored: ValueObject): Promise<ValueObject | null>;
  forget(): void;
}

const readsBeforeListing = 20;
/** Pages are older than a request would be; beyond this age they are fetched again. */
const pagesAgeMaxMilliseconds = 30_000;

type Pages = { readonly at: number; readonly objects: Promise<Map<string, ValueObject>> };

export function createReader(client: ApiClient, now: () => number = Date.now): Reader {
  const reads = new Map<ResolvedResource, number>();
  const pages = new Map<ResolvedResource, Pages>();

  const single = async (resource: ResolvedResource, stored: ValueObject) => {
    try {
      return objectOf(await client.send(target(resource.operations.read, stored)));
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 404) return null;
      throw error;
    }
  };

  const listed = (resource: ResolvedResource, list: NonNullable<ResolvedResource['list']>) => {
    const known = pages.get(resource);
    if (known !== undefined && now() - known.at < pagesAgeMaxMilliseconds) return known.objects;
    const objects = objectsById(client, list);
    // A failure is reported to the read that waits for it and not remembered.
    objects.catch(() => pages.delete(resource));
    pages.set(resource, { at: now(), objects });
    return objects;
  };

  return {
    read: async (resource, stored) => {
      const count = (reads.get(resource) ?? 0) + 1;
      reads.set(resource, count);
      if (resource.list === undefined || count <= readsBeforeListing)
        return single(resource, stored);
      const found = (await listed(resource, resource.list)).get(String(stored.id));
      // A list may leave out what a key can still read by id: only a read by id shows that an object is gone.
      return found ?? single(resource, stored);
    },
    forget: () => pages.clear(),
  };
}

async function objectsById(
  client: ApiClient,
  list: NonNullable<ResolvedResource['list']>,
): Promise<Map<string, ValueObject>> {
  const objects = new Map<string, ValueObject>();
  for (const item of await listAll(client, list)) {
    if (isObject(item) && typeof item.id === 'string') objects.set(item.id, item);
  }
  return objects;
}

function objectOf(answer: Value): ValueObject | null {
  return isObject(answer) ? answer : null;
}
