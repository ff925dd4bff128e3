import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { formatDuration } from '../../parts/duration.ts';
import { shortMoment } from '../../parts/duty-timeline/index.ts';
import { ownZone } from '../../parts/local-time.ts';
import { Part } from '../../parts/part.tsx';
import { ShowAll } from '../../parts/show-all.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { labelsBetween } from './strip-labels.ts';
import { texts } from './texts.ts';

type Result = components['schemas']['ProofResult'];
type Time = Result['holes'][number];

/** The first ones say what they are like; the rest is behind a button. */
const shownAtFirst = 5;

/** The days ahead as one strip, with the times in which it breaks or is excused, and the same in words. */
export function Strip({ result, from }: { result: Result; from: string }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const zone = ownZone();
  const { holes, holesTotal, excused, until, state } = result;
  const start = Date.parse(from);
  const end = Date.parse(until);
  const share = (instant: number) =>
    `${((Math.min(Math.max(instant, start), end) - start) / (end - start)) * 100}%`;
  const placed = ({ start: begins, end: ends }: Time) => ({
    left: share(Date.parse(begins)),
    right: `calc(100% - ${share(Date.parse(ends))})`,
  });
  const days = Math.round((end - start) / 86_400_000);
  const broken = holes.reduce((sum, hole) => sum + lengthOf(hole), 0);
  const inAll = t.inAll(holesTotal, formatDuration(broken, language), days);
  return (
    <Part title={t.nextDays(days)} note={t.zone(zone)}>
      <Stack gap="sm">
        <div
          className="guarantee-strip"
          data-state={state}
          role="img"
          aria-label={holesTotal > 0 ? inAll : t.stateTitles[state]}
        >
          {excused.map((one) => (
            <div
              key={one.start}
              className="guarantee-time"
              data-kind="excused"
              style={placed(one)}
            />
          ))}
          {holes.map((one) => (
            <div key={one.start} className="guarantee-time" data-kind="hole" style={placed(one)} />
          ))}
        </div>
        <div className="guarantee-months" aria-hidden="true">
          {labelsBetween(start, end, zone, language).map(({ at, name, side }) => (
            <Text
              key={at}
              span
              size="xs"
              c="dimmed"
              data-side={side}
              style={side === 'end' ? { right: 0 } : { left: share(at) }}
            >
              {name}
            </Text>
          ))}
        </div>
        <Legend hasHoles={holes.length > 0} hasExcused={excused.length > 0} state={state} />
        {holes.length > 0 && <Times title={inAll} times={holes} />}
        {excused.length > 0 && <Times title={t.excusedTimes(excused.length)} times={excused} />}
      </Stack>
    </Part>
  );
}

function Legend({
  hasHoles,
  hasExcused,
  state,
}: {
  hasHoles: boolean;
  hasExcused: boolean;
  state: Result['state'];
}) {
  const t = useTexts(texts);
  const isKnown = state === 'Holds' || state === 'BreaksOn' || state === 'Broken';
  const kinds = [
    { kind: 'holds', text: t.legend.holds, isThere: isKnown },
    { kind: 'unknown', text: t.legend.unknown, isThere: !isKnown },
    { kind: 'hole', text: t.legend.hole, isThere: hasHoles },
    { kind: 'excused', text: t.legend.excused, isThere: hasExcused },
  ].filter(({ isThere }) => isThere);
  return (
    <Group gap="md">
      {kinds.map(({ kind, text }) => (
        <Group key={kind} gap={6} wrap="nowrap">
          <span className="guarantee-sign" data-kind={kind} aria-hidden="true" />
          <Text span size="xs">
            {text}
          </Text>
        </Group>
      ))}
    </Group>
  );
}

function Times({ title, times }: { title: string; times: readonly Time[] }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const [showsAll, setShowsAll] = useState(false);
  const zone = ownZone();
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <ul className="plain-list">
        {(showsAll ? times : times.slice(0, shownAtFirst)).map((one) => (
          <Text component="li" size="sm" key={one.start}>
            {shortMoment(Date.parse(one.start), language, zone)} –{' '}
            {shortMoment(Date.parse(one.end), language, zone)}{' '}
            <Text span inherit c="dimmed">
              ({formatDuration(lengthOf(one), language)})
            </Text>
          </Text>
        ))}
      </ul>
      {times.length > shownAtFirst && (
        <ShowAll
          isOpen={showsAll}
          onChange={setShowsAll}
          all={t.all(times.length)}
          fewer={t.fewer}
        />
      )}
    </Stack>
  );
}

function lengthOf({ start, end }: Time): number {
  return Date.parse(end) - Date.parse(start);
}
