import { Select, TextInput } from '@mantine/core';
import { useTexts } from '../../parts/texts.tsx';
import { type Days, daysOf, type PeriodName, periodNames } from './days.ts';
import { texts } from './texts.ts';

export interface PeriodFieldsProps {
  /** As the report says. */
  days: Days;
  onChange(days: Days): void;
}

/** The days of a report: by name, or each by itself. */
export function PeriodFields({ days, onChange }: PeriodFieldsProps) {
  const t = useTexts(texts);
  const today = new Date();
  const named = periodNames.find((name) => {
    const { from, until } = daysOf(name, today);
    return from === days.from && until === days.until;
  });
  return (
    <>
      <Select
        label={t.period}
        w={{ base: 'auto', sm: 170 }}
        allowDeselect={false}
        data={[...periodNames, 'other'].map((value) => ({
          value,
          label: t.periods[value as PeriodName | 'other'],
        }))}
        value={named ?? 'other'}
        onChange={(name) => {
          const chosen = periodNames.find((known) => known === name);
          if (chosen) onChange(daysOf(chosen, today));
        }}
      />
      <TextInput
        type="date"
        label={t.from}
        value={days.from}
        max={days.until}
        onChange={({ currentTarget: { value } }) => {
          if (value !== '')
            onChange({ from: value, until: value > days.until ? value : days.until });
        }}
      />
      <TextInput
        type="date"
        label={t.until}
        value={days.until}
        min={days.from}
        onChange={({ currentTarget: { value } }) => {
          if (value !== '') onChange({ from: value < days.from ? value : days.from, until: value });
        }}
      />
    </>
  );
}
