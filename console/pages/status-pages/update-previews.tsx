import { Group, Select, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Empty } from '../../parts/empty.tsx';
import { isShownOn } from '../../parts/public-update/shown-on.ts';
import type { PublicUpdate } from '../../parts/public-update/words.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { pageTexts } from './update-texts.ts';
import { useAll } from './use-all.ts';

const languages = ['en', 'de'] as const;

/** The very pages that customers get, with the update, one at a time. */
export function UpdatePreviews({
  update,
  isChanged,
}: {
  update: PublicUpdate;
  isChanged: boolean;
}) {
  const t = useTexts(pageTexts);
  const { language: own } = useLanguage();
  const { data } = useAll();
  const [chosen, setChosen] = useState<string | null>(null);
  const [language, setLanguage] = useState<'en' | 'de'>(own === 'de' ? 'de' : 'en');
  const pages = (data?.pages ?? []).filter(
    (page) =>
      (update.statusPageIds?.some((id) => id.toLowerCase() === page.id) ?? true) &&
      isShownOn(page, update.serviceIds),
  );
  const page = pages.find(({ id }) => id === chosen) ?? pages[0];
  if (!data) return null;
  if (!page) return <Empty title={t.noPage}>{t.noPageHelp}</Empty>;
  const name = page.slug ?? `~${page.customHostSettings?.host}`;
  // Anew after every change: an address that is the same is not asked for again.
  const version = JSON.stringify([update.messages, update.state, update.isPublished]).length;
  const title = `${update.isPublished ? t.lookPublished : t.look}: ${page.displayName}`;
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {update.isPublished ? t.lookPublished : t.look}
      </Title>
      <Group align="flex-end">
        <Select
          label={t.page}
          allowDeselect={false}
          data={pages.map(({ id, displayName }) => ({ value: id, label: displayName }))}
          value={page.id}
          onChange={setChosen}
        />
        <Select
          label={t.language}
          allowDeselect={false}
          data={languages.map((value) => ({ value, label: t.languages[value] }))}
          value={language}
          onChange={(value) => setLanguage(value as 'en' | 'de')}
        />
      </Group>
      {isChanged && (
        <Text size="sm" role="status">
          {t.saveFirst}
        </Text>
      )}
      <iframe
        key={`${version} ${JSON.stringify(update.messages)}`}
        className="public-preview"
        title={title}
        sandbox="allow-same-origin"
        src={`/status/${name}/preview?update=${update.id}&lang=${language}`}
      />
    </Stack>
  );
}
