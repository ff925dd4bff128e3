import { Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CalendarDialog } from '../../parts/calendar-dialog.tsx';
import { useNames } from '../../parts/names.ts';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { useFocusBack } from '../../parts/use-focus-back.ts';
import { texts } from './texts.ts';

/** Whose calendar it should be, and then its address. */
export default function CalendarsDialog({ onClose }: { onClose(): void }) {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const [userId, setUserId] = useState<string | null>(null);
  const people = useNames('User');
  useFocusBack();
  if (userId !== null)
    return (
      <CalendarDialog owner={{ userId, name: people.data?.get(userId) ?? '' }} onClose={onClose} />
    );
  return (
    <Modal
      opened
      onClose={onClose}
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
  );
}
