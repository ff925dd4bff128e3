import { Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useMe } from '../../api/session.tsx';
import { CalendarDialog } from '../../parts/calendar-dialog.tsx';
import {
  AskForCover,
  type CoverDraft,
  coverTexts,
  useCoverDraft,
} from '../../parts/cover/index.ts';
import { shortMoment } from '../../parts/duty-timeline/index.ts';
import { Icon } from '../../parts/icon.tsx';
import { ownZone } from '../../parts/local-time.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';
import { ownWeeks, useOwnTimeline } from './use-timeline.ts';

const shown = 4;

/** Whether the person is on call, and when they will be, in the zone of the person. */
export function OwnDuty({ now }: { now: number }) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const { teams, person } = useMe();
  const [isCalendarOpen, openCalendar] = useState(false);
  const zone = ownZone();
  const timeline = useOwnTimeline(now);
  if (teams.length === 0) return null;
  const duties = (timeline.data?.teams ?? [])
    .flatMap(({ team, tiers }) =>
      tiers.flatMap(({ tier, shifts }) =>
        shifts
          .filter(({ userId }) => userId === person.id)
          .map(({ start, end, scheduleId }) => ({
            key: `${team.id} ${tier} ${start}`,
            text: t.duty(team.displayName, tier),
            start: Date.parse(start),
            end: Date.parse(end),
            cover: {
              userId: person.id,
              ...(scheduleId ? { scheduleId } : { teamId: team.id, tier }),
              start,
              end,
            },
          })),
      ),
    )
    .filter(({ end }) => end > now)
    .sort((a, b) => a.start - b.start);
  // Beyond that nothing is known.
  const horizon = Date.parse(timeline.data?.end ?? '');
  const running = duties.filter(({ start }) => start <= now);
  const until = running.length > 0 ? Math.max(...running.map(({ end }) => end)) : horizon;
  const next = duties.filter(({ start }) => start > now);
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={t.own}>
      <Group justify="space-between" align="flex-start">
        <Stack gap={6}>
          <Group gap="sm">
            <Title order={2} size="h4">
              {running.length > 0 ? t.ownNow : t.ownNot}
            </Title>
            {until < horizon && (
              <span className="badge" data-tone="Resolved">
                {t.untilMoment(shortMoment(until, language, zone))}
              </span>
            )}
          </Group>
          {running.map(({ key, text, end }) => (
            <Text key={key} size="sm" className="breaks-anywhere">
              {text}
              {end < horizon && `, ${t.untilMoment(shortMoment(end, language, zone))}`}
            </Text>
          ))}
          {timeline.data && (
            <Text size="sm" c="dimmed">
              {next.length === 0 ? t.noneNext(ownWeeks) : `${t.next} (${zone}):`}
            </Text>
          )}
          <NextDuties duties={next.slice(0, shown)} zone={zone} />
        </Stack>
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="calendar" size={16} />}
          onClick={() => openCalendar(true)}
        >
          {t.calendar}
        </Button>
      </Group>
      {isCalendarOpen && (
        <CalendarDialog
          owner={{ userId: person.id, name: person.displayName ?? person.email }}
          onClose={() => openCalendar(false)}
        />
      )}
    </Paper>
  );
}

interface NextDuty {
  key: string;
  text: string;
  start: number;
  end: number;
  cover: CoverDraft;
}

/** The shifts that come, and a way to ask others to take one. */
function NextDuties({ duties, zone }: { duties: readonly NextDuty[]; zone: string }) {
  const { language } = useLanguage();
  const t = useTexts(coverTexts);
  const asking = useCoverDraft();
  if (duties.length === 0) return null;
  return (
    <>
      <List size="sm" spacing={2}>
        {duties.map(({ key, text, start, end, cover }) => (
          <List.Item key={key} className="breaks-anywhere">
            <b>{shortMoment(start, language, zone)}</b> – {shortMoment(end, language, zone)}: {text}{' '}
            <Button
              variant="default"
              size="compact-xs"
              aria-label={t.askFor(shortMoment(start, language, zone))}
              onClick={() => asking.set(cover)}
            >
              {t.ask}
            </Button>
          </List.Item>
        ))}
      </List>
      {asking.value && (
        <AskForCover
          draft={asking.value}
          onChange={asking.set}
          zone={zone}
          onlySelf
          onClose={() => asking.set(null)}
        />
      )}
    </>
  );
}
