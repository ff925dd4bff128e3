import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { Empty } from '../../parts/empty.tsx';
import { readAll } from '../../parts/names.ts';
import { PagePreviews } from '../../parts/page-previews/page-previews.tsx';
import { isShownOn } from '../../parts/page-previews/shown-on.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';
import { Told } from './told.tsx';
import type { Plan } from './told-times.ts';

type StatusPage = components['schemas']['StatusPage'];

export interface MaintenancePreviewsProps {
  body: Plan;
  /** As it is stored, or as a new one begins, which has no id. */
  stored: Plan & { id?: string };
  isChanged: boolean;
  /** Whether the reader may save it, and see who has subscribed. */
  mayChange: boolean;
}

/** The status pages with the maintenance, and who is told of it when. */
export function MaintenancePreviews(props: MaintenancePreviewsProps) {
  const { body, stored, isChanged, mayChange } = props;
  const t = useTexts(texts);
  const { data } = useQuery({
    // Below the list of pages, so that what renews it renews this.
    queryKey: ['get', '/status-page/search/list', 'all'],
    queryFn: ({ signal }) => readAll<StatusPage>('StatusPage', signal),
  });
  if (!data) return null;
  const { serviceIds = [], start = '', end = '' } = body;
  const pages = data.filter((page) => !page.publicHideMaintenances && isShownOn(page, serviceIds));
  const isComplete = serviceIds.length > 0 && Boolean(body.displayName?.trim());
  const isInOrder = new Date(start) < new Date(end);
  const nowhere = pages.length === 0 && (
    <Empty title={t.announcedNowhere}>{t.announcedNowhereHelp}</Empty>
  );
  return (
    <PagePreviews
      pages={pages}
      planned={{ id: stored.id, maintenance: body }}
      isThere={stored.id !== undefined && !isChanged}
      missing={
        isComplete && isInOrder ? nowhere || undefined : <Text size="sm">{t.planFirst}</Text>
      }
    >
      {(page) =>
        mayChange && (
          <Told
            statusPageId={page.id}
            plan={body}
            before={stored.id === undefined ? null : stored}
          />
        )
      }
    </PagePreviews>
  );
}
