import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { isConflict, problemOf } from '../api/problem.ts';
import { announce } from './announce.ts';
import { focusAround } from './focus-around.ts';
import { Later, LoadAgain, later, useMissingWords } from './later/index.ts';
import { sharedTexts } from './shared-texts.ts';
import { useTexts } from './texts.tsx';

// The first page does not wait for the names of fields.
const WrongFields = later(() => import('./wrong-fields.tsx'));

export interface ProblemNoticeProps {
  error: unknown;
  /** Empty: it is said above already. */
  title?: string;
  /** Loads it again, where it could not be loaded. */
  retry?: () => unknown;
  /** Something was only asked. Otherwise something was to be done, unless there is a way to load it again. */
  isQuestion?: boolean;
}

/** Says what went wrong and what to do about it, in the words of the server. */
export function ProblemNotice(props: ProblemNoticeProps) {
  const { error, title, retry, isQuestion = retry !== undefined } = props;
  const t = useTexts(sharedTexts);
  const problem = problemOf(error);
  const missing = useMissingWords(error);
  // Asked for again, it is still not there, or not theirs.
  const isFinal = problem?.status === 403 || problem?.status === 404 || missing?.isOver;
  const members = useMemo(
    () => Object.entries(problem?.errors ?? {}).filter(([member]) => member !== 'request'),
    [problem],
  );
  const here = `${location.pathname}${location.search}`;
  const notice = useRef<HTMLDivElement>(null);
  const heading = title ?? problem?.title ?? missing?.title ?? (isQuestion ? t.failed : t.noAnswer);
  const detail =
    problem && isConflict(problem)
      ? t.changedBy(problem.changedBy ?? t.somebody)
      : (problem?.detail ?? missing?.detail ?? (isQuestion ? t.offline : t.noAnswerHelp));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the server says anew what is wrong
  useEffect(() => {
    // A field that is gone to is read with what is wrong with it.
    const isRead = toWrongField(notice.current);
    announce([heading, isRead ? '' : detail].filter((text) => text !== '').join('. '));
  }, [error]);
  return (
    <Alert
      ref={notice}
      color="red"
      variant="light"
      title={heading || undefined}
      // Said above, once, however many parts of a page have the same problem.
      role="group"
      className="problem"
    >
      <Stack gap="xs" align="flex-start">
        {members.length === 0 && <Text size="sm">{detail}</Text>}
        {members.length > 0 && (
          <Later>
            <WrongFields members={members} />
          </Later>
        )}
        {problem?.code === 'sign-in-again' && (
          <Anchor href={`/account/confirm?returnTo=${encodeURIComponent(here)}`} size="sm">
            {t.confirmWho}
          </Anchor>
        )}
        {missing?.isOver && <LoadAgain />}
        {retry && !isFinal && (
          <Button
            size="xs"
            variant="default"
            onClick={(event) => {
              focusAround(event);
              retry();
            }}
          >
            {t.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** The person who pressed Save goes on where something is wrong, which may be far above. */
function toWrongField(notice: Element | null): boolean {
  const wrong = notice?.closest('form, [role=dialog]')?.querySelector('[aria-invalid=true]');
  if (!(wrong instanceof HTMLElement)) return false;
  wrong.focus();
  return true;
}
