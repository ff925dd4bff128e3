import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { formatDuration } from './duration.ts';
import { useLanguage } from './texts.tsx';

/** Minutes before a shift: what people choose from. Other values that are set are offered, too. */
const usual = [15, 60, 240, 720, 1440, 2880, 10_080, 20_160];
export const noticesMax = 5;

interface NoticeTimesProps extends Omit<MultiSelectProps, 'data' | 'value' | 'onChange'> {
  value: readonly number[];
  onChange: (minutes: number[]) => void;
}

/** How long before each shift somebody is told of it. */
export function NoticeTimes({ value, onChange, ...rest }: NoticeTimesProps) {
  const { language } = useLanguage();
  const minutes = [...new Set([...usual, ...value])].sort((a, b) => a - b);
  return (
    <MultiSelect
      {...rest}
      data={minutes.map((one) => ({
        value: String(one),
        label: formatDuration(one * 60_000, language),
      }))}
      maxValues={noticesMax}
      value={value.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number).sort((a, b) => b - a))}
    />
  );
}
