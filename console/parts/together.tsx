import { Stack } from '@mantine/core';
import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Waiting } from './loaded.tsx';
import { usePatience } from './use-patience.ts';

/**
 * Parts of a page that each ask for something: shown in one step once all of it has come, so that nothing that somebody
 * is about to press moves. They are there before, and ask; nothing waits for long for what does not come.
 */
export function Together({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  const isSettled = useIsSettled();
  const isPatient = usePatience();
  const isDue = isSettled || !isPatient;
  useEffect(() => {
    if (isDue) setShown(true);
  }, [isDue]);
  return (
    <>
      {!isShown && <Waiting lines={12} />}
      <Stack gap="lg" className={isShown ? undefined : 'not-yet'}>
        {children}
      </Stack>
    </>
  );
}

/** Whether all has come that the page asked for, and what it shows of it asks for nothing more. */
function useIsSettled(): boolean {
  const queries = useQueryClient();
  const isComing = useIsFetching({ predicate: isFirst }) > 0;
  // Rows that have come are drawn in slices: this is the latest once they are done.
  const latest = useMemo(() => ({ isComing }), [isComing]);
  const isDrawn = useDeferredValue(latest) === latest;
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    // Parts that were drawn just now have asked for what they need, which the page is told of later.
    setSettled(isDrawn && !isComing && queries.isFetching({ predicate: isFirst }) === 0);
  }, [isDrawn, isComing, queries]);
  return isSettled;
}

function isFirst({ state }: Query): boolean {
  return state.data === undefined;
}
