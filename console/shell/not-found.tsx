import { Anchor } from '@mantine/core';
import { Empty } from '../parts/empty.tsx';
import { linkTo } from '../parts/link-to.tsx';
import { Page } from '../parts/page.tsx';
import { useTexts } from '../parts/texts.tsx';
import { shellTexts } from './shell-texts.ts';

export function NotFound() {
  const t = useTexts(shellTexts);
  return (
    <Page title={t.notFound}>
      <Empty title={t.notFoundHelp}>
        <Anchor renderRoot={linkTo({ to: '/' })}>{t.toIncidents}</Anchor>
      </Empty>
    </Page>
  );
}
