import { Group, Stack, Text } from '@mantine/core';
import type { components } from '../../openapi/types/public-v1.generated.ts';
import { formatMoment, formatPeriod } from './moment.tsx';
import { defineTexts, useLanguage, useTexts } from './texts.tsx';

const texts = defineTexts({
  en: {
    running: 'Now',
    planned: 'Planned',
    over: 'Over',
    since: (moment: string) => `since ${moment}`,
    from: (moment: string) => `from ${moment}`,
    until: (moment: string) => `until ${moment}`,
    withoutEnd: 'until it is removed',
    comesAgain: 'Comes again',
    comesAgainUntil: (moment: string) => `Comes again until ${moment}`,
    pauses: 'Pauses in the times of its rules',
  },
  de: {
    running: 'Jetzt',
    planned: 'Geplant',
    over: 'Vorbei',
    since: (moment: string) => `seit ${moment}`,
    from: (moment: string) => `ab ${moment}`,
    until: (moment: string) => `bis ${moment}`,
    withoutEnd: 'bis zum Entfernen',
    comesAgain: 'Kommt wieder',
    comesAgainUntil: (moment: string) => `Kommt wieder bis ${moment}`,
    pauses: 'Setzt in den Zeiten ihrer Regeln aus',
  },
});

type Times = components['schemas']['WindowNow'] &
  Pick<components['schemas']['TeamMaintenanceWindow'], 'end' | 'recurrences'> & {
    inverted?: boolean;
  };

/** Where a window stands, by the clocks of a zone: whether it counts now and until when, or when it will. */
export function WindowTimes({ times, zone }: { times: Times; zone?: string | null | undefined }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const moment = (time: string) => formatMoment(new Date(time), language, zone ?? undefined);
  const { isActive, nextStart, nextEnd, recurrences, end } = times;
  const isOver = !isActive && nextStart === null;
  const period = () => {
    if (isOver) return end ? t.since(moment(end)) : '';
    if (isActive) return nextEnd === null ? t.withoutEnd : t.until(moment(nextEnd));
    const start = nextStart ?? '';
    if (nextEnd === null) return t.from(moment(start));
    return formatPeriod(new Date(start), new Date(nextEnd), language, zone ?? undefined);
  };
  return (
    <Stack gap={2}>
      <Group gap="xs" wrap="nowrap">
        <span className="badge" data-tone={isOver ? undefined : isActive ? 'Warning' : 'Minor'}>
          {isOver ? t.over : isActive ? t.running : t.planned}
        </span>
        <Text size="sm">{period()}</Text>
      </Group>
      {!isOver && recurrences && recurrences.length > 0 && (
        <Text size="xs" c="dimmed">
          {end ? t.comesAgainUntil(moment(end)) : t.comesAgain}
          {times.inverted && ` · ${t.pauses}`}
        </Text>
      )}
    </Stack>
  );
}
