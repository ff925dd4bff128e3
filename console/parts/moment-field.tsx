import { TextInput, type TextInputProps } from '@mantine/core';
import { instantOf, localOf, ownZone } from './local-time.ts';

export interface MomentFieldProps
  extends Pick<TextInputProps, 'label' | 'error' | 'required' | 'disabled' | 'className'> {
  /** An instant; null for none. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** Left out: that of the person. */
  zone?: string;
}

/** A date and time by the clocks of a zone, which stands with it. */
export function MomentField({ value, onChange, zone = ownZone(), ...shared }: MomentFieldProps) {
  const instant = value === null ? Number.NaN : Date.parse(value);
  return (
    <TextInput
      {...shared}
      type="datetime-local"
      description={zone}
      value={Number.isNaN(instant) ? '' : localOf(instant, zone)}
      onChange={({ currentTarget: { value: local } }) =>
        onChange(local === '' ? null : new Date(instantOf(local, zone)).toISOString())
      }
    />
  );
}
