import { Button, Group, Text } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { problemOf } from '../api/problem.ts';
import { Page } from '../parts/page.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { useTexts } from '../parts/texts.tsx';
import { shellTexts } from './shell-texts.ts';

/**
 * In place of a page that threw. After an update of the server its old parts are gone: loading again gets the new ones.
 */
export function Broken({ error }: ErrorComponentProps) {
  const t = useTexts(shellTexts);
  return (
    <Page title={t.broken}>
      {problemOf(error) ? <ProblemNotice error={error} /> : <Text>{t.brokenHelp}</Text>}
      <Group>
        <Button onClick={() => location.reload()}>{t.reload}</Button>
      </Group>
    </Page>
  );
}
