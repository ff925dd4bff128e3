import { Button, Group, Text } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { problemOf } from '../api/problem.ts';
import { LoadAgain, useMissingWords } from '../parts/later/index.ts';
import { Page } from '../parts/page.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { sharedTexts } from '../parts/shared-texts.ts';
import { useTexts } from '../parts/texts.tsx';
import { shellTexts } from './shell-texts.ts';

/**
 * In place of a page that threw, or that did not come. After an update of the server its old parts are gone: loading
 * again gets the new ones.
 */
export function Broken({ error, reset }: ErrorComponentProps) {
  const t = useTexts(shellTexts);
  const shared = useTexts(sharedTexts);
  const router = useRouter();
  const missing = useMissingWords(error);
  async function again(): Promise<void> {
    await router.invalidate();
    reset();
  }
  if (missing)
    return (
      <Page title={missing.title}>
        <Text>{missing.detail}</Text>
        <Group>
          {missing.isOver ? (
            <LoadAgain />
          ) : (
            <Button size="xs" variant="default" onClick={again}>
              {shared.tryAgain}
            </Button>
          )}
        </Group>
      </Page>
    );
  return (
    <Page title={t.broken}>
      {problemOf(error) ? <ProblemNotice error={error} /> : <Text>{t.brokenHelp}</Text>}
      <Group>
        <LoadAgain />
      </Group>
    </Page>
  );
}
