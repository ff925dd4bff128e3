import { Text } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { wayName } from '../../parts/channels.ts';
import { useSeverityTexts } from '../../parts/severity-badge.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { useFaultWords } from './fault-words.ts';
import { texts } from './texts.ts';

/** The guarantee in a sentence. */
export function Says({ guarantee }: { guarantee: components['schemas']['Guarantee'] }) {
  const t = useTexts(texts);
  const severityTexts = useSeverityTexts();
  const { language } = useLanguage();
  const faultWords = useFaultWords();
  const { incidents, told, evenIf } = guarantee;
  const joined = (kind: 'disjunction' | 'conjunction', words: readonly string[]) =>
    new Intl.ListFormat(language, { type: kind }).format(words);
  const { severities, ...narrowing } = incidents;
  const about = [
    t.saysIncidents(
      joined(
        'conjunction',
        (severities ?? []).map((one) => severityTexts[one]),
      ),
    ),
    ...(Object.values(narrowing).some((one) => one?.length) ? [t.saysNarrowed] : []),
  ].join(' ');
  const ways = joined(
    'disjunction',
    (told.channels ?? []).map((one) => wayName(one, language)),
  );
  const who = t.saysPeople(told.people ?? 1, ways);
  const faults = joined('disjunction', (evenIf ?? []).map(faultWords));
  return (
    <Text c="dimmed" className="breaks-anywhere">
      {t.says(who, about, told.withinMinutes)} {faults && t.saysEvenIf(faults)}
    </Text>
  );
}
