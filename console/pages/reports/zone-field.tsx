import { useTexts } from '../../parts/texts.tsx';
import { ZoneSelect } from '../../parts/zone-select.tsx';
import { texts } from './texts.ts';

/** Where days begin at midnight. */
export function ZoneField(props: { value: string; onChange(zone: string): void }) {
  const t = useTexts(texts);
  return <ZoneSelect label={t.zone} {...props} />;
}
