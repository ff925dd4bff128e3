import { Select } from '@mantine/core';
import { api } from '../api/client.ts';
import { useClear } from './use-clear.ts';

export interface ZoneSelectProps {
  label: string;
  description?: string;
  error?: string;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
  value: string | null;
  /** Left out where there must be a zone. */
  onClear?: () => void;
  onChange: (zone: string) => void;
}

/** The zones that the server knows. One that was written otherwise keeps its name. */
export function ZoneSelect({ value, onChange, onClear, ...shared }: ZoneSelectProps) {
  const clear = useClear();
  const zones = api.useQuery('get', '/timezone', undefined, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const known = (zones.data?.items ?? []).map(({ id, displayName }) => ({
    value: id,
    label: displayName,
  }));
  const isKnown = value === null || known.some((zone) => zone.value === value);
  return (
    <Select
      {...shared}
      {...(onClear ? clear(shared.label) : { allowDeselect: false })}
      data={isKnown ? known : [{ value, label: value }, ...known]}
      value={value}
      onChange={(zone) => (zone === null ? onClear?.() : onChange(zone))}
      searchable
      limit={200}
    />
  );
}
