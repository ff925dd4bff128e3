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
  style: CSSProperties;
  onOpen?: () => void;
}

/** A shift, an absence or a gap. What it is stands in its name, so colour and pattern are not all there is. */
export function BarButton(props: BarButtonProps) {
  const { bar, people, zone, language, place, showsPlace, isFirstOfAll, style, onOpen } = props;
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
      data-short={name === null ? '' : showsPlace ? bar.tier : initialsOf(name)}
      tabIndex={isFirstOfAll ? 0 : -1}
      style={style}
      title={label}
      aria-label={label}
      aria-disabled={onOpen ? undefined : true}
      onClick={onOpen}
    >
      <span className="duty-text">{bar.kind === 'Empty' ? '' : text}</span>
    </button>
  );
}
