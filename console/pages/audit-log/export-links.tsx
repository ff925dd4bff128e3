import { Button } from '@mantine/core';
import { Icon } from '../../parts/icon.tsx';
import { useTexts } from '../../parts/texts.tsx';
import type { auditQuery } from './search.ts';
import { texts } from './texts.ts';

/** The filtered entries as a file. The browser saves it while it arrives, however long the log is. */
export function ExportLinks({ query }: { query: ReturnType<typeof auditQuery> }) {
  const t = useTexts(texts);
  const address = (format: 'csv' | 'ndjson') =>
    `/api/public/v1/auditlog/export?${new URLSearchParams({ Format: format, ...query })}`;
  return (
    <>
      <Button
        component="a"
        href={address('csv')}
        download
        variant="default"
        leftSection={<Icon name="download" size={16} />}
      >
        {t.exportCsv}
      </Button>
      <Button
        component="a"
        href={address('ndjson')}
        download
        variant="default"
        leftSection={<Icon name="download" size={16} />}
      >
        {t.exportLines}
      </Button>
    </>
  );
}
