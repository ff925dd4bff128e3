import { lazy, Suspense, useEffect, useState } from 'react';
import { sessionBack, sessionEnded } from '../api/signed-in-again.ts';

const SignInDialog = lazy(() => import('./sign-in-dialog.tsx'));

/** Above every page, as long as the session is over: what is written stays where it is. */
export function SignInAgain() {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const ended = () => setIsOver(true);
    const back = () => setIsOver(false);
    addEventListener(sessionEnded, ended);
    addEventListener(sessionBack, back);
    return () => {
      removeEventListener(sessionEnded, ended);
      removeEventListener(sessionBack, back);
    };
  }, []);
  return (
    isOver && (
      <Suspense>
        <SignInDialog />
      </Suspense>
    )
  );
}
