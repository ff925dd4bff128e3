import { Alert, Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useMayAdminister } from '../../api/session.tsx';
import { CalendarDialog } from '../../parts/calendar-dialog.tsx';
import {
  barsOf,
  DutyList,
  DutyTimeline,
  type People,
  shortMoment,
  type TimelineTeam,
  type TimelineUser,
  usePeople,
} from '../../parts/duty-timeline/index.ts';
import { Face } from '../../parts/face.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Later } from '../../parts/later/index.ts';
import { linkTo } from '../../parts/link-to.tsx';
import { Waiting } from '../../parts/loaded.tsx';
import { daysFrom } from '../../parts/local-time.ts';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import type { Draft } from './override-draft.ts';
import { OverrideList } from './override-list.tsx';
import type { views } from './search.ts';
import { texts } from './texts.ts';

export interface TeamCardProps {
  team: TimelineTeam;
  users: readonly TimelineUser[];
  from: string;
  count: number;
  view: (typeof views)[number];
  now: number;
  /** The time that was asked for: nothing is known of other times. */
  asked: { start: string; end: string };
  onDraft: (draft: Draft) => void;
}

/** A team: who is on call now, its timeline, its overrides. */
export function TeamCard({ team, users, from, count, view, now, asked, onDraft }: TeamCardProps) {
  const t = useTexts(texts);
  const people = usePeople(users);
  const mayAdminister = useMayAdminister(team.team.id);
  const [isCalendarOpen, openCalendar] = useState(false);
  const { id, displayName, timeZoneId } = team.team;
  const days = daysFrom(from, count, timeZoneId);
  const start = days[0]?.start ?? 0;
  const end = days.at(-1)?.end ?? 0;
  const gaps = barsOf(team, Math.max(start, now), end).filter(
    ({ kind, tier }) => kind === 'Gap' && tier === 1,
  );
  const nothing = { team, bar: null, start: null, end: null, tier: null, userId: null };
  const open = (bar: NonNullable<Draft['bar']>) => onDraft({ ...nothing, ...bar, bar });
  return (
    <Card withBorder padding="md" radius="md" component="section" aria-label={displayName}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <Stack gap={2} className="breaks-anywhere">
            <Group gap="xs">
              <Title order={2} size="h4">
                <Anchor
                  inherit
                  renderRoot={linkTo({ to: '/teams/$teamId', params: { teamId: id } })}
                >
                  {displayName}
                </Anchor>
              </Title>
              {gaps.length > 0 && (
                <span className="badge" data-tone="Critical">
                  {t.gaps(gaps.length)}
                </span>
              )}
            </Group>
            <Text size="xs" c="dimmed">
              {t.zone(timeZoneId)}
            </Text>
          </Stack>
          {mayAdminister && (
            <Button
              variant="default"
              size="xs"
              leftSection={<Icon name="calendar" size={16} />}
              aria-label={t.calendarOf(displayName)}
              onClick={() => openCalendar(true)}
            >
              {t.calendar}
            </Button>
          )}
        </Group>
        {Date.parse(asked.start) <= now && now < Date.parse(asked.end) && (
          <Now team={team} people={people} now={now} horizon={asked.end} />
        )}
        {view === 'list' ? (
          <Later fallback={<Waiting />}>
            <DutyList team={team} people={people} from={start} until={end} onBar={open} />
          </Later>
        ) : (
          <DutyTimeline
            team={team}
            people={people}
            days={days}
            now={now}
            grouping={view}
            onBar={open}
            onDrag={(chosen) => onDraft({ ...nothing, ...chosen, bar: null })}
          />
        )}
        <OverrideList team={team} people={people} onDraft={onDraft} />
      </Stack>
      {isCalendarOpen && (
        <CalendarDialog
          owner={{ teamId: id, name: displayName }}
          onClose={() => openCalendar(false)}
        />
      )}
    </Card>
  );
}

interface NowProps {
  team: TimelineTeam;
  people: People;
  now: number;
  horizon: string;
}

function Now({ team, people, now, horizon }: NowProps) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const zone = team.team.timeZoneId;
  const mayAdminister = useMayAdminister(team.team.id);
  if (team.tiers.length === 0)
    return (
      <Alert color="red" variant="light" p="xs">
        <Group justify="space-between">
          <Text size="sm">{t.noTiers}</Text>
          {mayAdminister && (
            <Anchor
              size="sm"
              renderRoot={linkTo({
                to: '/teams/$teamId',
                params: { teamId: team.team.id },
                search: { tab: 'tiers' },
              })}
            >
              {t.setUp}
            </Anchor>
          )}
        </Group>
      </Alert>
    );
  const running = barsOf(team, now, now + 1).filter(
    ({ kind }) => kind !== 'Absence' && kind !== 'Empty' && kind !== 'Gap',
  );
  if (running.length === 0)
    return (
      <Alert color="red" variant="light" p="xs">
        {t.nobodyNow}
      </Alert>
    );
  const endOf = (tier: number, userId: string | null) =>
    team.tiers
      .find((one) => one.tier === tier)
      ?.shifts.find(
        (shift) =>
          shift.userId === userId && Date.parse(shift.start) <= now && now < Date.parse(shift.end),
      )?.end;
  return (
    <Group gap="md">
      {running.map(({ tier, userId, kind }) => {
        const end = endOf(tier, userId);
        return (
          <Group key={`${tier} ${userId} ${kind}`} gap={6} wrap="nowrap">
            <span className="badge">{t.tier(tier)}</span>
            <Face name={people.faceOf(userId)} size={24} />
            <Text size="sm" className="breaks-anywhere">
              <b>{people.nameOf(userId)}</b>
              {end && Date.parse(end) < Date.parse(horizon) && (
                <Text span size="sm" c="dimmed">
                  {' '}
                  {t.untilMoment(shortMoment(Date.parse(end), language, zone))}
                </Text>
              )}
            </Text>
          </Group>
        );
      })}
    </Group>
  );
}
