import { Alert, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useSay } from '../../parts/announce.ts';
import { Icon } from '../../parts/icon.tsx';
import { formatMoment } from '../../parts/moment.tsx';
import { ObjectTable } from '../../parts/object-table.tsx';
import { Part } from '../../parts/part.tsx';
import {
  Belief,
  isGoing,
  type Noise,
  type Replay,
  Running,
  texts,
} from '../../parts/replays/index.ts';
import { Said } from '../../parts/said/index.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { ToObject } from '../../parts/to-object.tsx';
import { noiseTexts } from './noise-texts.ts';
import { WhatIfs } from './what-ifs.tsx';

/** Shows what woke people, and the changes that would have woken them less. */
export function NoiseView({ replay, noise }: { replay: Replay; noise: Noise }) {
  return (
    <Stack gap="md">
      <Outcome replay={replay} noise={noise} />
      {noise.sources.length > 0 && <Sources sources={noise.sources} />}
      <WhatIfs replay={replay} noise={noise} />
      <Belief replay={replay} />
    </Stack>
  );
}

function Outcome({
  replay,
  noise: { totals, tried, toTry, hidden },
}: {
  replay: Replay;
  noise: Noise;
}) {
  const t = useTexts(noiseTexts);
  const shared = useTexts(texts);
  const { language } = useLanguage();
  const { state, reason, reasonSentence, from, until } = replay;
  const { wakeUps, needless, atNight, needlessAtNight } = totals;
  const moment = (at: string) => formatMoment(new Date(at), language);
  const isQuiet = needless === 0 && state === 'Done';
  const notes = [
    ...(wakeUps > 0
      ? [
          t.night(needlessAtNight, atNight),
          t.incidents(totals.incidents, totals.workedOn, totals.endedThemselves, totals.untouched),
        ]
      : []),
    ...(replay.isCut ? [shared.isCut] : []),
    ...(toTry !== null && state !== 'Done' ? [t.tried(tried, toTry)] : []),
    ...(hidden > 0 ? [t.hidden(hidden)] : []),
  ];
  const title = isGoing(replay) ? shared.states[state] : t.summary(needless, wakeUps);
  useSay(title);
  return (
    <Alert
      color={state === 'Stopped' ? 'orange' : isQuiet ? 'teal' : 'blue'}
      variant="light"
      icon={<Icon name={state === 'Waiting' ? 'clock' : isQuiet ? 'check' : 'alert'} />}
      title={title}
      className="breaks-anywhere"
    >
      <Stack gap={6}>
        {reason !== null && (
          <Text size="sm">
            <Said text={reason} sentence={reasonSentence} />
          </Text>
        )}
        {isGoing(replay) && <Running replay={replay} />}
        <Text size="sm">{shared.span(moment(from), moment(until))}</Text>
        {notes.length > 0 && <Text size="sm">{notes.join(' ')}</Text>}
        <Text size="sm">{t.meaning}</Text>
      </Stack>
    </Alert>
  );
}

type Source = Noise['sources'][number];

const dimensions = ['Integration', 'Team', 'Rule', 'Title', 'Person'] as const;

const kinds: Readonly<Record<Source['by'], string>> = {
  Integration: 'InboundIntegration',
  Team: 'Team',
  Rule: 'Routing',
  Title: '',
  Person: 'User',
};

function Sources({ sources }: Pick<Noise, 'sources'>) {
  const t = useTexts(noiseTexts);
  const [by, setBy] = useState<Source['by']>('Integration');
  const shown = dimensions.filter((one) => sources.some((source) => source.by === one));
  const chosen = shown.includes(by) ? by : shown[0];
  return (
    <Part title={t.sources}>
      <Stack gap="sm">
        <div className="scrolls-sideways">
          <SegmentedControl
            size="sm"
            aria-label={t.by}
            data={shown.map((value) => ({ value, label: t.dimensions[value] }))}
            value={chosen ?? by}
            onChange={(value) => setBy(dimensions.find((one) => one === value) ?? by)}
          />
        </div>
        <ObjectTable
          label={t.dimensions[chosen ?? by]}
          items={sources.filter((source) => source.by === chosen)}
          keyOf={({ entityId, part, displayName }) => [entityId, part, displayName].join(' ')}
          columns={[
            { title: t.dimensions[chosen ?? by], cell: (source) => <SourceName source={source} /> },
            { title: t.needless, cell: ({ needless }) => needless },
            { title: t.wakeUps, cell: ({ wakeUps }) => wakeUps },
            { title: t.atNight, cell: ({ atNight }) => atNight },
            {
              title: t.workedOn,
              cell: ({ workedOn, incidents }) => t.ofIncidents(workedOn, incidents),
            },
          ]}
        />
      </Stack>
    </Part>
  );
}

function SourceName({ source: { by, entityId, displayName } }: { source: Source }) {
  const name = displayName ?? entityId ?? '';
  if (entityId === null || displayName === null)
    return <span className="breaks-anywhere">{name}</span>;
  return (
    <ToObject entityType={kinds[by]} id={entityId}>
      {name}
    </ToObject>
  );
}
