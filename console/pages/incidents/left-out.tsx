import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { defineTexts, useTexts } from '../../parts/texts.tsx';
import type { IncidentSearch } from './search.ts';

const texts = defineTexts({
  en: {
    snoozed: (count: number) => `${atMost(count)} snoozed, not shown here`,
    archived: (count: number) => `${atMost(count)} archived, not shown here`,
  },
  de: {
    snoozed: (count: number) => `${atMost(count)} zurückgestellt, hier nicht gezeigt`,
    archived: (count: number) => `${atMost(count)} archiviert, hier nicht gezeigt`,
  },
});

/** The server counts up to a hundred. */
function atMost(count: number): string {
  return count >= 100 ? '100+' : String(count);
}

export interface LeftOutProps {
  search: IncidentSearch;
  /** How many the filters would show, were they not snoozed or archived. */
  leftOut: Record<'snoozed' | 'archived', number>;
}

/** Tells how many incidents the list does not show, and leads to them. */
export default function LeftOut({ search, leftOut }: LeftOutProps) {
  const t = useTexts(texts);
  const status = search.status ?? 'Open';
  const views = (['snoozed', 'archived'] as const).filter((view) => leftOut[view] > 0);
  if (views.length === 0) return null;
  return (
    <Group component="p" role="status" gap="md" my={0}>
      {views.map((view) => (
        <Anchor
          key={view}
          size="sm"
          underline="always"
          renderRoot={(props) => (
            // The link keeps the status: it shows the incidents that were counted.
            <Link to="/" search={{ ...search, status, view }} {...props} />
          )}
        >
          {t[view](leftOut[view])}
        </Anchor>
      ))}
    </Group>
  );
}
