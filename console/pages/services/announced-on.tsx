import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { readAll } from '../../parts/names.ts';
import { isShownOn } from '../../parts/public-update/shown-on.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

type StatusPage = components['schemas']['StatusPage'];

/** The status pages on which a maintenance of these services stands. */
export function AnnouncedOn({ serviceIds }: { serviceIds: readonly string[] }) {
  const t = useTexts(texts);
  const { data: pages } = useQuery({
    // Below the list of pages, so that what renews it renews this.
    queryKey: ['get', '/status-page/search/list', 'all'],
    queryFn: ({ signal }) => readAll<StatusPage>('StatusPage', signal),
  });
  if (!pages || serviceIds.length === 0) return null;
  const names = pages
    .filter((page) => !page.publicHideMaintenances && isShownOn(page, serviceIds))
    .map(({ displayName }) => displayName);
  return (
    <Text size="sm" role="status" className="breaks-anywhere">
      {names.length === 0 ? t.announcedNowhere : t.announcedOn(names.join(', '))}
    </Text>
  );
}
