import { Stack } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
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
  const search = useSearch({ from: '/calls' });
  const numbers = useNumbers();
  // Without one, nobody can call.
  const hasNone = numbers.data?.length === 0;
  return (
    <Page title={t.title} lead={t.lead}>
      <Stack gap="xl">
        {hasNone && <Numbers query={numbers} />}
        <Counts />
        <Stack gap="md">
          {/* Text that was typed and not sent is gone with the filters that it belonged to. */}
          <CallFilters key={search.caller ?? ''} numbers={numbers.data ?? []} />
          <CallList />
        </Stack>
        {!hasNone && <Numbers query={numbers} />}
      </Stack>
    </Page>
  );
}
