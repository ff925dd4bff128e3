import { Button, Group, Table, Text } from '@mantine/core';
import { Face } from '../face.tsx';
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

/** What the timeline draws, as a table in order of time. */
export function DutyList({ team, people, from, until, onBar }: DutyListProps) {
  const t = useTexts(timelineTexts);
  const { language } = useLanguage();
  const zone = team.team.timeZoneId;
  // A gap of the team is one in all its tiers.
  const bars = barsOf(team, from, until).filter(({ kind, tier }) => kind !== 'Gap' || tier === 1);
  if (bars.length === 0) return <Text c="dimmed">{t.nothing}</Text>;
  return (
    <section
      className="scrolls-sideways"
      aria-label={t.timeline(team.team.displayName)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <Table verticalSpacing={6} miw={560} aria-label={t.timeline(team.team.displayName)}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.from}</Table.Th>
            <Table.Th>{t.until}</Table.Th>
            <Table.Th>{t.who}</Table.Th>
            <Table.Th>{t.tierColumn}</Table.Th>
            <Table.Th>{t.why}</Table.Th>
            {onBar && <Table.Td />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {bars.map((bar) => (
            <Table.Tr key={`${bar.kind} ${bar.userId} ${bar.tier} ${bar.start}`}>
              <Table.Td>{shortMoment(bar.start, language, zone)}</Table.Td>
              <Table.Td>{shortMoment(bar.end, language, zone)}</Table.Td>
              <Table.Td className="breaks-anywhere">
                {bar.userId !== null && <Face name={people.faceOf(bar.userId)} size={20} />}{' '}
                {people.nameOf(bar.userId)}
              </Table.Td>
              <Table.Td>{bar.kind === 'Gap' ? '–' : bar.tier}</Table.Td>
              <Table.Td>
                <span className="badge" data-tone={tones[bar.kind]}>
                  {bar.insteadOf.length > 0
                    ? t.insteadOf(bar.insteadOf.map(people.nameOf).join(', '))
                    : t.kinds[bar.kind]}
                </span>
              </Table.Td>
              {onBar && (
                <Table.Td>
                  {bar.kind !== 'Absence' && (
                    <Group justify="flex-end">
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={`${t.change}: ${people.nameOf(bar.userId)}, ${shortMoment(bar.start, language, zone)}`}
                        onClick={() => onBar(bar)}
                      >
                        {t.change}
                      </Button>
                    </Group>
                  )}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
