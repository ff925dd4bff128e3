import type { LocalDay } from '../local-time.ts';
import { weekdayOf } from '../local-time.ts';
import { useLanguage, useTexts } from '../texts.tsx';
import { dayName, monthName } from './format.ts';
import { timelineTexts } from './texts.ts';

/**
 * Days across the top, as wide as they are long: 23 or 25 hours where clocks change. Screen readers have the times in
 * each shift.
 */
export function DayHeader({
  days,
  size,
}: {
  days: readonly LocalDay[];
  size: 'week' | 'fortnight' | 'weeks';
}) {
  const t = useTexts(timelineTexts);
  const { language } = useLanguage();
  const from = days[0]?.start ?? 0;
  const span = (days.at(-1)?.end ?? 0) - from;
  // The next name would be written over the first one.
  const isEnding = size === 'weeks' && days.slice(1, 3).some(beginsMonth);
  return (
    <div className="duty-row duty-header" aria-hidden="true">
      <span className="duty-label" />
      <div className="duty-days">
        {days.map((day, index) => {
          const { date, start, end, hours } = day;
          const isMonday = weekdayOf(date) === 1;
          const isFirst = beginsMonth(day) || (index === 0 && !isEnding);
          return (
            <span
              key={date}
              className={`duty-date ${isMonday ? 'duty-monday' : ''}`}
              title={hours === 24 ? undefined : t.hours(hours)}
              style={{
                left: `${((start - from) / span) * 100}%`,
                width: `${((end - start) / span) * 100}%`,
              }}
            >
              <span className="duty-month">{isFirst ? monthName(date, language) : ''}</span>
              <span className="duty-weekday">
                {dayName(date, language, size === 'weeks' ? 'narrow' : 'short')}
              </span>
              <span className="duty-number">
                {Number(date.slice(8))}
                {hours === 24 ? '' : '*'}
              </span>
            </span>
          );
        })}
      </div>
    </div>
  );
}

function beginsMonth({ date }: LocalDay): boolean {
  return date.endsWith('-01');
}
