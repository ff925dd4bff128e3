import { Select } from '@mantine/core';
import { formatMoment } from '../../parts/moment.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { useClear } from '../../parts/use-clear.ts';
import { texts } from './texts.ts';

/** Where days and times are written in a way of their own, and where people who read English or German are. */
const known = (
  'AT AU BE CA CH CN CZ DE DK ES FI FR GB HU IE IN IT JP LI LU NL NO NZ PL PT SE SG US ZA' as const
).split(' ');

interface RegionSelectProps {
  /** Null: that of the browser. */
  value: string | null;
  onChange: (region: string | null) => void;
}

/** By whose habits days and times are written, with an example. */
export function RegionSelect({ value, onChange }: RegionSelectProps) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const clear = useClear();
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const regions = value === null || known.includes(value) ? known : [value, ...known];
  const data = regions
    .map((region) => ({ value: region, label: names.of(region) ?? region }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
  return (
    <Select
      label={t.region}
      description={t.regionExample(example(language, value))}
      placeholder={t.ofBrowser}
      data={data}
      value={value}
      searchable
      {...clear(t.region)}
      onChange={onChange}
    />
  );
}

function example(language: string, region: string | null): string {
  return formatMoment(new Date(), region === null ? language : `${language}-${region}`);
}
