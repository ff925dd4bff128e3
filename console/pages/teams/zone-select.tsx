import { Select } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export interface ZoneSelectProps {
  value: string;
  onChange: (zone: string) => void;
  isDisabled?: boolean;
}

/** The zones that the server knows. One that was written otherwise keeps its name. */
export function ZoneSelect({ value, onChange, isDisabled = false }: ZoneSelectProps) {
  const t = useTexts(texts);
  const zones = api.useQuery('get', '/timezone', undefined, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const known = (zones.data?.items ?? []).map(({ id, displayName }) => ({
    value: id,
    label: displayName,
  }));
  const data = known.some((zone) => zone.value === value)
    ? known
    : [{ value, label: value }, ...known];
  return (
    <Select
      label={t.timeZone}
      description={t.timeZoneHelp}
      data={data}
      value={value}
      onChange={(zone) => zone !== null && onChange(zone)}
      searchable
      allowDeselect={false}
      limit={200}
      disabled={isDisabled}
    />
  );
}
