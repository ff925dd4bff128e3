import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { wayName } from '../../parts/channels.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

type Fault = components['schemas']['GuaranteeFault'];

/** The words for a fault in spite of which the guarantee has to hold. */
export function useFaultWords() {
  const t = useTexts(texts);
  const { language } = useLanguage();
  return ({ fault, carrier, channel, count }: Fault): string => {
    const about = carrier ?? (channel ? wayName(channel, language) : null);
    if (fault === 'PeopleAway') return t.peopleAway(count ?? 1);
    const words = t.faultWords[fault];
    return about === null ? words : `${words} (${about})`;
  };
}
