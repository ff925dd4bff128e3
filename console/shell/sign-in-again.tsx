import { useEffect, useState } from 'react';
import { sessionBack, sessionEnded } from '../api/signed-in-again.ts';
import { Later, later } from '../parts/later/index.ts';

const SignInDialog = later(() => import('./sign-in-dialog.tsx'));

/** Nobody pressed anything that could be pressed again. */
const againMilliseconds = 5000;

/** Above every page, as long as the session is over: what is written stays where it is. */
export function SignInAgain() {
  const [isOver, setIsOver] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    if (!isMissing) return;
    const timer = setTimeout(() => setIsMissing(false), againMilliseconds);
    return () => clearTimeout(timer);
  }, [isMissing]);
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
    isOver &&
    !isMissing && (
      <Later onMissing={() => setIsMissing(true)}>
        <SignInDialog />
      </Later>
    )
  );
}
