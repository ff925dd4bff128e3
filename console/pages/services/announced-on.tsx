import { Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { isShownOn } from '../../parts/public-update/shown-on.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

/** The status pages on which a maintenance of these services stands. */
export function AnnouncedOn({ serviceIds }: { serviceIds: readonly string[] }) {
  const t = useTexts(texts);
  const { data } = api.useQuery('get', '/status-page/search/list', {
    params: { query: { Limit: 100 } },
  });
  if (!data || serviceIds.length === 0) return null;
  const names = data.statusPages
    .filter((page) => !page.publicHideMaintenances && isShownOn(page, serviceIds))
    .map(({ displayName }) => displayName);
  return (
    <Text size="sm" role="status" className="breaks-anywhere">
      {names.length === 0 ? t.announcedNowhere : t.announcedOn(names.join(', '))}
    </Text>
  );
}
