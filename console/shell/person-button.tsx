import { lazy, Suspense, useState } from 'react';
import { PersonFace } from './person-face.tsx';

const PersonMenu = lazy(() => import('./person-menu.tsx'));

/** Who is signed in; the menu comes when it is asked for. */
export function PersonButton() {
  const [isWanted, setIsWanted] = useState(false);
  const face = <PersonFace onClick={() => setIsWanted(true)} />;
  return isWanted ? (
    <Suspense fallback={face}>
      <PersonMenu />
    </Suspense>
  ) : (
    face
  );
}
