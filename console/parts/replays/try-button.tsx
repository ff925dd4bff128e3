import { Button, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useMayAdministerAny } from '../../api/session.tsx';
import { Icon } from '../icon.tsx';
import { Waiting } from '../loaded.tsx';
import { sharedTexts } from '../shared-texts.ts';
import { useTexts } from '../texts.tsx';
import { texts } from './texts.ts';
import type { TriedChange } from './try-change.tsx';

const TryChange = lazy(() => import('./try-change.tsx'));

/** Beside what is about to be saved: what it would have done to the alerts of the last days. */
export function TryButton(change: TriedChange) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const [opened, { open, close }] = useDisclosure(false);
  const mayTry = useMayAdministerAny();
  if (!mayTry) return null;
  return (
    <>
      <Button variant="default" leftSection={<Icon name="play" size={16} />} onClick={open}>
        {t.tryIt}
      </Button>
      <Drawer
        opened={opened}
        onClose={close}
        title={t.tryTitle}
        position="right"
        size="xl"
        closeButtonProps={{ 'aria-label': shared.close }}
      >
        {opened && (
          <Suspense fallback={<Waiting lines={4} />}>
            <TryChange change={change} />
          </Suspense>
        )}
      </Drawer>
    </>
  );
}
