import { Stack } from '@mantine/core';
import { type Query, useIsFetching } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Waiting } from './loaded.tsx';
import { usePatience } from './use-patience.ts';

/** As long as an answer, or a part of the program, needs to ask for more. */
const settleMilliseconds = 150;

/**
 * Parts of a page that each ask for something: shown in one step once all of it has come, so that nothing that somebody
 * is about to press moves. They are there before, and ask; nothing waits for long for what does not come.
 */
export function Together({ children }: { children: ReactNode }) {
  const isComing = useIsFetching({ predicate: isFirst }) > 0;
  const isPatient = usePatience();
  const [isShown, setShown] = useState(false);
  const isDue = !isShown && !(isComing && isPatient);
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = setTimeout(() => setShown(true), settleMilliseconds);
    return () => clearTimeout(timer);
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

function isFirst({ state }: Query): boolean {
  return state.data === undefined;
}
