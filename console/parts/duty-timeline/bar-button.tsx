import type { CSSProperties } from 'react';
import { initialsOf } from '../initials.ts';
import { useTexts } from '../texts.tsx';
import { shortMoment } from './format.ts';
import type { People } from './people.ts';
import type { Bar } from './rows.ts';
import { timelineTexts } from './texts.ts';

export interface BarButtonProps {
  bar: Bar;
  people: People;
  zone: string;
  language: string;
  /** Where they are on call. */
  place: string;
  showsPlace: boolean;
  isFirstOfAll: boolean;
  now: number;
  style: CSSProperties;
  onOpen?: () => void;
}

/** A shift, an absence or a gap. What it is stands in its name, so colour and pattern are not all there is. */
export function BarButton(props: BarButtonProps) {
  const { bar, people, zone, language, place, showsPlace, isFirstOfAll, now, style, onOpen } =
    props;
  const t = useTexts(timelineTexts);
  const name = people.faceOf(bar.userId);
  const who = people.nameOf(bar.userId);
  const why =
    bar.insteadOf.length > 0
      ? t.insteadOf(bar.insteadOf.map(people.nameOf).join(', '))
      : t.kinds[bar.kind];
  const label = t.bar(
    who,
    place,
    shortMoment(bar.start, language, zone),
    shortMoment(bar.end, language, zone),
    why,
  );
  const kind = bar.kind.toLowerCase();
  const hue = bar.userId === null ? '' : people.hueOf(bar.userId);
  const own = people.isMe(bar.userId) ? 'duty-own' : '';
  const text = bar.userId !== null && showsPlace ? place : who;
  return (
    <button
      type="button"
      className={`duty-bar duty-${kind} ${hue} ${own}`}
      data-shift
      tabIndex={isFirstOfAll ? 0 : -1}
      style={style}
      aria-label={label}
      aria-disabled={onOpen ? undefined : true}
      onClick={onOpen}
    >
      <span
        className="duty-room"
        data-short={name === null ? '' : showsPlace ? bar.tier : initialsOf(name)}
        style={roomBeside(now, bar)}
      >
        <span className="duty-text">{bar.kind === 'Empty' ? '' : text}</span>
      </span>
      {/* For the mouse: a title of the button would be read to people after its name, which is the same. */}
      <span className="duty-tip" title={label} aria-hidden="true" />
    </button>
  );
}

/** The line that stands for now goes through no name: the name has the wider side of it. */
function roomBeside(now: number, { start, end }: Bar): CSSProperties | undefined {
  if (now <= start || now >= end) return undefined;
  const passed = (now - start) / (end - start);
  return passed < 0.5 ? { left: `${passed * 100}%` } : { right: `${(1 - passed) * 100}%` };
}
