import { Button, Modal, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useMayAdminister } from '../../api/session.tsx';
import { CalendarDialog } from '../../parts/calendar-dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useNames } from '../../parts/names.ts';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

/**
 * The calendar address of anybody, for those who administer the organization; people have their own below, teams beside
 * their name.
 */
export function CalendarsOfPeople() {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const mayAdminister = useMayAdminister();
  const [opened, { open, close }] = useDisclosure(false);
  const [userId, setUserId] = useState<string | null>(null);
  const people = useNames(opened ? 'User' : null);
  if (!mayAdminister) return null;
  const owner = userId === null ? null : { userId, name: people.data?.get(userId) ?? '' };
  return (
    <>
      <Button variant="default" leftSection={<Icon name="calendar" />} onClick={open}>
        {t.calendarsOfPeople}
      </Button>
      <Modal
        opened={opened && owner === null}
        onClose={close}
        title={t.calendarsOfPeople}
        closeButtonProps={{ 'aria-label': shared.close }}
      >
        <Stack>
          <Text size="sm">{t.calendarsOfPeopleHelp}</Text>
          <Select
            label={t.personOfCalendar}
            searchable
            data={[...(people.data ?? [])].map(([value, label]) => ({ value, label }))}
            value={userId}
            onChange={setUserId}
          />
        </Stack>
      </Modal>
      {opened && owner !== null && (
        <CalendarDialog
          owner={owner}
          onClose={() => {
            setUserId(null);
            close();
          }}
        />
      )}
    </>
  );
}
