import { List, Stack, Text } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { channelWords } from '../../parts/channels.ts';
import { localOf } from '../../parts/local-time.ts';
import { SeverityBadge } from '../../parts/severity-badge.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { rulesTexts } from './rules-texts.ts';
import { severities } from './settings.ts';

type Stretch = components['schemas']['NotificationStretch'];

const dayMilliseconds = 86_400_000;

export interface DayStripsProps {
  /** Epoch milliseconds: midnight of the person. */
  start: number;
  zone: string;
  stretches: readonly Stretch[];
}

/** For each severity a day as a strip, and the same in words. */
export function DayStrips({ start, zone, stretches }: DayStripsProps) {
  const say = useWords();
  const clock = (instant: string) => localOf(Date.parse(instant), zone).slice(11);
  const endOf = ({ end }: Stretch) =>
    Date.parse(end) === start + dayMilliseconds ? '24:00' : clock(end);
  const shareOf = (from: number, until: number) => `${((until - from) / dayMilliseconds) * 100}%`;
  return (
    <Stack gap="md">
      {severities.map((severity) => {
        const own = stretches.filter((one) => one.severity === severity);
        return (
          <Stack key={severity} gap={6}>
            <div>
              <SeverityBadge severity={severity} />
            </div>
            <div className="day-strip" aria-hidden="true">
              {own.map((one) => (
                <div
                  key={one.start}
                  className="day-stretch"
                  data-tells={one.tells}
                  data-channel={one.channel}
                  title={say(one)}
                  style={{
                    left: shareOf(start, Date.parse(one.start)),
                    width: shareOf(Date.parse(one.start), Date.parse(one.end)),
                  }}
                >
                  {say(one)}
                </div>
              ))}
            </div>
            <List listStyleType="none" size="sm" spacing={2}>
              {own.map((one) => (
                <List.Item key={one.start}>
                  <Text span ff="monospace" size="sm">
                    {clock(one.start)}–{endOf(one)}
                  </Text>{' '}
                  <Text
                    span
                    size="sm"
                    c={one.tells === 'Nothing' && severity === 'Critical' ? 'red' : undefined}
                  >
                    {say(one)}
                  </Text>
                </List.Item>
              ))}
            </List>
          </Stack>
        );
      })}
    </Stack>
  );
}

function useWords() {
  const t = useTexts(rulesTexts);
  const { language } = useLanguage();
  return ({ tells, channel, afterMinutes }: Stretch): string => {
    const name = channel === null ? '' : channelWords(channel).name[language];
    if (tells === 'Nothing') return t.nothing;
    if (tells === 'Waits') return t.waits(name);
    return afterMinutes ? t.after(name, afterMinutes) : t.atOnce(name);
  };
}
