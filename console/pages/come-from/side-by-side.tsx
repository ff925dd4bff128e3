import { ActionIcon, Group, List, Select, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Bar,
  DutyBoard,
  lanesOf,
  type People,
  type Row,
  shortMoment,
} from '../../parts/duty-timeline/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { Waiting } from '../../parts/loaded.tsx';
import { addDays, dateOf, daysFrom } from '../../parts/local-time.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { barsOf } from './bars.ts';
import type { ImportProduct } from './products.generated.ts';
import type { Difference, Result, Schedule } from './protocol.ts';
import { texts } from './texts.ts';
import type { UsedImport } from './use-import.ts';

export interface SideBySideProps {
  product: ImportProduct;
  used: UsedImport;
  result: Result;
}

const days = 14;
const differencesMax = 10;

/** Who is on call there by the product's own rules, and here, for the days around a difference where there is one. */
export function SideBySide({ product, used, result }: SideBySideProps) {
  const t = useTexts(texts);
  const { schedules } = result;
  const [chosen, setChosen] = useState<string | null>(null);
  const first = schedules.find(({ differsFrom }) => differsFrom !== null) ?? schedules[0];
  const schedule = schedules.find(({ key }) => key === chosen) ?? first;
  if (!schedule) return null;
  return (
    <Stack gap="sm">
      <Select
        label={t.schedule}
        maw={420}
        searchable
        allowDeselect={false}
        data={schedules.map(({ key, name, differsFrom }) => ({
          value: key,
          label: differsFrom === null ? name : t.differs(name),
        }))}
        value={schedule.key}
        onChange={setChosen}
      />
      <Weeks key={schedule.key} {...{ product, used, result, schedule }} />
    </Stack>
  );
}

function Weeks({ product, used, result, schedule }: SideBySideProps & { schedule: Schedule }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { key, timeZoneId: zone, differsFrom } = schedule;
  const [now] = useState(() => Date.now());
  const [start, setStart] = useState(() => dateOf(differsFrom ?? now, zone));
  const shown = daysFrom(start, days, zone);
  const from = shown[0]?.start ?? now;
  const until = shown.at(-1)?.end ?? now;
  const { data, error } = useQuery({
    queryKey: ['come-from', product.name, 'weeks', key, from, used.outcome.dataUpdatedAt],
    queryFn: () => used.client.ask('timeline', { key, from, until }),
    placeholderData: keepPreviousData,
    ...{ gcTime: 0, retry: false, refetchOnWindowFocus: false },
  });
  const people = peopleOf(result, t.nobody);
  const nameOfRow = (row: Row) => (row.key === 'there' ? product.displayName : 'Tocsin');
  if (error) return <Text size="sm">{error.message}</Text>;
  if (!data) return <Waiting lines={4} />;
  const rows = [rowOf('there', 1, barsOf(data.there, 1)), rowOf('here', 2, barsOf(data.here, 2))];
  const inDays = (one: Difference) =>
    `${shortMoment(one.from, language, zone)} – ${shortMoment(one.until, language, zone)}`;
  const names = (who: readonly string[]) =>
    who.length === 0 ? t.nobody : who.map(people.nameOf).join(', ');
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <ActionIcon
          variant="default"
          aria-label={t.earlier}
          onClick={() => setStart(addDays(start, -days))}
        >
          <Icon name="left" size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={t.later}
          onClick={() => setStart(addDays(start, days))}
        >
          <Icon name="right" size={16} />
        </ActionIcon>
        <Text size="xs" c="dimmed">
          {t.timesIn(zone)}
        </Text>
        <span
          role="status"
          className="badge"
          data-tone={data.differences.length > 0 ? 'Critical' : 'Resolved'}
        >
          {data.differences.length > 0 ? t.differences(data.differences.length) : t.same}
        </span>
      </Group>
      <DutyBoard
        name={schedule.name}
        rows={rows}
        nameOfRow={nameOfRow}
        placeOf={({ tier }: Bar) => (tier === 1 ? product.displayName : 'Tocsin')}
        days={shown}
        {...{ people, zone, now }}
      />
      {data.differences.length > 0 && (
        <List size="sm">
          {data.differences.slice(0, differencesMax).map((one) => (
            <List.Item key={one.from} className="breaks-anywhere">
              {inDays(one)}: {t.thereAndHere(names(one.there), names(one.here))}
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}

function rowOf(key: string, tier: number, bars: readonly Bar[]): Row {
  return { key, tier, userId: null, lanes: lanesOf(bars) };
}

const hues = 10;

/** By their addresses, which are all that both sides have. */
function peopleOf({ people }: Result, nobody: string): People {
  const names = new Map(people.map(({ email, name }) => [email.toLowerCase(), name]));
  const order = new Map([...names.keys()].toSorted().map((email, place) => [email, place]));
  const nameOf = (email: string | null) => (email === null ? nobody : (names.get(email) ?? email));
  return {
    nameOf,
    faceOf: (email) => (email === null ? null : nameOf(email)),
    hueOf: (email) => `hue-${(order.get(email ?? '') ?? 0) % hues}`,
    isMe: () => false,
  };
}
