import { Stack } from '@mantine/core';
import { Page } from '../../parts/page.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { CallFilters } from './call-filters.tsx';
import { CallList } from './call-list.tsx';
import { Counts } from './counts.tsx';
import { Numbers } from './numbers.tsx';
import { texts } from './texts.ts';
import { useNumbers } from './use-numbers.ts';

export default function CallsPage() {
  const t = useTexts(texts);
  const numbers = useNumbers();
  // Without one, nobody can call.
  const hasNone = numbers.data?.length === 0;
  return (
    <Page title={t.title} lead={t.lead}>
      <Stack gap="xl">
        {hasNone && <Numbers query={numbers} />}
        <Counts />
        <Stack gap="md">
          <CallFilters numbers={numbers.data ?? []} />
          <CallList />
        </Stack>
        {!hasNone && <Numbers query={numbers} />}
      </Stack>
    </Page>
  );
}
