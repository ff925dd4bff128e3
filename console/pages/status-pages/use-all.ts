import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { readAll } from '../../parts/names.ts';

type Schemas = components['schemas'];

interface Found {
  services: Schemas['Service'][];
  pages: Schemas['StatusPage'][];
  templates: Schemas['PublicUpdateTemplate'][];
}

/** The services that an update can be about, the pages where it can stand, and the templates that it can begin with. */
export function useAll() {
  return useQuery({
    // Below the list of pages, so that what renews it renews this.
    queryKey: ['get', '/status-page/search/list', 'with services and templates'],
    staleTime: 30_000,
    queryFn: async ({ signal }): Promise<Found> => {
      const [services, pages, templates] = await Promise.all([
        readAll<Schemas['Service']>('Service', signal),
        readAll<Schemas['StatusPage']>('StatusPage', signal),
        readAll<Schemas['PublicUpdateTemplate']>('PublicUpdateTemplate', signal),
      ]);
      return { services, pages, templates };
    },
  });
}
