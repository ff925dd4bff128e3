import { Text } from '@mantine/core';
import { Empty } from '../../parts/empty.tsx';
import { PagePreviews } from '../../parts/page-previews/page-previews.tsx';
import { isShownOn } from '../../parts/page-previews/shown-on.ts';
import { useTexts } from '../../parts/texts.tsx';
import { isComplete, requestOf, type UpdateDraft } from './update-form.tsx';
import { pageTexts } from './update-texts.ts';
import { useAll } from './use-all.ts';

export interface UpdatePreviewsProps {
  draft: UpdateDraft;
  /** The id of the stored update. */
  id?: string;
  /** Whether it is published as it is here. */
  isThere?: boolean;
}

/** The pages with the update, published. */
export function UpdatePreviews({ draft, id, isThere = false }: UpdatePreviewsProps) {
  const t = useTexts(pageTexts);
  const { data } = useAll();
  if (!data) return null;
  const chosen = new Set(draft.statusPageIds.map((one) => one.toLowerCase()));
  const pages = data.pages.filter(
    (page) => (chosen.size === 0 || chosen.has(page.id)) && isShownOn(page, draft.serviceIds),
  );
  const noPage = pages.length === 0 && <Empty title={t.noPage}>{t.noPageHelp}</Empty>;
  return (
    <PagePreviews
      pages={pages}
      planned={{ id, update: requestOf(draft, { incidentIds: null, isPublished: true }) }}
      isThere={isThere}
      missing={isComplete(draft) ? noPage || undefined : <Text size="sm">{t.writeFirst}</Text>}
    />
  );
}
