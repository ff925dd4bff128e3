import { Select } from '@mantine/core';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Where days begin at midnight. */
export function ZoneField({ value, onChange }: { value: string; onChange(zone: string): void }) {
  const t = useTexts(texts);
  const zones = new Set([value, ownZone, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return (
    <Select
      label={t.zone}
      w={220}
      searchable
      allowDeselect={false}
      limit={50}
      data={[...zones]}
      value={value}
      onChange={(zone) => {
        if (zone !== null) onChange(zone);
      }}
    />
  );
}
