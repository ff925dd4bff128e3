import { lazy, Suspense } from 'react';
import { useMayAdministerAny } from '../../api/session.tsx';
import { DialogButton } from '../dialog-button.tsx';
import { Waiting } from '../loaded.tsx';
import { useTexts } from '../texts.tsx';
import { texts } from './texts.ts';
import type { TriedChange } from './try-change.tsx';

const TryChange = lazy(() => import('./try-change.tsx'));

/** Beside what is about to be saved: what it would have done to the alerts of the last days. */
export function TryButton(change: TriedChange) {
  const t = useTexts(texts);
  const mayTry = useMayAdministerAny();
  if (!mayTry) return null;
  return (
    <DialogButton label={t.tryIt} title={t.tryTitle} icon="play" isBeside width="xl">
      {() => (
        <Suspense fallback={<Waiting lines={4} />}>
          <TryChange change={change} />
        </Suspense>
      )}
    </DialogButton>
  );
}
