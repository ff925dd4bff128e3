import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect } from 'react';
import { problemOf } from '../api/problem.ts';
import { announce } from './announce.ts';
import { Page } from './page.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { sharedTexts } from './shared-texts.ts';
import { useTexts } from './texts.tsx';

export interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data, unknown>, 'data' | 'error' | 'refetch'>;
  children: (data: Data) => ReactNode;
  /** How many grey lines stand in for what is coming. */
  lines?: number;
}

/**
 * Shows the loaded data, grey lines until then, or what went wrong. Data that is there already stays when a later
 * attempt fails.
 */
export function Loaded<Data>({ query, children, lines = 6 }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  // The first content is most of a page: drawn in slices, it does not delay anything that somebody presses meanwhile.
  const isDue = useDeferredValue(data !== undefined);
  if (data !== undefined && isDue) return children(data);
  if (data === undefined && error) return <ProblemNotice error={error} retry={() => refetch()} />;
  return <Waiting lines={lines} />;
}

/** The same for what a whole page is about: what went wrong is its heading. */
export function LoadedPage<Data>(props: LoadedProps<Data>) {
  const t = useTexts(sharedTexts);
  const { data, error, refetch } = props.query;
  if (data !== undefined || !error) return <Loaded {...props} />;
  return (
    <Page title={problemOf(error)?.title ?? t.failed}>
      <ProblemNotice error={error} title="" retry={() => refetch()} />
    </Page>
  );
}

/** Nobody needs to be told of what is there by then. */
const longMilliseconds = 1000;

/** Grey lines for what is on its way. */
export function Waiting({ lines = 6 }: { lines?: number }) {
  const t = useTexts(sharedTexts);
  useEffect(() => {
    const timer = setTimeout(() => announce(t.loading), longMilliseconds);
    return () => clearTimeout(timer);
  }, [t]);
  return (
    <Stack gap="sm" aria-busy="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey lines have no identity
        <Skeleton key={line} height={line === 0 ? 28 : 18} width={line === 0 ? '40%' : '100%'} />
      ))}
    </Stack>
  );
}
