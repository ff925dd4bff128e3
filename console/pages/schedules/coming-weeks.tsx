import { Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
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
import { labelOf } from '../../parts/schema-form/index.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

type Timeline = components['schemas']['OnCallScheduleTimeline'];
type Input = components['schemas']['OnCallScheduleInput'];

const spans = [7, 14, 42, 84] as const;

export interface ComingWeeksProps {
  /** The id of the stored schedule; null for a new one. */
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
  const [settled] = useDebouncedValue(draft, 200);
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
  // While a layer is half written there is no answer: the weeks before that stay.
  const [latest, setLatest] = useState(data);
  if (data && data !== latest) setLatest(data);
  const shown = data ?? latest;
  const missing = missingIn(error);
  const { language } = useLanguage();
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
          {shown && missing.length === 0 && (
            <span
              role="status"
              className="badge"
              data-tone={shown.gaps.length > 0 ? 'Critical' : 'Resolved'}
            >
              {shown.gaps.length > 0 ? t.gaps(shown.gaps.length) : t.noGaps}
            </span>
          )}
        </Group>
        {missing.length > 0 ? (
          <Text size="sm" role="status">
            {t.notYet}{' '}
            {missing
              .map(({ layer, names }) => {
                const fields = names.map((name) => labelOf(name, language)).join(', ');
                return layer === null ? fields : `${t.layer(layer)} (${fields})`;
              })
              .join(', ')}
          </Text>
        ) : (
          Boolean(error) && <ProblemNotice error={error} isQuestion />
        )}
        {shown && (
          <Board
            timeline={shown}
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

/** The fields that the server finds missing or wrong, by place of the layer; empty where it is another failure. */
function missingIn(error: unknown): { layer: number | null; names: string[] }[] {
  const problem = problemOf(error);
  if (problem?.status !== 400) return [];
  const members = Object.keys(problem.errors ?? {});
  const layerOf = (member: string) => /layers\[(\d+)\]/.exec(member)?.[1];
  return [...Map.groupBy(members, layerOf)].map(([place, some]) => ({
    layer: place === undefined ? null : Number(place) + 1,
    names: [...new Set(some.map((member) => /(\w+)(?:\[\d+\])?$/.exec(member)?.[1] ?? member))],
  }));
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

/** The row of all shifts in force first, then each layer by itself. */
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
