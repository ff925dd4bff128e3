import { Group, Stack, Text } from '@mantine/core';
import { wayName } from '../../parts/channels.ts';
import { formatDuration } from '../../parts/duration.ts';
import { formatTimeOfDay } from '../../parts/moment.tsx';
import { Said } from '../../parts/said/index.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import type { CounterExample, Told } from './example-types.ts';
import { type Happening, minutesOf } from './minutes-of.ts';
import { texts } from './texts.ts';

/** The events of the example in order of time, with the deadline for telling people among them. */
export function Minutes({ example, told }: { example: CounterExample; told: Told }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  // People who are away are told without noticing: so many more must be told.
  const away = example.faults.reduce((sum, { count }) => sum + (count ?? 0), 0);
  const wanted = (told.people ?? 1) + away;
  const { minutes, left } = minutesOf(example, told.withinMinutes);
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {t.minutes}
      </Text>
      <ol className="plain-list">
        {minutes.map(({ at, after, kind, happenings }) => (
          <li key={`${at} ${kind}`} className="guarantee-minute" data-kind={kind}>
            <Text size="sm" className="guarantee-clock">
              {formatTimeOfDay(at, language)}{' '}
              <Text span inherit c="dimmed">
                {after > 0 && `+${formatDuration(after, language)}`}
              </Text>
            </Text>
            <Stack gap={6} className="breaks-anywhere">
              {kind === 'opens' && <Text size="sm">{t.incidentOpens}</Text>}
              {kind === 'deadline' && (
                <Text size="sm" fw={600}>
                  {t.deadline(wanted, example.peopleTold)}
                </Text>
              )}
              {happenings.map((one) => (
                <OneHappening key={one.key} happening={one} />
              ))}
            </Stack>
          </li>
        ))}
      </ol>
      {left > 0 && (
        <Text size="xs" c="dimmed">
          {t.repeats(left)}
        </Text>
      )}
    </Stack>
  );
}

function OneHappening({ happening }: { happening: Happening }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  if (happening.kind === 'step')
    return (
      <Text size="sm">
        <Said text={happening.step.text} sentence={happening.step.textSentence} />
      </Text>
    );
  const { channel, recipient, because, becauseSentence, dropReason, dropReasonSentence } =
    happening.message;
  return (
    <Stack gap={2}>
      <Group gap={6}>
        <Text size="sm">
          <b>{recipient ?? t.somebody}</b>{' '}
          <Text span inherit c="dimmed">
            <Said text={because} sentence={becauseSentence} />
          </Text>
        </Text>
        <span className="badge" data-tone={dropReason === null ? 'Resolved' : 'none'}>
          {wayName(channel, language)}
          {dropReason !== null && ` · ${t.notSent}`}
        </span>
      </Group>
      {dropReason !== null && (
        <Text size="xs" c="dimmed">
          <Said text={dropReason} sentence={dropReasonSentence} />
        </Text>
      )}
    </Stack>
  );
}
