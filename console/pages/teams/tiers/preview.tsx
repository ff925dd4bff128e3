import { Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../../openapi/types/public-v1.generated.ts';
import { api } from '../../../api/client.ts';
import { barsOf, DutyList, DutyTimeline, usePeople } from '../../../parts/duty-timeline/index.ts';
import { Later } from '../../../parts/later/index.ts';
import { Waiting } from '../../../parts/loaded.tsx';
import { dateOf, daysFrom } from '../../../parts/local-time.ts';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { useTexts } from '../../../parts/texts.tsx';
import type { Draft } from './draft.ts';
import { texts } from './texts.ts';

const spans = [14, 42] as const;
const shownAs = ['drawn', 'list'] as const;

/** The timeline that a draft would give, asked for while it is being written, and that of what is stored. */
export function Preview({
  draft,
  zone,
  isDirty,
}: {
  draft: Draft;
  zone: string;
  isDirty: boolean;
}) {
  const t = useTexts(texts);
  const [now] = useState(() => Date.now());
  const [count, setCount] = useState<(typeof spans)[number]>(14);
  const [shown, setShown] = useState<(typeof shownAs)[number]>('drawn');
  const [isStored, setStored] = useState(false);
  const [settled] = useDebouncedValue(draft, 400);
  const days = daysFrom(dateOf(now, zone), count, zone);
  const start = new Date(days[0]?.start ?? now).toISOString();
  const end = new Date(days.at(-1)?.end ?? now).toISOString();
  const stored = api.useQuery(
    'get',
    '/on-call/timeline',
    { params: { query: { TeamIds: [draft.teamId], Start: start, End: end } } },
    { enabled: isStored, placeholderData: keepPreviousData },
  );
  const tried = api.useQuery(
    'post',
    '/on-call/timeline/preview',
    { body: { start, end, escalations: settled } },
    { enabled: !isStored, placeholderData: keepPreviousData, refetchOnWindowFocus: false },
  );
  const { data, error } = isStored ? stored : tried;
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={t.preview}>
      <Stack gap="sm">
        <Stack gap={2}>
          <Title order={2} size="h4">
            {t.preview}
          </Title>
          <Text size="xs" c="dimmed">
            {t.previewHelp} {t.timesIn(zone)}
          </Text>
        </Stack>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={t.preview}
            data={[
              { value: 'tried', label: t.previewAfter },
              { value: 'stored', label: t.previewNow, disabled: !isDirty && !isStored },
            ]}
            value={isStored ? 'stored' : 'tried'}
            onChange={(chosen) => setStored(chosen === 'stored')}
          />
          <SegmentedControl
            size="xs"
            aria-label={t.spanLabel}
            data={spans.map((span) => ({ value: String(span), label: t.spans[span] }))}
            value={String(count)}
            onChange={(chosen) => setCount(spans.find((one) => String(one) === chosen) ?? count)}
          />
          <SegmentedControl
            size="xs"
            aria-label={t.shownAs}
            data={shownAs.map((one) => ({ value: one, label: t[one] }))}
            value={shown}
            onChange={(chosen) => setShown(shownAs.find((one) => one === chosen) ?? shown)}
          />
        </Group>
        {Boolean(error) && <ProblemNotice error={error} isQuestion />}
        {data && <Drawn timeline={data} {...{ now, zone, count, shown }} />}
      </Stack>
    </Paper>
  );
}

interface DrawnProps {
  timeline: components['schemas']['OnCallTimeline'];
  now: number;
  zone: string;
  count: number;
  shown: (typeof shownAs)[number];
}

function Drawn({ timeline, now, zone, count, shown }: DrawnProps) {
  const t = useTexts(texts);
  const people = usePeople(timeline.users);
  const [team] = timeline.teams;
  if (!team) return null;
  const days = daysFrom(dateOf(now, zone), count, zone);
  const from = days[0]?.start ?? now;
  const until = days.at(-1)?.end ?? now;
  const gaps = barsOf(team, from, until).filter(({ kind, tier }) => kind === 'Gap' && tier === 1);
  return (
    <>
      <div role="status">
        <span className="badge" data-tone={gaps.length > 0 ? 'Critical' : 'Resolved'}>
          {gaps.length > 0 ? t.gaps(gaps.length) : t.noGaps}
        </span>
      </div>
      {shown === 'list' ? (
        <div className="tier-preview-list">
          <Later fallback={<Waiting />}>
            <DutyList team={team} people={people} from={from} until={until} />
          </Later>
        </div>
      ) : (
        <DutyTimeline team={team} people={people} days={days} now={now} />
      )}
    </>
  );
}
