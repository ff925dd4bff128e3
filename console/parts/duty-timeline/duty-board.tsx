import { Text } from '@mantine/core';
import { type KeyboardEvent, useId, useRef } from 'react';
import { Face } from '../face.tsx';
import { instantOf, type LocalDay, localOf } from '../local-time.ts';
import { useLanguage, useTexts } from '../texts.tsx';
import { BarButton } from './bar-button.tsx';
import { DayHeader } from './day-header.tsx';
import { shortMoment } from './format.ts';
import type { People } from './people.ts';
import type { Bar, Row } from './rows.ts';
import { timelineTexts } from './texts.ts';
import { type DragRange, useDrag } from './use-drag.ts';

/** A time that was chosen, and in which row. */
export interface Chosen extends DragRange {
  tier: number | null;
  userId: string | null;
}

export interface DutyBoardProps {
  /** The name of the team or schedule that it shows. */
  name: string;
  rows: readonly Row[];
  nameOfRow: (row: Row) => string;
  /** Where somebody is on call, in the name of a shift. */
  placeOf: (bar: Bar) => string;
  people: People;
  zone: string;
  /** The days to show, by the clock of the zone. */
  days: readonly LocalDay[];
  now: number;
  /** A shift was opened; when left out, shifts are only to be read. */
  onBar?: (bar: Bar) => void;
  /** A time was dragged over. */
  onDrag?: (chosen: Chosen) => void;
}

