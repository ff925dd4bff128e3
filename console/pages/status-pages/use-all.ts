import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { publicApi } from '../../api/client.ts';

type Schemas = components['schemas'];

interface Found {
  services: Schemas['Service'][];
  pages: Schemas['StatusPage'][];
  templates: Schemas['PublicUpdateTemplate'][];
}

const pageSize = 100;
/** Nobody chooses from more. */
const allMax = 1000;

/** The services that an update can be about, the pages where it can stand, and the templates that it can begin with. */
export function useAll() {
  return useQuery({
    // Below the list of pages, so that what renews it renews this.
    queryKey: ['get', '/status-page/search/list', 'with services and templates'],
    staleTime: 30_000,
    queryFn: async ({ signal }): Promise<Found> => {
      const [services, pages, templates] = await Promise.all([
        all(async (query) => {
          const answer = await publicApi.GET('/service/search/list', { params: { query }, signal });
          return pageOf(answer, answer.data?.services);
        }),
        all(async (query) => {
          const answer = await publicApi.GET('/status-page/search/list', {
            params: { query },
            signal,
          });
          return pageOf(answer, answer.data?.statusPages);
        }),
        all(async (query) => {
          const answer = await publicApi.GET('/public-update-template/search/list', {
            params: { query },
            signal,
          });
          return pageOf(answer, answer.data?.publicUpdateTemplates);
        }),
      ]);
      return { services, pages, templates };
    },
  });
}

interface Listed<Item> {
  items: readonly Item[];
  hasMore: boolean;
}

function pageOf<Item>(
  { data, error }: { data?: { hasMore: boolean }; error?: unknown },
  items: readonly Item[] | undefined,
): Listed<Item> {
  if (error || !data || !items) throw error;
  return { items, hasMore: data.hasMore };
}

async function all<Item>(
  read: (query: { Limit: number; Offset: number }) => Promise<Listed<Item>>,
): Promise<Item[]> {
  const found: Item[] = [];
  while (found.length < allMax) {
    const { items, hasMore } = await read({ Limit: pageSize, Offset: found.length });
    found.push(...items);
    if (!hasMore) break;
  }
  return found;
}
