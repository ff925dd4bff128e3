import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMayAdminister } from '../../api/session.tsx';
import { Later, later } from '../../parts/later/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

const CalendarsDialog = later(() => import('./calendars-dialog.tsx'));

/**
 * The calendar address of anybody, for those who administer the organization; people have their own below, teams beside
 * their name.
 */
export function CalendarsOfPeople() {
  const t = useTexts(texts);
  const mayAdminister = useMayAdminister();
  const [opened, { open, close }] = useDisclosure(false);
  if (!mayAdminister) return null;
  return (
    <>
      <Button variant="subtle" size="compact-sm" px={6} onClick={open}>
        {t.calendarsOfPeople}
      </Button>
      {opened && (
        <Later onMissing={close}>
          <CalendarsDialog onClose={close} />
        </Later>
      )}
    </>
  );
}
