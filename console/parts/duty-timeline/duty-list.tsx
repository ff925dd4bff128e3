import { Button, Text } from '@mantine/core';
import { Face } from '../face.tsx';
import { ObjectTable } from '../object-table.tsx';
import { useLanguage, useTexts } from '../texts.tsx';
import { shortMoment } from './format.ts';
import type { People } from './people.ts';
import { type Bar, barsOf, type TimelineTeam } from './rows.ts';
import { timelineTexts } from './texts.ts';

export interface DutyListProps {
  team: TimelineTeam;
  people: People;
  from: number;
  until: number;
  onBar?: (bar: Bar) => void;
}

const tones = {
  Schedule: undefined,
  Override: 'Minor',
  FillUp: 'Warning',
  Absence: undefined,
  Gap: 'Critical',
  Empty: 'Warning',
} as const;

/** The shifts of the timeline, as a table in order of time. */
export default function DutyList({ team, people, from, until, onBar }: DutyListProps) {
  const t = useTexts(timelineTexts);
  const { language } = useLanguage();
  const zone = team.team.timeZoneId;
  // A gap of the team is one in all its tiers.
  const bars = barsOf(team, from, until).filter(({ kind, tier }) => kind !== 'Gap' || tier === 1);
  const changeButton = (bar: Bar) =>
    bar.kind !== 'Absence' && (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${t.change}: ${people.nameOf(bar.userId)}, ${shortMoment(bar.start, language, zone)}`}
        onClick={() => onBar?.(bar)}
      >
        {t.change}
      </Button>
    );
  if (bars.length === 0) return <Text c="dimmed">{t.nothing}</Text>;
  return (
    <ObjectTable
      label={t.timeline(team.team.displayName)}
      items={bars}
      keyOf={({ kind, userId, tier, start }) => `${kind} ${userId} ${tier} ${start}`}
      columns={[
        {
          title: t.who,
          cell: ({ userId }) => (
            <>
              {userId !== null && <Face name={people.faceOf(userId)} size={20} />}{' '}
              {people.nameOf(userId)}
            </>
          ),
        },
        { title: t.from, cell: ({ start }) => shortMoment(start, language, zone) },
        { title: t.until, cell: ({ end }) => shortMoment(end, language, zone) },
        { title: t.tierColumn, cell: ({ kind, tier }) => (kind === 'Gap' ? '–' : tier) },
        {
          title: t.why,
          cell: ({ kind, insteadOf }) => (
            <span className="badge" data-tone={tones[kind]}>
              {insteadOf.length > 0
                ? t.insteadOf(insteadOf.map(people.nameOf).join(', '))
                : t.kinds[kind]}
            </span>
          ),
        },
        ...(onBar ? [{ title: t.change, isPlain: true, cell: changeButton }] : []),
      ]}
    />
  );
}
