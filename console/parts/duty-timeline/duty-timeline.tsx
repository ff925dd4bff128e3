import { useMemo } from 'react';
import { useTexts } from '../texts.tsx';
import { DutyBoard, type DutyBoardProps } from './duty-board.tsx';
import { type Grouping, type Row, rowsOf, type TimelineTeam } from './rows.ts';
import { timelineTexts } from './texts.ts';

export interface DutyTimelineProps
  extends Pick<DutyBoardProps, 'people' | 'days' | 'now' | 'onBar' | 'onDrag'> {
  team: TimelineTeam;
  grouping?: Grouping;
}

/** Who is on call when in a team: tiers or people down. `DutyList` says the same in words. */
export function DutyTimeline({ team, grouping = 'tiers', ...shared }: DutyTimelineProps) {
  const { people, days } = shared;
  const t = useTexts(timelineTexts);
  const from = days[0]?.start ?? 0;
  const until = days.at(-1)?.end ?? 0;
  const rows = useMemo(() => rowsOf(team, grouping, from, until), [team, grouping, from, until]);
  const nameOfRow = (row: Row) => {
    if (row.tier === null) return people.nameOf(row.userId);
    return team.tiers.length === 0 ? t.noTiers : t.tier(row.tier);
  };
  return (
    <DutyBoard
      {...shared}
      name={team.team.displayName}
      rows={rows}
      nameOfRow={nameOfRow}
      placeOf={({ tier }) => t.tier(tier)}
      zone={team.team.timeZoneId}
    />
  );
}
