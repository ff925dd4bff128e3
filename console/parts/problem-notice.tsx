import { Alert, Anchor, Button, List, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { isConflict, problemOf } from '../api/problem.ts';
import { sharedTexts } from './shared-texts.ts';
import { useTexts } from './texts.tsx';

export interface ProblemNoticeProps {
  error: unknown;
  /** Empty: it is said above already. */
  title?: string;
  /** Loads it again, where it could not be loaded. Otherwise something was to be done. */
  retry?: () => unknown;
}

/** Says what went wrong and what to do about it, in the words of the server. */
export function ProblemNotice({ error, title, retry }: ProblemNoticeProps) {
  const t = useTexts(sharedTexts);
  const problem = problemOf(error);
  const members = Object.entries(problem?.errors ?? {}).filter(([member]) => member !== 'request');
  const here = `${location.pathname}${location.search}`;
  const notice = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the server says anew what is wrong
  useEffect(() => toWrongField(notice.current), [error]);
  return (
    <Alert
      ref={notice}
      color="red"
      variant="light"
      title={(title ?? problem?.title ?? (retry ? t.failed : t.noAnswer)) || undefined}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        {members.length === 0 && (
          <Text size="sm">
            {problem && isConflict(problem)
              ? t.changedBy(problem.changedBy ?? t.somebody)
              : (problem?.detail ?? (retry ? t.offline : t.noAnswerHelp))}
          </Text>
        )}
        {members.length > 0 && (
          <List size="sm">
            {members.map(([member, messages]) => (
              <List.Item key={member}>
                <b>{member}</b>: {messages.join(' ')}
              </List.Item>
            ))}
          </List>
        )}
        {problem?.code === 'sign-in-again' && (
          <Anchor href={`/account/confirm?returnTo=${encodeURIComponent(here)}`} size="sm">
            {t.confirmWho}
          </Anchor>
        )}
        {retry && (
          <Button size="xs" variant="default" onClick={() => retry()}>
            {t.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** The person who pressed Save goes on where something is wrong, which may be far above. */
function toWrongField(notice: Element | null): void {
  const wrong = notice?.closest('form, [role=dialog]')?.querySelector('[aria-invalid=true]');
  if (wrong instanceof HTMLElement) wrong.focus();
}
