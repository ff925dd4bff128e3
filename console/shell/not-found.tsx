import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Empty } from '../parts/empty.tsx';
import { Page } from '../parts/page.tsx';
import { useTexts } from '../parts/texts.tsx';
import { shellTexts } from './shell-texts.ts';

export function NotFound() {
  const t = useTexts(shellTexts);
  return (
    <Page title={t.notFound}>
      <Empty title={t.notFoundHelp}>
        <Anchor renderRoot={(props) => <Link to="/" {...props} />}>{t.toIncidents}</Anchor>
      </Empty>
    </Page>
  );
}
