import { Group, Select, Stack, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useMemo, useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { useLanguage, useTexts } from '../texts.tsx';
import { PageFrame } from './page-frame.tsx';
import { texts } from './texts.ts';

type StatusPage = components['schemas']['StatusPage'];

const languages = ['en', 'de'] as const;
const typedMilliseconds = 600;

export interface PagePreviewsProps {
  /** The pages that will show it. */
  pages: readonly StatusPage[];
  /** The object that is about to be saved, and the id of the one that it replaces. */
  planned: { id?: string | undefined; update?: object; maintenance?: object };
  /** Whether the pages show it as it is here. */
  isThere: boolean;
  /** In place of the page while something is missing, or there is none. */
  missing: ReactNode | undefined;
  /** About the page that is shown. */
  children?: (page: StatusPage) => ReactNode;
}

/** The very pages that customers will get once something is saved, one at a time. */
export function PagePreviews({ pages, planned, isThere, missing, children }: PagePreviewsProps) {
  const t = useTexts(texts);
  const { language: own } = useLanguage();
  const [chosen, setChosen] = useState<string | null>(null);
  const [language, setLanguage] = useState<'en' | 'de'>(own === 'de' ? 'de' : 'en');
  const [settled] = useDebouncedValue(
    missing === undefined ? JSON.stringify(planned) : null,
    typedMilliseconds,
  );
  const fields = useMemo(() => settled && fieldsOf(settled), [settled]);
  const page = pages.find(({ id }) => id === chosen) ?? pages[0];
  const look = isThere ? t.lookNow : t.look;
  return (
    <Stack gap="sm" className="page-previews">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4">
          {look}
        </Title>
        {missing === undefined && page && (
          <Group gap="xs">
            {pages.length > 1 && (
              <Select
                aria-label={t.page}
                allowDeselect={false}
                data={pages.map(({ id, displayName }) => ({ value: id, label: displayName }))}
                value={page.id}
                onChange={setChosen}
              />
            )}
            <Select
              aria-label={t.language}
              w={120}
              allowDeselect={false}
              data={languages.map((value) => ({ value, label: t.languages[value] }))}
              value={language}
              onChange={(value) => setLanguage(value as 'en' | 'de')}
            />
          </Group>
        )}
      </Group>
      {missing ??
        (page && (
          <>
            {children?.(page)}
            {fields && (
              <PageFrame
                key={`${page.id} ${language} ${settled}`}
                title={`${look}: ${page.displayName}`}
                address={`/status/${nameOf(page)}/preview?lang=${language}`}
                fields={fields}
                section={planned.maintenance ? 'maintenance' : 'open'}
              />
            )}
          </>
        ))}
    </Stack>
  );
}

/** As the address of a page names it. */
function nameOf({ slug, customHostSettings }: StatusPage): string {
  return slug ?? `~${customHostSettings?.host}`;
}

/** Members that are objects are JSON in the form. */
function fieldsOf(planned: string): Record<string, string> {
  const members: Record<string, unknown> = JSON.parse(planned);
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}
