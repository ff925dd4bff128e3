import { Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import {
  type Bar,
  type Chosen,
  DutyBoard,
  lanesOf,
  type Row,
  usePeople,
} from '../../parts/duty-timeline/index.ts';
import { dateOf, daysFrom } from '../../parts/local-time.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

type Timeline = components['schemas']['OnCallScheduleTimeline'];
type Input = components['schemas']['OnCallScheduleInput'];

const spans = [14, 42] as const;

export interface ComingWeeksProps {
  /** Of the stored schedule; null of a new one. */
  id: string | null;
  draft: Input;
  /** A time or a shift was chosen, in whose row; left out where there is nothing stored yet. */
  onChosen?: (chosen: ChosenTime) => void;
}

export interface ChosenTime {
  start: number;
  end: number;
  /** Whose shift it is; null for a time that was dragged over, or a gap. */
  userId: string | null;
  /** Null in the row of all. */
  layerId: string | null;
}

/** The weeks that a draft would give, asked for while it is being written. */
export function ComingWeeks({ id, draft, onChosen }: ComingWeeksProps) {
  const t = useTexts(texts);
  const [now] = useState(() => Date.now());
  const [count, setCount] = useState<(typeof spans)[number]>(14);
  const [settled] = useDebouncedValue(draft, 400);
  const zone = draft.timeZoneId ?? 'UTC';
  const days = daysFrom(dateOf(now, zone), count, zone);
  const start = new Date(days[0]?.start ?? now).toISOString();
  const end = new Date(days.at(-1)?.end ?? now).toISOString();
  const { data, error } = api.useQuery(
    'post',
    '/on-call-schedule/preview',
    { body: { id, start, end, schedule: settled } },
    { placeholderData: keepPreviousData, refetchOnWindowFocus: false },
  );
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={t.weeks}>
      <Stack gap="sm">
        <Stack gap={2}>
          <Title order={2} size="h4">
            {t.weeks}
          </Title>
          <Text size="xs" c="dimmed">
            {t.weeksHelp} {t.timesIn(zone)}
          </Text>
        </Stack>
        <Group gap="sm">
          <SegmentedControl
            size="xs"
            aria-label={t.span}
            data={spans.map((span) => ({ value: String(span), label: t.spans[span] }))}
            value={String(count)}
            onChange={(chosen) => setCount(spans.find((one) => String(one) === chosen) ?? count)}
          />
          {data && (
            <span
              role="status"
              className="badge"
              data-tone={data.gaps.length > 0 ? 'Critical' : 'Resolved'}
            >
              {data.gaps.length > 0 ? t.gaps(data.gaps.length) : t.noGaps}
            </span>
          )}
        </Group>
        {Boolean(error) && <ProblemNotice error={error} />}
        {data && (
          <Board
            timeline={data}
            layers={settled.layers}
            {...{ zone, days, now }}
            name={settled.displayName}
            onChosen={onChosen}
          />
        )}
      </Stack>
    </Paper>
  );
}

interface BoardProps {
  timeline: Timeline;
  layers: Input['layers'];
  name: string;
  zone: string;
  days: ReturnType<typeof daysFrom>;
  now: number;
  onChosen: ComingWeeksProps['onChosen'];
}

/** What is in force first, then each layer by itself. */
function Board({ timeline, layers, name, zone, days, now, onChosen }: BoardProps) {
  const t = useTexts(texts);
  const people = usePeople(timeline.users);
  const nameOfRow = ({ key }: Row) => {
    const place = timeline.layers.findIndex(({ id }) => id === key);
    return place < 0 ? t.onCall : (layers[place]?.displayName ?? t.layer(place + 1));
  };
  const rows = rowsOf(timeline);
  const layerOf = (tier: number | null) => timeline.layers[(tier ?? 1) - 2]?.id ?? null;
  const choosing = onChosen && {
    onBar: ({ start, end, userId, tier }: Bar) =>
      onChosen({ start, end, userId, layerId: layerOf(tier) }),
    onDrag: ({ start, end, tier }: Chosen) =>
      onChosen({ start, end, userId: null, layerId: layerOf(tier) }),
  };
  return (
    <DutyBoard
      name={name}
      rows={rows}
      nameOfRow={nameOfRow}
      placeOf={({ tier }) => nameOfRow(rows[tier - 1] ?? rowOf('', 1, []))}
      {...{ people, zone, days, now }}
      {...choosing}
    />
  );
}

function rowsOf({ shifts, gaps, layers }: Timeline): Row[] {
  const inForce: Bar[] = [
    ...shifts.map(({ userId, reasons, ...times }) => ({
      ...barOf(1, userId, times),
      kind: reasons.some(({ kind }) => kind !== 'layer')
        ? ('Override' as const)
        : ('Schedule' as const),
    })),
    ...gaps.map((times) => ({ ...barOf(1, null, times), kind: 'Gap' as const })),
  ];
  return [
    rowOf('', 1, inForce),
    ...layers.map(({ id, shifts: own }, place) =>
      rowOf(
        id,
        place + 2,
        own.flatMap(({ userIds, ...times }) =>
          userIds.map((userId) => barOf(place + 2, userId, times)),
        ),
      ),
    ),
  ];
}

function rowOf(key: string, tier: number, bars: readonly Bar[]): Row {
  return {
    key,
    tier,
    userId: null,
    lanes: lanesOf(bars.toSorted((one, other) => one.start - other.start)),
  };
}

function barOf(
  tier: number,
  userId: string | null,
  { start, end }: { start: string; end: string },
): Bar {
  return {
    kind: 'Schedule',
    userId,
    tier,
    start: Date.parse(start),
    end: Date.parse(end),
    insteadOf: [],
  };
}
