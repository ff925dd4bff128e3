import { lazy, Suspense, useState } from 'react';
import { MoreButton, type MoreProps } from './more-button.tsx';

const ActionMenu = lazy(() => import('./action-menu.tsx'));

/** The rest of what can be done; the menu comes when it is asked for. */
export function MoreActions(props: MoreProps) {
  const { size = 'md' } = props;
  const [isWanted, setIsWanted] = useState(false);
  const button = <MoreButton size={size} onClick={() => setIsWanted(true)} />;
  return isWanted ? (
    <Suspense fallback={button}>
      <ActionMenu {...props} size={size} />
    </Suspense>
  ) : (
    button
  );
}