/** Shifts as they are drawn: days across, rows down. */
export function DutyBoard(props: DutyBoardProps) {
  const { name, rows, nameOfRow, placeOf, people, zone, days, now, onBar, onDrag } = props;
  const t = useTexts(timelineTexts);
  const helpId = useId();
  const board = useRef<HTMLElement>(null);
  const size = days.length <= 7 ? 'week' : days.length <= 14 ? 'fortnight' : 'weeks';
  return (
    <>
      <section
        ref={board}
        className={`duty-timeline duty-${size}`}
        aria-label={t.timeline(name)}
        aria-describedby={helpId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onKeyDown={(event) => moveFocus(event, board.current)}
      >
        <div
          className="duty-board"
          style={{ minWidth: `calc(var(--duty-day) * ${days.length} + var(--duty-label))` }}
        >
          <DayHeader days={days} size={size} />
          {rows.map((row, index) => (
            <div className="duty-row" key={row.key}>
              <Text className="duty-label" size="sm" fw={600} title={nameOfRow(row)}>
                {row.userId !== null && <Face name={people.faceOf(row.userId)} size={20} />}
                <span className="duty-name">{nameOfRow(row)}</span>
              </Text>
              <Track
                days={days}
                zone={zone}
                row={row}
                placeOf={placeOf}
                people={people}
                isFirst={index === 0}
                now={now}
                onBar={onBar}
                onDrag={onDrag}
              />
            </div>
          ))}
        </div>
      </section>
      {/* Heard with the timeline, and not once more behind it. */}
      <span id={helpId} hidden>
        {onBar ? t.help : t.helpReading}
      </span>
    </>
  );
}

interface TrackProps {
  days: readonly LocalDay[];
  zone: string;
  row: Row;
  placeOf: (bar: Bar) => string;
  people: People;
  isFirst: boolean;
  now: number;
  onBar?: (bar: Bar) => void;
  onDrag?: (chosen: Chosen) => void;
}

const stepHours = { short: 1, long: 3 };

function Track(props: TrackProps) {
  const { days, zone, row, placeOf, people, isFirst, now, onBar, onDrag } = props;
  const { language } = useLanguage();
  const from = days[0]?.start ?? 0;
  const until = days.at(-1)?.end ?? 0;
  const step = days.length > 14 ? stepHours.long : stepHours.short;
  const { range, handlers } = useDrag(
    { from, until },
    (instant) => snapped(instant, step, zone),
    onDrag && ((chosen) => onDrag({ ...chosen, tier: row.tier, userId: row.userId })),
  );
  const part = (time: number) => `${(time / (until - from)) * 100}%`;
  const style = (start: number, end: number) => ({
    left: part(start - from),
    width: part(end - start),
  });
  return (
    <div className={onDrag ? 'duty-track duty-draggable' : 'duty-track'} {...handlers}>
      {days.map((day) => (
        <span
          key={day.date}
          className={`duty-day ${isWeekend(day.date) ? 'duty-weekend' : ''}`}
          style={style(day.start, day.end)}
        />
      ))}
      {row.lanes.map((lane, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lanes are places, one below the other
        <div className="duty-lane" key={index}>
          {lane.map((bar) => (
            <BarButton
              key={`${bar.kind} ${bar.userId} ${bar.tier} ${bar.start}`}
              bar={bar}
              people={people}
              zone={zone}
              language={language}
              place={placeOf(bar)}
              showsPlace={row.userId !== null}
              isFirstOfAll={isFirst && index === 0 && bar === lane[0]}
              now={now}
              style={style(bar.start, bar.end)}
              onOpen={onBar && bar.kind !== 'Absence' ? () => onBar(bar) : undefined}
            />
          ))}
        </div>
      ))}
      {range && (
        <span className="duty-range" style={style(range.start, range.end)}>
          <span className="duty-range-text">
            {shortMoment(range.start, language, zone)} – {shortMoment(range.end, language, zone)}
          </span>
        </span>
      )}
      {from <= now && now < until && (
        <span className="duty-now" style={{ left: part(now - from) }} />
      )}
    </div>
  );
}

/** The step of the clock that an instant is in. */
function snapped(instant: number, hours: number, zone: string): DragRange {
  const local = localOf(instant, zone);
  const hour = Math.floor(Number(local.slice(11, 13)) / hours) * hours;
  const date = local.slice(0, 10);
  const clock = (count: number) =>
    new Date(Date.parse(`${date}T00:00Z`) + count * 3_600_000).toISOString().slice(0, 16);
  return { start: instantOf(clock(hour), zone), end: instantOf(clock(hour + hours), zone) };
}

function isWeekend(date: string): boolean {
  return [0, 6].includes(new Date(`${date}T00:00Z`).getUTCDay());
}

/**
 * Arrow keys lead through the shifts: along a row, and to the nearest of the next one. Only one of them is in the order
 * of Tab.
 */
function moveFocus(event: KeyboardEvent, board: HTMLElement | null): void {
  const here = document.activeElement;
  const rows = [...(board?.querySelectorAll('.duty-row') ?? [])];
  const bars = (row: Element | undefined) => [
    ...(row?.querySelectorAll<HTMLElement>('.duty-bar[data-shift]') ?? []),
  ];
  const at = rows.findIndex((row) => row.contains(here));
  if (at < 0 || !(here instanceof HTMLElement)) return;
  const sorted = bars(rows[at]).sort((a, b) => leftOf(a) - leftOf(b));
  const place = sorted.indexOf(here);
  const targets: Record<string, () => HTMLElement | undefined> = {
    ArrowRight: () => sorted[place + 1],
    ArrowLeft: () => sorted[place - 1],
    Home: () => sorted[0],
    End: () => sorted.at(-1),
    ArrowDown: () => nearest(rows.slice(at + 1).map(bars), here),
    ArrowUp: () => nearest(rows.slice(0, at).reverse().map(bars), here),
  };
  const target = targets[event.key]?.();
  if (!target) return;
  event.preventDefault();
  here.tabIndex = -1;
  target.tabIndex = 0;
  target.focus();
}

function nearest(rows: HTMLElement[][], to: HTMLElement): HTMLElement | undefined {
  const row = rows.find((bars) => bars.length > 0);
  return row?.toSorted((a, b) => distance(a, to) - distance(b, to))[0];
}

function distance(one: HTMLElement, other: HTMLElement): number {
  return Math.abs(leftOf(one) - leftOf(other));
}

function leftOf(element: HTMLElement): number {
  return element.getBoundingClientRect().left;
}
