import { useMayAdministerAny } from '../../api/session.tsx';
import { DialogButton } from '../dialog-button.tsx';
import { Later, later } from '../later/index.ts';
import { Waiting } from '../loaded.tsx';
import { useTexts } from '../texts.tsx';
import { texts } from './texts.ts';
import type { TriedChange } from './try-change.tsx';

const TryChange = later(() => import('./try-change.tsx'));

/** Beside what is about to be saved: what it would have done to the alerts of the last days. */
export function TryButton(change: TriedChange) {
  const t = useTexts(texts);
  const mayTry = useMayAdministerAny();
  if (!mayTry) return null;
  return (
    <DialogButton label={t.tryIt} title={t.tryTitle} icon="play" isBeside width="xl">
      {() => (
        <Later fallback={<Waiting lines={4} />}>
          <TryChange change={change} />
        </Later>
      )}
    </DialogButton>
  );
}
