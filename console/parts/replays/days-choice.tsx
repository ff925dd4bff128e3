import { SegmentedControl } from '@mantine/core';
import { useTexts } from '../texts.tsx';
import { texts } from './texts.ts';

const spans = [1, 7, 30] as const;
export type Days = (typeof spans)[number];

/** Over how many of the last days. */
export function DaysChoice({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const t = useTexts(texts);
  return (
    <SegmentedControl
      size="sm"
      aria-label={t.days}
      data={spans.map((span) => ({ value: String(span), label: t.lastDays[span] }))}
      value={String(days)}
      onChange={(chosen) => onChange(spans.find((one) => String(one) === chosen) ?? days)}
    />
  );
}
