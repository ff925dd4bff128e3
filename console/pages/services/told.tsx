import { Text } from '@mantine/core';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { countedMax, useCounts } from '../../parts/use-counts.ts';
import { useNow } from '../../parts/use-now.ts';
import { texts } from './texts.ts';
import { type Plan, toldTimes } from './told-times.ts';

interface ToldProps {
  statusPageId: string;
  plan: Plan;
  /** As it is stored; null for one that is new. */
  before: Plan | null;
}

/** How many subscribers of a page are told of the maintenance, and when. */
export function Told({ statusPageId, plan, before }: ToldProps) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const now = useNow();
  const { subscribers, unreachable = 0 } = useCounts('status-page', statusPageId);
  if (subscribers === undefined) return null;
  const times = toldTimes(plan, before, now).map((time) => t.toldWhen[time]);
  const when = new Intl.ListFormat(language, { type: 'conjunction' }).format(times);
  const hasMore = subscribers >= countedMax;
  const reached = subscribers - unreachable;
  return (
    <Text size="sm" role="status">
      {subscribers === 0
        ? t.toldNobody
        : times.length === 0
          ? t.toldNothing
          : [
              reached > 0 && t.told(reached, hasMore, when),
              unreachable > 0 && t.notTold(unreachable, unreachable >= countedMax),
            ]
              .filter(Boolean)
              .join(' ')}
    </Text>
  );
}
