import { Select, Stack } from '@mantine/core';
import { NoticeTimes } from '../../parts/notice-times.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

interface NoticesBeforeProps {
  /** Null: as each schedule says; none: never. */
  value: readonly number[] | null;
  onChange: (minutes: number[] | null) => void;
  isDisabled: boolean;
}

/** How long before their shifts a person is told of them: as schedules say, never, or at times of their own. */
export function NoticesBefore({ value, onChange, isDisabled }: NoticesBeforeProps) {
  const t = useTexts(texts);
  const isOwn = value !== null && value.length > 0;
  return (
    <Stack gap="xs">
      <Select
        label={t.noticesBefore}
        description={t.noticesBeforeHelp}
        allowDeselect={false}
        disabled={isDisabled}
        data={[
          { value: 'schedule', label: t.noticesOfSchedule },
          { value: 'never', label: t.noticesNever },
          { value: 'own', label: t.noticesOwn },
        ]}
        value={value === null ? 'schedule' : isOwn ? 'own' : 'never'}
        onChange={(chosen) =>
          onChange(chosen === 'schedule' ? null : chosen === 'never' ? [] : [usualMinutes])
        }
      />
      {isOwn && (
        <NoticeTimes
          aria-label={t.noticesOwn}
          disabled={isDisabled}
          value={value}
          onChange={(minutes) => minutes.length > 0 && onChange(minutes)}
        />
      )}
    </Stack>
  );
}

const usualMinutes = 1440;
